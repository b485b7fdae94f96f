// Has names of its own for everything that the library might call its own.
#include "basic.h"
#include <iostream>
#include <map>
#include <string>

class Json {};
class Row {};
class Channel { public: int only; };
struct Player { int only; } player = {1};
struct Known { double state; };
int game_info = 5;
int kMaxOrders = 7;
int kPollMilliseconds = 8;
namespace sandtable { int json; }
namespace detail { int channel; }
int Slice(int x) { return x; }
void take_over_descriptors() { game_info = 6; }
std::string append_quoted(const std::string &text) { return text; }
std::size_t utf8_length(const std::string &text) { return text.size(); }
enum { LINE, NOTHING, CLOSED };

const char * GetTeamName() { return "own names"; }

void AIMain() {
  Json json;
  Row row;
  (void)json;
  (void)row;
  std::map<int, Known> known;
  take_over_descriptors();
  teamstyle16::Produce(game_info + Slice(NOTHING) - 1 + static_cast<int>(append_quoted("").size() + utf8_length("")));
}
