// The library behind basic.h and the program's `main`: the Deep Blue interface on top of the bot protocol.
//
// Build option: -DSANDTABLE_RULES_FINAL gives the property table of the ruleset `final` instead of `document`.
// Argument: --base-corner makes the `pos` of a base its upper-left cell, as the manual had it, instead of its centre.

#include "basic.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iconv.h>
#include <map>
#include <string>
#include <vector>

#include "../common/takeover.h"
#include "../modern/sandtable/reader.h"

// Defined by the player. Not declared in basic.h, so that a player may take liberties with what they return.
const char * GetTeamName();
void AIMain();

namespace teamstyle16 {

// Constants with a constant initialiser have their values before any code runs; players use them in their own globals.
const std::size_t kMaxTeamNameSize = 32;
const int kMaxMapSize = 80;
const int kMaxRoundLimit = 200;
const int kMaxPopulationLimit = 60;
const int kFortScore = 10;
const int kDamageScore = 1;
const int kCollectScore = 10;
const int kHealthPerMetal = 5;
// In the library of the contest, but not in its header.
extern const int kCaptureScore;
const int kCaptureScore = 100;

// level, sight, fire ranges, health, fuel, ammo, ammo_once, metal, attacks, defences, speed, cost, build_round, population
#ifdef SANDTABLE_RULES_FINAL
// The contest's programs had the client's table. It differed from the server's in what bases and submarines see and in how
// far down a scout shoots.
const Property kProperty[kElementTypes] = {
  {SURFACE, {4, 10, 8}, {0, 8, 6}, 1000, 1000, -1, 6, 200, {40, 0}, {15, -1}, 0, 0, 0, 0},
  {SURFACE, {3, 9, 7}, {0, 8, 6}, 300, 200, 300, 4, 200, {36, 0}, {12, -1}, 0, 0, 0, 0},
  {SURFACE, {0, 0, 0}, {0, 0, 0}, -1, 0, 0, 0, 500, {0, 0}, {-1, -1}, 0, 0, 0, 0},
  {SURFACE, {0, 0, 0}, {0, 0, 0}, -1, 1000, 0, 0, 0, {0, 0}, {-1, -1}, 0, 0, 0, 0},
  {UNDERWATER, {6, 5, 3}, {5, 5, 0}, 35, 120, 20, 2, 0, {0, 40}, {-1, 7}, 6, 7, 2, 2},
  {SURFACE, {5, 8, 6}, {4, 8, 6}, 70, 150, 40, 4, 0, {25, 25}, {13, 10}, 7, 14, 3, 3},
  {SURFACE, {3, 8, 8}, {0, 8, 6}, 120, 200, 70, 2, 0, {32, 0}, {16, 10}, 5, 30, 5, 4},
  {SURFACE, {2, 6, 5}, {0, 0, 0}, 80, 300, 120, 0, 50, {0, 0}, {15, 8}, 11, 16, 3, 1},
  {AIR, {1, 7, 8}, {1, 3, 4}, 50, 100, 21, 3, 0, {30, 20}, {10, -1}, 9, 14, 3, 3},
  {AIR, {2, 12, 16}, {2, 3, 4}, 50, 120, 5, 1, 0, {18, 7}, {7, -1}, 12, 10, 2, 1},
};
#else
const Property kProperty[kElementTypes] = {
  {SURFACE, {4, 10, 8}, {0, 7, 5}, 700, 1000, -1, 6, 200, {40, 0}, {15, -1}, 0, 0, 0, 0},
  {SURFACE, {3, 8, 6}, {0, 5, 4}, 300, 200, 300, 4, 200, {30, 0}, {12, -1}, 0, 0, 0, 0},
  {SURFACE, {0, 0, 0}, {0, 0, 0}, -1, 0, 0, 0, 500, {0, 0}, {-1, -1}, 0, 0, 0, 0},
  {SURFACE, {0, 0, 0}, {0, 0, 0}, -1, 1000, 0, 0, 0, {0, 0}, {-1, -1}, 0, 0, 0, 0},
  {UNDERWATER, {6, 5, 3}, {5, 5, 0}, 35, 120, 20, 2, 0, {0, 40}, {-1, 7}, 6, 7, 2, 2},
  {SURFACE, {5, 8, 6}, {4, 8, 6}, 70, 150, 40, 4, 0, {25, 25}, {13, 10}, 7, 14, 3, 3},
  {SURFACE, {3, 8, 8}, {0, 8, 6}, 120, 200, 70, 2, 0, {32, 0}, {16, 10}, 5, 30, 5, 4},
  {SURFACE, {2, 6, 5}, {0, 0, 0}, 80, 300, 120, 0, 50, {0, 0}, {15, 8}, 11, 16, 3, 1},
  {AIR, {1, 7, 8}, {1, 3, 4}, 70, 100, 21, 3, 0, {30, 20}, {10, -1}, 9, 14, 3, 3},
  {AIR, {2, 12, 16}, {2, 3, 4}, 50, 120, 5, 1, 0, {18, 7}, {7, -1}, 10, 10, 2, 1},
};
#endif

// In the library of the contest, but not in its header.
const Property * GetProperty(int type);

const Property * GetProperty(int type) {
  return type >= 0 && type < kElementTypes ? &kProperty[type] : NULL;
}

}  // namespace teamstyle16

