// The program's `main`: the FC18 interface on top of the bot protocol.
//
// Argument: --legacy-directions makes Up mean y - 1 for this player, as it did until March 2021.

#include "ai.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "../common/channel.h"
#include "../common/json.h"

namespace {

using sandtable_sdk_detail::Channel;
using sandtable_sdk_detail::Json;
using sandtable_sdk_detail::Row;
using sandtable_sdk_detail::Slice;

const int kPlayers = 4;

// So many blank objects stand behind the end of every list, for programs that read past it.
const std::size_t kSpare = 64;

// Puts blank objects behind the end of a list, into memory that the list owns but does not count.
template <typename T>
void add_spare(std::vector<T> &list, const T &blank) {
  list.reserve(list.size() + kSpare);
  T *end = list.data() + list.size();
  for (std::size_t i = 0; i < kSpare; ++i) new (end + i) T(blank);
}

// Takes an entry's place in a list that is indexed by id, and makes the list longer if need be.
template <typename T>
T *entry(std::vector<T> &list, int id, const T &blank) {
  // No game comes near this number of objects.
  const int most = 1000000;
  if (id < 0 || id > most) return NULL;
  const std::size_t place = static_cast<std::size_t>(id);
  while (list.size() <= place) {
    list.push_back(blank);
    list.back().ID = static_cast<int>(list.size()) - 1;
  }
  return &list[place];
}

TPoint point(int x, int y) {
  const TPoint made = {x, y};
  return made;
}

TowerInfo blank_tower() {
  const TowerInfo blank = {false, -1, 0, point(0, 0), 0, NOTASK, -1, 0, 0, 0};
  return blank;
}

CorpsInfo blank_corps() {
  const CorpsInfo blank = {false, point(0, 0), -1, 0, 0, 0, Battle, 0, Warrior, Builder};
  return blank;
}

mapBlock blank_block() {
  mapBlock blank;
  blank.type = TRPlain;
  blank.occupyPoint.assign(kPlayers, 0);
  blank.owner = OUTOFRANGE;
  blank.TowerIndex = NOTOWER;
  return blank;
}

// Kinds are numbered as tasks: three fighters, then two engineers.
void set_kind(CorpsInfo &corps, int kind) {
  corps.type = kind < PBuilder ? Battle : Construct;
  corps.m_BattleType = kind < PBuilder ? static_cast<battleCorpsType>(kind) : Warrior;
  corps.m_BuildType = kind < PBuilder ? Builder : static_cast<constructCorpsType>(kind - PBuilder);
}

const char *const kCorpsKinds[] = {"warrior", "archer", "mage", "builder", "extender"};
const char *const kTasks[] = {"warrior", "archer", "mage", "builder", "extender", "upgrade"};
const char *const kDirections[] = {"up", "down", "left", "right"};
const char *const kTerrains[] = {
  "tower_ground", "plain", "mountain", "forest", "swamp", "road", "gate",
  "hall", "school1", "school2", "school3", "school4", "landmark",
};

// The game as it is told. The information is one object for the whole game, because programs keep pointers to it.
class Game {
 public:
  Game() : turn_(0), has_turn_(false), match_is_legacy_(false) {
    info_.totalPlayers = kPlayers;
    info_.playerAlive = info_.totalRounds = info_.totalTowers = info_.totalCorps = info_.myID = 0;
    info_.gameMapInfo = &map_;
    PlayerInfo blank;
    blank.id = 0;
    blank.rank = -1;
    blank.alive = false;
    info_.playerInfo.assign(kPlayers, blank);
    for (int player = 0; player < kPlayers; ++player) info_.playerInfo[static_cast<std::size_t>(player)].id = player + 1;
    add_spare(info_.playerInfo, blank);
  }

  Info &info() { return info_; }
  int turn() const { return turn_; }
  bool match_is_legacy() const { return match_is_legacy_; }

  // Waits for a turn and takes it; of several that have arrived, the last.
  void wait_for_turn() {
    has_turn_ = false;
    for (;;) {
      Slice line;
      switch (Channel::only().receive(line, has_turn_ ? 0 : -1)) {
        case Channel::LINE: read(line); break;
        case Channel::NOTHING: return;
        case Channel::CLOSED: Channel::leave("the game was broken off", EXIT_FAILURE);
      }
    }
  }

