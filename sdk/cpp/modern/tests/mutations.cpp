// Gives the runtime what no match sends: recorded messages with bytes changed, cut out, doubled, or nothing but noise.
//
// Arguments: a file of messages to an fc18 bot, a seed, a number of inputs. Whatever comes, the conversation ends, either
// well or with a `Problem`. Prints how many ended in either way.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

#include <unistd.h>

#include "sandtable/fc18.hpp"

using namespace sandtable::fc18;

namespace {

std::vector<Order> turn(const View& view, Table& table) {
  if (view.towers.empty()) return {};
  const auto submission = table.submit({Produce{view.towers[0].id, Task::mage}});
  table.note(submission.answers.empty() ? "" : submission.answers[0].reason);
  for (const Json& event : table.died) table.note(event.written());
  return {};
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string mutated(std::string text) {
    for (std::size_t changes = below(8) + 1; changes > 0 && !text.empty(); --changes) change(text);
    return text;
  }

  std::string noise() {
    std::string text(below(300), '\0');
    for (char& byte : text) byte = static_cast<char>(below(256));
    return text;
  }

  std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  void change(std::string& text) {
    constexpr std::string_view grammar = "{}[]\",:\\-0123456789.eEtfnu \n";
    const std::size_t at = below(text.size());
    const std::size_t length = below(std::min<std::size_t>(text.size() - at, 40) + 1);
    switch (below(6)) {
      case 0: text[at] = static_cast<char>(below(256)); break;
      case 1: text[at] = grammar[below(grammar.size())]; break;
      case 2: text.erase(at, length); break;
      case 3: text.insert(at, text.substr(below(text.size()), length)); break;
      case 4: text.insert(at, std::string(below(3) == 0 ? 5000 : 3, grammar[below(grammar.size())])); break;
      default: text.resize(at);
    }
  }

  std::mt19937 random_;
};

/// Whether a conversation with this input ends well.
bool ends_well(const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  sandtable::detail::StreamLines lines(in, out);
  try {
    sandtable::detail::converse<Game>(lines, turn, nullptr);
    return true;
  } catch (const sandtable::Problem& problem) {
    const std::string_view what = problem.what();
    if (what.empty() || what.find('\n') != std::string_view::npos) std::abort();
    return false;
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  // Whatever does not end is ended, by a signal that no test takes for success.
  alarm(300);
  std::ifstream file(arguments[1]);
  const std::string messages{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!ends_well(messages)) return 1;
  Mutator mutator(static_cast<unsigned>(std::atoi(arguments[2])));
  int well = 0, badly = 0;
  for (int left = std::atoi(arguments[3]); left > 0; --left) {
    const std::string input = mutator.below(10) == 0 ? mutator.noise() : mutator.mutated(messages);
    ++(ends_well(input) ? well : badly);
  }
  std::cout << well << " well, " << badly << " with a message\n";
  return 0;
}