namespace {

using sandtable_sdk_detail::Channel;
using sandtable_sdk_detail::Json;
using sandtable_sdk_detail::Row;
using sandtable_sdk_detail::Slice;
using teamstyle16::ElementType;
using teamstyle16::GameInfo;
using teamstyle16::Position;
using teamstyle16::ProductionEntry;
using teamstyle16::State;

// The game reads no more orders a turn than these.
const std::size_t kMaxOrders = 512;

// How long a program that polls before the first round is kept waiting each time.
const int kPollMilliseconds = 10;

// Zero before any code runs, as programs that ask early expect.
GameInfo game_info;

// An element that was listed once. It is kept for good, so that pointers to it never dangle.
struct Known {
  State state;
  unsigned listed;
};

// What is told and what is ordered.
class Player {
 public:
  // The only one; see Channel::only.
  static Player &only() {
    static Player *player = new Player;
    return *player;
  }

  // Takes the rounds that arrive within so many milliseconds (negative: one at least) and those that are there by
  // then; returns how many.
  int take(int milliseconds) {
    int rounds = 0;
    for (;;) {
      Slice line;
      switch (Channel::only().receive(line, rounds > 0 ? 0 : milliseconds)) {
        case Channel::LINE: rounds += read(line) ? 1 : 0; break;
        case Channel::NOTHING: return rounds;
        case Channel::CLOSED:
          // The round that is there is still played, and answered.
          if (rounds > 0 || milliseconds == 0) return rounds;
          Channel::leave("the game was broken off", EXIT_FAILURE);
      }
    }
  }

  bool has_round() const { return has_round_; }

  // Notes that the program asked for news in vain; whether it had done so in this round before.
  bool asks_again() {
    const bool again = has_asked_;
    has_asked_ = true;
    return again;
  }

  // Makes the `pos` of a base its upper-left cell.
  void show_base_corners() { base_corners_ = true; }

  // Sends the orders of the present round. What is ordered from now on waits for the next.
  void end_turn() {
    if (!has_round_ || turn_ended_) return;
    turn_ended_ = true;
    char number[32];
    std::sprintf(number, "{\"turn\":%d", turn_);
    std::string reply = number;
    if (!note_.empty()) {
      reply += ",\"note\":";
      sandtable_sdk_detail::append_quoted(reply, note_);
      note_.clear();
    }
    reply += ",\"orders\":[";
    for (std::size_t i = 0; i < orders_.size(); ++i) {
      if (i > 0) reply += ',';
      reply += '"';
      reply += orders_[i];
      reply += '"';
    }
    reply += "]}";
    orders_.clear();
    Channel::only().send(reply);
  }