 private:
  void read(Slice line) {
    Json in(line);
    Slice type = {line.begin, line.begin};
    for (bool more = in.enter('{'); more; more = in.next('}')) {
      if (in.key("type")) type = in.text();
      else if (in.key("turn")) turn_ = in.integer();
      else if (in.key("seat")) info_.myID = in.integer() + 1;
      else if (in.key("rules")) read_rules(in.text());
      else if (in.key("view")) read_view(in);
      else if (in.key("died")) read_died(in);
      else in.skip();
    }
    if (in.failed()) Channel::leave("a message could not be read", EXIT_FAILURE);
    if (type.is("end")) Channel::leave("the game is over", EXIT_SUCCESS);
    if (type.is("turn")) open_turn();
  }

  void read_rules(Slice rules) {
    match_is_legacy_ = rules.ends_with("-legacy");
#ifdef SANDTABLE_RULES_FINAL2021
    const bool fits = rules.starts_with("final2021");
#else
    const bool fits = !rules.starts_with("final2021");
#endif
    if (!fits) std::fprintf(stderr, "sandtable: the tables are not those of this match's rules; see definition.h for the build option\n");
  }

  void open_turn() {
    has_turn_ = true;
    info_.myCommandList = CommandList();
    add_spare(info_.towerInfo, blank_tower());
    add_spare(info_.corpsInfo, blank_corps());
  }

  void read_view(Json &in) {
    forget_living();
    for (bool more = in.enter('{'); more; more = in.next('}')) {
      if (in.key("round")) info_.totalRounds = in.integer();
      else if (in.key("turn")) view_turn_ = in.integer();
      else if (in.key("players")) read_players(in);
      else if (in.key("towers")) read_towers(in);
      else if (in.key("corps")) read_all_corps(in);
      else if (in.key("terrain")) read_terrain(in);
      else if (in.key("owner")) read_owners(in);
      else if (in.key("influence")) read_influence(in);
      else in.skip();
    }
    place_objects();
  }

  // Everything that is not listed is gone.
  void forget_living() {
    for (std::size_t i = 0; i < info_.towerInfo.size(); ++i) info_.towerInfo[i].exist = false;
    for (std::size_t i = 0; i < info_.corpsInfo.size(); ++i) info_.corpsInfo[i].exist = false;
    for (std::size_t i = 0; i < info_.playerInfo.size(); ++i) {
      info_.playerInfo[i].tower.clear();
      info_.playerInfo[i].corps.clear();
    }
    standing_.clear();
    info_.totalTowers = info_.totalCorps = 0;
  }

  // A row: id, alive, dead_round, score, place, and counters.
  void read_players(Json &in) {
    info_.playerAlive = 0;
    for (bool more = in.enter('['); more; more = in.next(']')) {
      Row row(in);
      const int id = row.next().integer();
      const bool alive = row.next().boolean();
      row.next().skip();
      row.next().skip();
      const int place = row.next().integer();
      if (alive) ++info_.playerAlive;
      if (id < 1 || id > kPlayers) continue;
      PlayerInfo &player = info_.playerInfo[static_cast<std::size_t>(id - 1)];
      player.alive = alive;
      player.rank = view_turn_ > 1 ? place : -1;
    }
  }

  // A row: id, owner, x, y, level, hp, task, work left by task, ready.
  void read_towers(Json &in) {
    for (bool more = in.enter('['); more; more = in.next(']')) {
      Row row(in);
      TowerInfo tower = blank_tower();
      tower.exist = true;
      tower.ID = row.next().integer();
      tower.ownerID = row.next().integer();
      tower.position.m_x = row.next().integer();
      tower.position.m_y = row.next().integer();
      tower.level = row.next().integer();
      tower.healthPoint = row.next().integer();
      const int task = row.next().null() ? NOTASK : in.integer();
      tower.pdtType = static_cast<productType>(task);
      tower.productConsume = read_work(row.next(), task);
      if (tower.level >= 1 && tower.level <= MAX_TOWER_LEVEL) {
        tower.productPoint = TowerInitConfig[tower.level - 1].initBuildPoint;
        tower.battlePoint = TowerInitConfig[tower.level - 1].initProductPoint;
      }
      TowerInfo *known = entry(info_.towerInfo, tower.ID, blank_tower());
      if (known != NULL) *known = tower;
      PlayerInfo *owner = player(tower.ownerID);
      if (owner != NULL) owner->tower.insert(tower.ID);
      ++info_.totalTowers;
    }
  }

  // The work left on a task; -1 if there is no task.
  static int read_work(Json &in, int wanted) {
    int found = -1;
    int task = 0;
    for (bool more = in.enter('['); more; more = in.next(']')) {
      const int left = in.integer();
      if (task++ == wanted) found = left;
    }
    return found;
  }
