// What the headers do without a match. The first argument is a folder with a sample of each game.

#include <set>
#include <sstream>

#include "sandtable/breach.hpp"
#include "sandtable/deepblue.hpp"
#include "sandtable/expect.hpp"
#include "sandtable/fc18.hpp"
#include "sandtable/goblins.hpp"

using sandtable::expect;
using sandtable::Json;
using sandtable::Problem;

namespace {

std::string written(const Json& json) { return json.written(); }

template <class T>
std::string written(const T& value) {
  std::string text;
  sandtable::detail::write(text, value);
  return text;
}

/// What is wrong with a text, or else what it is, written down again.
template <class T>
std::string read_and_written(const std::string& text) {
  try {
    T value{};
    const Json json = Json::parse(text);
    sandtable::detail::read(sandtable::detail::Node(json), value);
    return written(value);
  } catch (const Problem& problem) {
    return problem.what();
  }
}

template <class T>
void reads(const std::string& text, const std::string& result) {
  const std::string found = read_and_written<T>(text);
  expect(found == result, text + " gives " + found);
}

void json() {
  reads<Json>(" {\"a\" : [1, -2, {}, [], null, true, false]} ", "{\"a\":[1,-2,{},[],null,true,false]}");
  reads<Json>("\"\\u00e9\\ud83d\\ude00\\n\\\"\\/\"", "\"\xc3\xa9\xf0\x9f\x98\x80\\u000a\\\"/\"");
  reads<Json>("\"\\ud83d\"", "\"\xef\xbf\xbd\"");
  reads<Json>("9223372036854775807", "9223372036854775807");
  for (const char* broken : {"", "[", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "nul", "truee", "-", "1 2", "[1 2]", "\"", "+1",
                             "0x1", "inf"}) {
    expect(read_and_written<Json>(broken).rfind("not JSON after byte ", 0) == 0, std::string(broken) + " is not JSON");
  }
  reads<Json>("\"\\q\"", "not JSON: an escape in a text that does not exist");
  const std::string endless(1000000, '[');
  expect(read_and_written<Json>(endless).rfind("not JSON", 0) == 0, "what is nested without end is not read");
  const Json event = Json::parse("{\"event\": \"died\", \"at\": [3, 4]}");
  expect(event["event"] == "died" && event["at"][1].integer() == 4, "members and items are found");
  expect(event["nothing"].is_null() && event["at"][9].is_null(), "what is not there is null");
  expect(event["event"]["x"].is_null(), "a text has no members");
}

void rows_and_records() {
  using namespace sandtable;
  reads<goblins::Cell>("[1,2]", "[1,2]");
  reads<goblins::Cell>("[1,2,\"new\"]", "[1,2]");
  reads<goblins::Cell>("[1]", "2 columns were expected, not 1");
  reads<goblins::Cell>("[1,\"2\"]", "col: a whole number was expected, not a text");
  reads<goblins::Cell>("[1,4294967296]", "col: a number too large");
  reads<goblins::Unit>("[[1,2],\"patrol\",\"up\",3]", "[[1,2],\"patrol\",\"up\",3]");
  reads<goblins::Unit>("[[1,2],\"mage\"]", "[[1,2],\"mage\"]");
  reads<goblins::Unit>("[[1,2],\"shaman\",7,8]", "[[1,2],\"unknown\"]");
  reads<goblins::Unit>("[[1,2],\"tracker\"]", "3 columns were expected, not 2");
  reads<goblins::Unit>("[]", "kind: missing; a text was expected");
  reads<Standing>("{\"place\":1}", "score: missing; a whole number was expected");
  reads<Standing>("{\"place\":1,\"score\":2,\"medal\":\"gold\"}", "{\"place\":1,\"score\":2}");
  reads<std::vector<Standing>>("[{\"place\":1,\"score\":2},{}]", "[1].place: missing; a whole number was expected");
  reads<std::optional<goblins::Cell>>("null", "null");
  reads<deepblue::View>("{\"round\":1,\"scores\":[0]}", "scores: an array of 2 was expected");
}

void words() {
  using namespace sandtable::goblins;
  expect(to_text(Direction::left) == "left" && from_text<Direction>("left") == Direction::left, "a word has a text");
  expect(from_text<Direction>("north") == Direction::unknown, "a word that nobody knows is unknown");
}

template <class Order>
void writes(const Order& order, const std::string& text) {
  expect(written(order) == text, "an order is written as " + text);
}

void orders() {
  using namespace sandtable;
  writes(breach::Order(breach::Attack{{1, 2}, {3, 4}}), R"({"order":"attack","unit":[1,2],"target":[3,4]})");
  writes(deepblue::ChangeDest{7, 1, 2}, R"({"order":"change_dest","unit":7,"row":1,"col":2})");
  writes(deepblue::ChangeDest{7, 1, 2, 0}, R"({"order":"change_dest","unit":7,"row":1,"col":2,"level":0})");
  writes(goblins::Tornado{}, R"({"order":"tornado"})");
  const fc18::Order found = fc18::Found{3}, again = fc18::Found{3}, repair = fc18::Repair{3};
  expect(found == again && found != repair, "orders can be compared");
}

void values() {
  using sandtable::breach::Cell;
  const std::set<Cell> cells = {{1, 2}, {0, 9}, {1, 2}};
  std::ostringstream shown;
  for (const Cell& cell : cells) shown << cell;
  expect(shown.str() == "[0,9][1,2]", "values can be sorted and shown");
}

/// Numbers that a bot leaves open come with the start; who declares none gets none.
void parameters() {
  const auto read = [](const char* text) {
    std::optional<std::map<std::string, double>> numbers;
    sandtable::detail::read_part(Json::parse(text), "parameters", numbers);
    return numbers;
  };
  const auto numbers = read(R"({"parameters":{"care":0.5,"luck":3}})");
  expect(numbers && numbers->at("care") == 0.5 && numbers->at("luck") == 3.0, "parameters are read");
  expect(!read("{}"), "there may be no parameters");
}

/// A view of a real game holds what its message holds.
template <class Game>
void sample(const std::string& folder) {
  std::ifstream file(folder + "/" + std::string(Game::name) + ".jsonl");
  std::string start, turn;
  expect(std::getline(file, start) && std::getline(file, turn), std::string(Game::name) + " has a sample");
  const auto same = [](const Json& message, auto value, const char* name) {
    sandtable::detail::read_part(message, name, value);
    auto again = decltype(value){};
    const Json rewritten = Json::parse(written(value));
    sandtable::detail::read(sandtable::detail::Node(rewritten), again);
    const bool whole = value == again && rewritten.size() == message[name].size();
    expect(whole, std::string(Game::name) + ": " + name + " is read whole");
  };
  same(Json::parse(start), typename Game::Briefing{}, "briefing");
  same(Json::parse(turn), typename Game::View{}, "view");
}

}  // namespace

int main(int count, char** arguments) {
  const std::string folder = count > 1 ? arguments[1] : ".";
  json();
  rows_and_records();
  words();
  orders();
  values();
  parameters();
  sample<sandtable::breach::Game>(folder);
  sample<sandtable::goblins::Game>(folder);
  sample<sandtable::deepblue::Game>(folder);
  sample<sandtable::fc18::Game>(folder);
  return sandtable::failures();
}