  // Adds an order, written as in the contest's own protocol.
  __attribute__((format(printf, 2, 3))) void order(const char *format, ...) {
    if (orders_.size() < kMaxOrders) {
      char text[96];
      va_list numbers;
      va_start(numbers, format);
      std::vsprintf(text, format, numbers);
      va_end(numbers);
      orders_.push_back(text);
    } else if (!told_of_too_many_) {
      told_of_too_many_ = true;
      std::fprintf(stderr, "sandtable: more than %u orders in one round; the rest is dropped\n", static_cast<unsigned>(kMaxOrders));
    }
  }

  void introduce(const char *name) {
    if (name != NULL && *name != '\0') note_ = "team " + in_utf8(std::string(name, shown_length(name)));
  }

  const State *find(int index) const {
    const std::map<int, Known>::const_iterator found = known_.find(index);
    return found != known_.end() && found->second.listed == listing_ ? &found->second.state : NULL;
  }

  teamstyle16::MapType terrain(int x, int y) const {
    const double index = static_cast<double>(x) * game_info.y_max + y;
    if (index < 0 || index >= static_cast<double>(terrain_.size())) return teamstyle16::OCEAN;
    return terrain_[static_cast<std::size_t>(index)] == '#' ? teamstyle16::LAND : teamstyle16::OCEAN;
  }

 private:
  Player()
      : listing_(0), turn_(0), has_round_(false), turn_ended_(false), has_asked_(false), told_of_too_many_(false),
        base_corners_(false), told_base_centres_(false) {}

  // Reads a message; whether a new round came with it.
  bool read(Slice line) {
    Json in(line);
    Slice type = {line.begin, line.begin};
    for (bool more = in.enter('{'); more; more = in.next('}')) {
      if (in.key("type")) type = in.text();
      else if (in.key("protocol")) Channel::expect_protocol(in.integer());
      else if (in.key("turn")) turn_ = in.integer();
      else if (in.key("seat")) game_info.team_num = in.integer();
      else if (in.key("rules")) check_rules(in.text());
      else if (in.key("briefing")) read_briefing(in);
      else if (in.key("view")) read_view(in);
      else in.skip();
    }
    if (in.failed()) Channel::leave("a message could not be read", EXIT_FAILURE);
    if (type.is("end")) Channel::leave("the game is over", EXIT_SUCCESS);
    if (!type.is("turn")) return false;
    has_round_ = true;
    turn_ended_ = has_asked_ = false;
    return true;
  }

  // Says so if the tables that the program was built with are not those of the match.
  static void check_rules(Slice rules) {
#ifdef SANDTABLE_RULES_FINAL
    const bool fits = rules.starts_with("final");
#else
    const bool fits = !rules.starts_with("final");
#endif
    if (!fits) std::fprintf(stderr, "sandtable: kProperty is not the table of this match's rules; see driver.cpp for the build option\n");
  }

  void read_briefing(Json &in) {
    for (bool more = in.enter('{'); more; more = in.next('}')) {
      if (in.key("rules")) read_ways(in);
      else if (in.key("terrain")) read_terrain(in);
      else if (in.key("max_population")) game_info.population_limit = in.integer();
      else if (in.key("max_round")) game_info.round_limit = in.integer();
      else if (in.key("millis_per_round")) game_info.time_per_round = static_cast<float>(in.number() / 1000);
      else if (in.key("weather")) game_info.weather = in.integer();
      else in.skip();
    }
  }

  // The messages show bases as the ruleset says.
  void read_ways(Json &in) {
    for (bool more = in.enter('{'); more; more = in.next('}')) {
      if (in.key("bases_shown_by_centre")) told_base_centres_ = in.boolean();
      else in.skip();
    }
  }

