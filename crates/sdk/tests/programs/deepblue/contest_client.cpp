// basic.h as a client of the contest's server has it: a TCP connection, protobuf in, texts out.
//
// Rounds of the contest went by the clock, which no test can wait for. So it also says `et` when its program waits, or asks for
// news a second time in a round; nothing else depends on that.
#include "basic.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

const char * GetTeamName();
void AIMain();

namespace teamstyle16 {
extern const int kMaxMapSize;
const Property kProperty[kElementTypes] = {};
}

namespace {
using namespace teamstyle16;

int connection = -1;
int idle = 0;
std::string heard;
GameInfo info;
std::vector<int> terrain;
std::map<int, State> states;

// A message of protobuf, field by field.
struct Fields {
  const unsigned char *at, *end;
  int number, wire;
  long long value;
  const unsigned char *body;

  explicit Fields(const unsigned char *begin, long long length) : at(begin), end(begin + length) {}

  long long varint() {
    unsigned long long all = 0;
    for (int shift = 0;; shift += 7) {
      all |= static_cast<unsigned long long>(*at & 127) << shift;
      if (*at++ < 128) return static_cast<long long>(all);
    }
  }

  bool next() {
    if (at >= end) return false;
    const long long key = varint();
    number = static_cast<int>(key >> 3);
    wire = static_cast<int>(key & 7);
    if (wire == 5) { body = at; at += 4; return true; }
    value = varint();
    if (wire == 2) { body = at; at += value; }
    return true;
  }

  Fields inner() const { return Fields(body, value); }
};

Position position(Fields in) {
  Position at = {0, 0, 0};
  while (in.next()) (in.number == 1 ? at.x : in.number == 2 ? at.y : at.z) = static_cast<int>(in.value);
  return at;
}

State element(Fields in) {
  State state = State();
  state.team = NO_TEAM;
  while (in.next()) {
    const int value = static_cast<int>(in.value);
    switch (in.number) {
      case 1: state.index = value; break;
      case 2: state.type = static_cast<ElementType>(value); break;
      case 3: state.pos = position(in.inner()); break;
      case 4: { const Position size = position(in.inner()); state.size.x_length = size.x; state.size.y_length = size.y; break; }
      case 5: state.visible = value != 0; break;
      case 6: state.team = value; break;
      case 7: state.health = value; break;
      case 8: state.fuel = value; break;
      case 9: state.ammo = value; break;
      case 10: state.metal = value; break;
      case 11: state.destination = position(in.inner()); break;
    }
  }
  return state;
}

void stable_info(Fields in) {
  while (in.next()) {
    const int value = static_cast<int>(in.value);
    if (in.number == 1) {
      for (Fields map = in.inner(); map.next();) {
        if (map.number == 1) info.x_max = static_cast<int>(map.value);
        if (map.number == 2) info.y_max = static_cast<int>(map.value);
        if (map.number == 3) terrain.push_back(static_cast<int>(map.value));
      }
    }
    if (in.number == 2) info.team_num = value;
    if (in.number == 3) info.weather = value;
    if (in.number == 4) info.population_limit = value;
    if (in.number == 5) info.round_limit = value;
    if (in.number == 6) std::memcpy(&info.time_per_round, in.body, 4);
  }
}

void round_info(Fields in) {
  int scores = 0;
  std::map<int, State> listed;
  info.element_num = info.production_num = 0;
  while (in.next()) {
    const int value = static_cast<int>(in.value);
    if (in.number == 1) info.round = value;
    if (in.number == 2 && scores < 2) info.scores[scores++] = value;
    if (in.number == 3) info.population = value;
    if (in.number == 4) { const State state = element(in.inner()); listed[state.index] = state; }
    if (in.number == 5) {
      const Position entry = position(in.inner());
      info.production_list[info.production_num].unit_type = entry.x;
      info.production_list[info.production_num++].round_left = entry.y;
    }
  }
  states.swap(listed);
  for (std::map<int, State>::iterator it = states.begin(); it != states.end(); ++it) info.elements[info.element_num++] = &it->second;
  idle = 0;
}

void say(const std::string &text) {
  if (write(connection, text.data(), text.size()) < 0) std::exit(1);
}

void done() {
  char text[32];
  std::sprintf(text, "et%d,", info.round);
  say(text);
}

// Takes one message if it is there, or waits for it.
bool take(bool wait, bool stable) {
  for (;;) {
    const std::size_t line = heard.find('\n');
    const std::size_t length = line == std::string::npos ? 0 : static_cast<std::size_t>(std::atoi(heard.c_str()));
    if (line != std::string::npos && heard.size() - line - 1 >= length) {
      const std::string payload = heard.substr(line + 1, length);
      heard.erase(0, line + 1 + length);
      const Fields in(reinterpret_cast<const unsigned char *>(payload.data()), static_cast<long long>(length));
      if (stable) stable_info(in);
      else round_info(in);
      return true;
    }
    struct pollfd waiting = {connection, POLLIN, 0};
    if (poll(&waiting, 1, wait ? -1 : 0) == 0) return false;
    char buffer[4096];
    const ssize_t got = read(connection, buffer, sizeof buffer);
    if (got <= 0) std::exit(0);
    heard.append(buffer, static_cast<std::size_t>(got));
  }
}

void order(const char *name, int count, const int *numbers) {
  std::string text = name;
  for (int i = 0; i < count; ++i) {
    char number[16];
    std::sprintf(number, i > 0 ? " %d" : "%d", numbers[i]);
    text += number;
  }
  say(text + ",");
}
}  // namespace

namespace teamstyle16 {
const GameInfo * Info() { return &info; }
MapType Map(int x, int y) {
  const long at = static_cast<long>(x) * info.y_max + y;
  return at >= 0 && at < static_cast<long>(terrain.size()) && terrain[static_cast<std::size_t>(at)] ? LAND : OCEAN;
}
const State * GetState(int index) { return states.count(index) ? &states[index] : NULL; }
int Update() {
  done();
  int rounds = take(true, false);
  while (take(false, false)) ++rounds;
  return rounds;
}
int TryUpdate() {
  int rounds = 0;
  while (take(false, false)) ++rounds;
  if (rounds == 0 && idle++ == 1) done();
  return rounds;
}
void AttackPos(int operand, Position p) { const int n[] = {operand, p.x, p.y, p.z}; order("ap", 4, n); }
void AttackUnit(int operand, int target) { const int n[] = {operand, target}; order("au", 2, n); }
void ChangeDest(int operand, Position p) { const int n[] = {operand, p.x, p.y, p.z}; order("cd", 4, n); }
void Fix(int operand, int target) { const int n[] = {operand, target}; order("fx", 2, n); }
void Produce(int type) { order("pd", 1, &type); }
void Supply(int operand, int target, int fuel, int ammo, int metal) { const int n[] = {operand, target, fuel, ammo, metal}; order("sp", 5, n); }
void Cancel(int operand) { order("cc", 1, &operand); }
}  // namespace teamstyle16

int main(int, char **arguments) {
  connection = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = sockaddr_in();
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<unsigned short>(std::atoi(arguments[2])));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(connection, reinterpret_cast<struct sockaddr *>(&address), sizeof address) != 0) return 1;
  say(std::string(GetTeamName()) + "\n");
  take(true, true);
  take(true, false);
  for (;;) {
    AIMain();
    Update();
  }
}