  // One text for each row (the contest's x), one character for each column (its y).
  void read_terrain(Json &in) {
    terrain_.clear();
    game_info.x_max = 0;
    for (bool more = in.enter('['); more; more = in.next(']')) {
      const Slice row = in.text();
      terrain_.append(row.begin, row.end);
      game_info.y_max = static_cast<int>(row.size());
      ++game_info.x_max;
    }
  }

  void read_view(Json &in) {
    for (bool more = in.enter('{'); more; more = in.next('}')) {
      if (in.key("round")) game_info.round = in.integer();
      else if (in.key("scores")) read_scores(in);
      else if (in.key("economies")) read_economies(in);
      else if (in.key("elements")) read_elements(in);
      else in.skip();
    }
  }

  void read_scores(Json &in) {
    int team = 0;
    for (bool more = in.enter('['); more; more = in.next(']')) {
      const int score = in.integer();
      if (team < 2) game_info.scores[team++] = score;
    }
  }

  void read_economies(Json &in) {
    for (bool more = in.enter('['); more; more = in.next(']')) {
      if (!in.null()) read_economy(in);
    }
  }

  void read_economy(Json &in) {
    for (bool more = in.enter('{'); more; more = in.next('}')) {
      if (in.key("population")) game_info.population = in.integer();
      else if (in.key("production")) read_production(in);
      else in.skip();
    }
  }

  void read_production(Json &in) {
    int count = 0;
    for (bool more = in.enter('['); more; more = in.next(']')) {
      Row row(in);
      ProductionEntry entry;
      entry.unit_type = read_kind(row.next());
      entry.round_left = row.next().integer();
      if (count < teamstyle16::kMaxProductionListSize) game_info.production_list[count++] = entry;
    }
    game_info.production_num = count;
  }

  void read_elements(Json &in) {
    ++listing_;
    int count = 0;
    for (bool more = in.enter('['); more; more = in.next(']')) {
      const State state = read_element(in);
      Known &known = known_[state.index];
      known.state = state;
      known.listed = listing_;
      if (count < teamstyle16::kMaxElementNum) game_info.elements[count++] = &known.state;
    }
    for (int rest = count; rest < teamstyle16::kMaxElementNum; ++rest) game_info.elements[rest] = NULL;
    game_info.element_num = count;
  }

  // A row: index, kind, team, place, visible, health, fuel, ammo, metal, destination.
  State read_element(Json &in) const {
    Row row(in);
    State state;
    state.index = row.next().integer();
    state.type = read_kind(row.next());
    state.team = row.next().integer();
    state.pos = read_place(row.next());
    state.visible = row.next().boolean();
    state.health = row.next().integer();
    state.fuel = row.next().integer();
    state.ammo = row.next().integer();
    state.metal = row.next().integer();
    // What does not move has no destination: the contest's messages left it out, which its library read as zeros.
    const Position nowhere = {0, 0, 0};
    state.destination = row.next().null() ? nowhere : read_place(in);
    state.size.x_length = state.size.y_length = state.type == teamstyle16::BASE ? 3 : 1;
    if (state.type == teamstyle16::BASE) state.pos = shown_base(state.pos);
    return state;
  }

  // The contest's server sent the centre of a base, whatever its manual said.
  Position shown_base(Position told) const {
    const int shift = (base_corners_ ? 0 : 1) - (told_base_centres_ ? 1 : 0);
    told.x += shift;
    told.y += shift;
    return told;
  }

  static Position read_place(Json &in) {
    Row row(in);
    Position place;
    place.x = row.next().integer();
    place.y = row.next().integer();
    place.z = row.next().integer();
    return place;
  }

  static ElementType read_kind(Json &in) {
    static const char *const kNames[teamstyle16::kElementTypes] = {
      "base", "fort", "mine", "oilfield", "submarine", "destroyer", "carrier", "cargo", "fighter", "scout",
    };
    const Slice word = in.text();
    int kind = 0;
    while (kind + 1 < teamstyle16::kElementTypes && !word.is(kNames[kind])) ++kind;
    if (!word.is(kNames[kind])) in.fail();
    return static_cast<ElementType>(kind);
  }

  // A name in UTF-8. Programs whose sources are in GBK have names in GBK; what is neither stays as it is.
  static std::string in_utf8(const std::string &name) {
    const char *const charsets[] = {"UTF-8", "GBK"};
    for (int i = 0; i < 2; ++i) {
      const std::string text = converted(name, charsets[i]);
      if (!text.empty()) return text;
    }
    return name;
  }

  // A text from a charset in UTF-8, without an unfinished last character; empty if it is not in that charset.
  static std::string converted(std::string text, const char *charset) {
    const iconv_t converter = iconv_open("UTF-8", charset);
    if (converter == reinterpret_cast<iconv_t>(-1)) return std::string();
    char room[4 * 32];
    char *in = &text[0];
    char *out = room;
    std::size_t in_left = text.size();
    std::size_t out_left = sizeof room;
    errno = 0;
    const bool whole = iconv(converter, &in, &in_left, &out, &out_left) != static_cast<std::size_t>(-1) || errno == EINVAL;
    iconv_close(converter);
    return whole ? std::string(room, out) : std::string();
  }

  // How much of a team's name is shown: not more than the contest allowed.
  static std::size_t shown_length(const char *name) {
    std::size_t length = 0;
    while (length < teamstyle16::kMaxTeamNameSize && name[length] != '\0') ++length;
    return length;
  }

  std::map<int, Known> known_;
  unsigned listing_;
  std::string terrain_;
  std::vector<std::string> orders_;
  std::string note_;
  int turn_;
  bool has_round_;
  bool turn_ended_;
  bool has_asked_;
  bool told_of_too_many_;
  bool base_corners_;
  bool told_base_centres_;
};

}  // namespace

namespace teamstyle16 {

const GameInfo * Info() { return &game_info; }

MapType Map(int x, int y) { return Player::only().terrain(x, y); }

const State * GetState(int index) { return Player::only().find(index); }

int Update() {
  Player &player = Player::only();
  // A program that thought too long finds the next round here already. Its orders count for that one then.
  const int late = player.take(0);
  if (late > 0) return late;
  player.end_turn();
  return player.take(-1);
}

int TryUpdate() {
  Player &player = Player::only();
  const int arrived = player.take(0);
  if (arrived > 0) return arrived;
  if (!player.has_round()) return player.take(kPollMilliseconds);
  // Most programs ask at the beginning of a round, before their orders. Who asks again has nothing left to say.
  if (!player.asks_again()) return 0;
  player.end_turn();
  return player.take(-1);
}

void AttackPos(int operand, Position target) {
  Player::only().order("ap%d %d %d %d", operand, target.x, target.y, target.z);
}

void AttackUnit(int operand, int target) { Player::only().order("au%d %d", operand, target); }

void ChangeDest(int operand, Position dest) {
  Player::only().order("cd%d %d %d %d", operand, dest.x, dest.y, dest.z);
}

void Fix(int operand, int target) { Player::only().order("fx%d %d", operand, target); }

void Produce(int type) { Player::only().order("pd%d", type); }

void Supply(int operand, int target, int fuel, int ammo, int metal) {
  Player::only().order("sp%d %d %d %d %d", operand, target, fuel, ammo, metal);
}

void Cancel(int operand) { Player::only().order("cc%d", operand); }

}  // namespace teamstyle16

int main(int count, char **arguments) {
  const bool corners = count == 2 && std::strcmp(arguments[1], "--base-corner") == 0;
  if (count > 1 && !corners) Channel::leave("the only argument is --base-corner", 2);
  if (corners) Player::only().show_base_corners();
  if (Channel::only().from_terminal()) Channel::leave("this program plays when `sandtable match deepblue` starts it", 2);
  Player::only().introduce(GetTeamName());
  for (;;) {
    teamstyle16::Update();
    AIMain();
  }
}
