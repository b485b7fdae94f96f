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

#include "../common/takeover.h"
#include "../modern/sandtable/reader.h"

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

PlayerInfo blank_player() {
  PlayerInfo blank;
  blank.id = 0;
  blank.rank = -1;
  blank.alive = false;
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

// The game as it is told.
class Game {
 public:
  Game() : turn_(0), view_turn_(0), has_turn_(false), match_is_legacy_(false) {
    std::fill(letters_, letters_ + 256, TRPlain);
    info_.totalPlayers = kPlayers;
    info_.playerAlive = info_.totalRounds = info_.totalTowers = info_.totalCorps = info_.myID = 0;
    info_.gameMapInfo = &map_;
    info_.playerInfo.assign(kPlayers, blank_player());
    for (int player = 0; player < kPlayers; ++player) info_.playerInfo[static_cast<std::size_t>(player)].id = player + 1;
  }

  // Fills what the program is shown, which is its own to change.
  void show(Info &shown) const {
    shown = info_;
    add_spare(shown.playerInfo, blank_player());
    add_spare(shown.towerInfo, blank_tower());
    add_spare(shown.corpsInfo, blank_corps());
  }

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
        case Channel::CLOSED:
          if (has_turn_) return;
          Channel::leave("the game was broken off", EXIT_FAILURE);
      }
    }
  }

 private:
  void read(Slice line) {
    Json in(line);
    Slice type = {line.begin, line.begin};
    for (bool more = in.enter('{'); more; more = in.next('}')) {
      if (in.key("type")) type = in.text();
      else if (in.key("protocol")) Channel::expect_protocol(in.integer());
      else if (in.key("turn")) turn_ = in.integer();
      else if (in.key("seat")) info_.myID = in.integer() + 1;
      else if (in.key("rules")) read_rules(in.text());
      else if (in.key("briefing")) read_briefing(in);
      else if (in.key("view")) read_view(in);
      else if (in.key("died")) read_died(in);
      else in.skip();
    }
    if (in.failed()) Channel::leave("a message could not be read", EXIT_FAILURE);
    if (type.is("end")) Channel::leave("the game is over", EXIT_SUCCESS);
    has_turn_ = has_turn_ || type.is("turn");
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

  void read_briefing(Json &in) {
    int rows = 0;
    int cols = 0;
    for (bool more = in.enter('{'); more; more = in.next('}')) {
      if (in.key("rows")) rows = in.integer();
      else if (in.key("cols")) cols = in.integer();
      else if (in.key("terrains")) read_letters(in);
      else in.skip();
    }
    lay_out(cols, rows);
  }

  // Which character stands for which terrain.
  void read_letters(Json &in) {
    for (bool more = in.enter('['); more; more = in.next(']')) {
      int number = 0;
      Slice letter = {NULL, NULL};
      for (bool member = in.enter('{'); member; member = in.next('}')) {
        if (in.key("number")) number = in.integer();
        else if (in.key("letter")) letter = in.text();
        else in.skip();
      }
      if (letter.size() == 1) letters_[static_cast<unsigned char>(*letter.begin)] = static_cast<terrainType>(number);
    }
  }

  // Makes the map, with blank rows below it and blank cells to the right.
  void lay_out(int width, int height) {
    std::vector<mapBlock> row(static_cast<std::size_t>(width), blank_block());
    map_.assign(static_cast<std::size_t>(height), row);
    for (std::size_t y = 0; y < map_.size(); ++y) add_spare(map_[y], blank_block());
    add_spare(map_, std::vector<mapBlock>(row.size() + kSpare, blank_block()));
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
    if (view_turn_ <= 1) forget_ranks();
  }

  // Nobody has a rank before the first turn is over.
  void forget_ranks() {
    for (std::size_t i = 0; i < info_.playerInfo.size(); ++i) info_.playerInfo[i].rank = -1;
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
    int takers[kPlayers + 1] = {0};
    for (bool more = in.enter('['); more; more = in.next(']')) {
      Row row(in);
      const int id = row.next().integer();
      const bool alive = row.next().boolean();
      row.next().skip();
      row.next().skip();
      const int place = row.next().integer();
      if (alive) ++info_.playerAlive;
      PlayerInfo *known = player(id);
      if (known == NULL) continue;
      known->alive = alive;
      // Players share a place; to the contest's programs no two ever had one rank. The lower number stands first.
      const bool shared = place >= 1 && place <= kPlayers;
      known->rank = place + (shared ? takers[place]++ : 0);
    }
  }

  // A row: id, owner, row (the contest's y), column (its x), level, hp, task, work left by task, ready.
  void read_towers(Json &in) {
    for (bool more = in.enter('['); more; more = in.next(']')) {
      Row row(in);
      TowerInfo tower = blank_tower();
      tower.exist = true;
      tower.ID = row.next().integer();
      tower.ownerID = row.next().integer();
      tower.position.m_y = row.next().integer();
      tower.position.m_x = row.next().integer();
      tower.level = row.next().integer();
      tower.healthPoint = row.next().integer();
      const int task = row.next().null() ? static_cast<int>(NOTASK) : word(in.text(), kTasks);
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

  // One text for each row, one character for each column.
  void read_terrain(Json &in) {
    read_cells(in, &Game::set_terrain);
  }

  void read_owners(Json &in) {
    read_cells(in, &Game::set_owner);
  }

  void read_cells(Json &in, void (Game::*set)(mapBlock &, char)) {
    int y = 0;
    for (bool more = in.enter('['); more; more = in.next(']')) {
      const Slice row = in.text();
      for (std::size_t x = 0; x < row.size(); ++x) {
        mapBlock *block = cell(point(static_cast<int>(x), y));
        if (block != NULL) (this->*set)(*block, row.begin[x]);
      }
      ++y;
    }
  }

  void set_terrain(mapBlock &block, char letter) { block.type = letters_[static_cast<unsigned char>(letter)]; }

  void set_owner(mapBlock &block, char letter) {
    block.owner = letter == '.' ? PUBLIC : letter == '?' ? TRANSITION : letter - '0';
  }

  // A list for each player, of all cells row by row.
  void read_influence(Json &in) {
    const int width = map_.empty() ? 1 : static_cast<int>(map_[0].size());
    std::size_t player = 0;
    for (bool more = in.enter('['); more; more = in.next(']'), ++player) {
      int place = 0;
      for (bool value = in.enter('['); value; value = in.next(']'), ++place) {
        const int points = in.integer();
        mapBlock *block = cell(point(place % width, place / width));
        if (block != NULL && player < block->occupyPoint.size()) block->occupyPoint[player] = points;
      }
    }
  }

  // A row: id, owner, row (the contest's y), column (its x), kind, hp, labour, move points, place among those on its cell.
  void read_all_corps(Json &in) {
    for (bool more = in.enter('['); more; more = in.next(']')) {
      Row row(in);
      CorpsInfo corps = blank_corps();
      corps.exist = true;
      corps.ID = row.next().integer();
      corps.owner = row.next().integer();
      corps.pos.m_y = row.next().integer();
      corps.pos.m_x = row.next().integer();
      set_kind(corps, word(row.next().text(), kCorpsKinds));
      corps.HealthPoint = row.next().integer();
      corps.BuildPoint = row.next().integer();
      corps.movePoint = row.next().integer();
      const int place = row.next().integer();
      CorpsInfo *known = entry(info_.corpsInfo, corps.ID, blank_corps());
      if (known != NULL) *known = corps;
      PlayerInfo *owner = player(corps.owner);
      if (owner != NULL) owner->corps.insert(corps.ID);
      standing_.push_back(std::make_pair(place, corps.ID));
      ++info_.totalCorps;
    }
  }

  // Puts towers and corps onto their cells.
  void place_objects() {
    for (std::size_t y = 0; y < map_.size(); ++y) {
      for (std::size_t x = 0; x < map_[y].size(); ++x) {
        map_[y][x].TowerIndex = NOTOWER;
        map_[y][x].corps.clear();
      }
    }
    for (std::size_t i = 0; i < info_.towerInfo.size(); ++i) {
      const TowerInfo &tower = info_.towerInfo[i];
      mapBlock *block = tower.exist ? cell(tower.position) : NULL;
      if (block != NULL) block->TowerIndex = tower.ID;
    }
    // Who came first stands first.
    std::sort(standing_.begin(), standing_.end());
    for (std::size_t i = 0; i < standing_.size(); ++i) {
      const CorpsInfo *corps = entry(info_.corpsInfo, standing_[i].second, blank_corps());
      mapBlock *block = corps != NULL ? cell(corps->pos) : NULL;
      if (block != NULL) block->corps.push_back(corps->ID);
    }
  }

  // What was lost since the last turn: some of it was never seen alive.
  void read_died(Json &in) {
    for (bool more = in.enter('['); more; more = in.next(']')) {
      CorpsInfo corps = blank_corps();
      TowerInfo tower = blank_tower();
      for (bool member = in.enter('{'); member; member = in.next('}')) {
        if (in.key("corps")) corps.ID = in.integer();
        else if (in.key("tower")) tower.ID = in.integer();
        else if (in.key("owner")) corps.owner = tower.ownerID = in.integer();
        else if (in.key("kind")) set_kind(corps, word(in.text(), kCorpsKinds));
        else if (in.key("at")) corps.pos = tower.position = read_point(in);
        else in.skip();
      }
      bury(info_.corpsInfo, corps, blank_corps());
      bury(info_.towerInfo, tower, blank_tower());
    }
  }

  // Enters somebody who died before it was ever seen. What was seen keeps its last state.
  template <typename T>
  static void bury(std::vector<T> &list, const T &dead, const T &blank) {
    const bool is_new = dead.ID >= static_cast<int>(list.size());
    T *known = entry(list, dead.ID, blank);
    if (known != NULL && is_new) *known = dead;
  }

  static TPoint read_point(Json &in) {
    Row row(in);
    TPoint at;
    at.m_y = row.next().integer();
    at.m_x = row.next().integer();
    return at;
  }

  // The number of a word in a list; 0 if it is not there.
  template <std::size_t N>
  static int word(Slice text, const char *const (&words)[N]) {
    for (std::size_t i = 0; i < N; ++i) {
      if (text.is(words[i])) return static_cast<int>(i);
    }
    return 0;
  }

  PlayerInfo *player(int id) {
    return id >= 1 && id <= kPlayers ? &info_.playerInfo[static_cast<std::size_t>(id - 1)] : NULL;
  }

  mapBlock *cell(const TPoint &at) {
    const std::size_t x = static_cast<std::size_t>(at.m_x);
    const std::size_t y = static_cast<std::size_t>(at.m_y);
    return y < map_.size() && x < map_[y].size() ? &map_[y][x] : NULL;
  }

  Info info_;
  std::vector<std::vector<mapBlock> > map_;
  terrainType letters_[256];
  // The living corps, each behind its place among those on its cell.
  std::vector<std::pair<int, int> > standing_;
  int turn_;
  int view_turn_;
  bool has_turn_;
  bool match_is_legacy_;
};

// Writes the orders of a turn.
class Reply {
 public:
  Reply(int turn, bool swap_up_and_down) : swap_up_and_down_(swap_up_and_down), first_(true) {
    text_ = "{\"turn\":" + std::to_string(turn) + ",\"orders\":[";
  }

  // An order in the protocol's words. One that does not exist goes as it is: it is refused, and takes its place among the
  // fifty, as it always did.
  void add(const Command &command) {
    if (!first_) text_ += ',';
    first_ = false;
    const std::vector<int> &numbers = command.parameters;
    const int operation = numbers.empty() ? -1 : numbers[0];
    const bool known = command.cmdType == corpsCommand ? add_corps_order(operation, numbers)
                       : command.cmdType == towerCommand && add_tower_order(operation, numbers);
    if (!known) add_unknown(command);
  }

  const std::string &finish() {
    text_ += "]}";
    return text_;
  }

 private:
  bool add_corps_order(int operation, const std::vector<int> &numbers) {
    switch (operation) {
      case CMove: return numbers.size() == 3 && add_words("move", numbers[1], "direction", turned(numbers[2]), kDirections);
      case CAttackCorps: return numbers.size() == 3 && add_target("attack_corps", "corps", numbers);
      case CAttackTower: return numbers.size() == 3 && add_target("attack_tower", "corps", numbers);
      case CBuild: return numbers.size() == 2 && add_plain("found", "corps", numbers[1]);
      case CRepair: return numbers.size() == 2 && add_plain("repair", "corps", numbers[1]);
      case CChangeTerrain: return numbers.size() == 3 && add_words("change_terrain", numbers[1], "terrain", numbers[2], kTerrains);
      default: return false;
    }
  }

  bool add_tower_order(int operation, const std::vector<int> &numbers) {
    if (numbers.size() != 3) return false;
    if (operation == TAttackCorps) return add_target("shoot", "tower", numbers);
    return operation == TProduct && add_words("produce", numbers[1], "task", numbers[2], kTasks, "tower");
  }

  void open(const char *order, const char *actor, int id) {
    text_ += std::string("{\"order\":\"") + order + "\",\"" + actor + "\":" + std::to_string(id);
  }

  bool add_plain(const char *order, const char *actor, int id) {
    open(order, actor, id);
    text_ += '}';
    return true;
  }

  bool add_target(const char *order, const char *actor, const std::vector<int> &numbers) {
    open(order, actor, numbers[1]);
    text_ += ",\"target\":" + std::to_string(numbers[2]) + '}';
    return true;
  }

  // False, and nothing written, if there is no word for the number.
  template <std::size_t N>
  bool add_words(const char *order, int id, const char *name, int number, const char *const (&words)[N], const char *actor = "corps") {
    if (number < 0 || number >= static_cast<int>(N)) return false;
    open(order, actor, id);
    text_ += std::string(",\"") + name + "\":\"" + words[number] + "\"}";
    return true;
  }

  void add_unknown(const Command &command) {
    text_ += "{\"cmdType\":" + std::to_string(static_cast<int>(command.cmdType)) + ",\"parameters\":[";
    // More than this is no order of any kind.
    const std::size_t shown = std::min<std::size_t>(command.parameters.size(), 8);
    for (std::size_t i = 0; i < shown; ++i) text_ += (i > 0 ? "," : "") + std::to_string(command.parameters[i]);
    text_ += "]}";
  }

  int turned(int direction) const {
    const bool vertical = direction == CUp || direction == CDown;
    return swap_up_and_down_ && vertical ? CUp + CDown - direction : direction;
  }

  std::string text_;
  bool swap_up_and_down_;
  bool first_;
};

// A program that throws loses what it had not ordered yet, and nothing more.
void ask(Info &info) {
  try {
    player_ai(info);
  } catch (const std::exception &thrown) {
    std::fprintf(stderr, "sandtable: player_ai threw an exception: %s\n", thrown.what());
  } catch (...) {
    std::fprintf(stderr, "sandtable: player_ai threw something\n");
  }
}

}  // namespace

int main(int count, char **arguments) {
  const bool legacy = count == 2 && std::strcmp(arguments[1], "--legacy-directions") == 0;
  if (count > 1 && !legacy) Channel::leave("the only argument is --legacy-directions", 2);
  if (Channel::only().from_terminal()) Channel::leave("this program plays when `sandtable match fc18` starts it", 2);
  // Never unmade, and one object for the whole game: programs keep pointers into it.
  Game &game = *new Game;
  Info &info = *new Info;
  for (;;) {
    game.wait_for_turn();
    game.show(info);
    ask(info);
    Reply reply(game.turn(), legacy && !game.match_is_legacy());
    for (const Command &command : info.myCommandList) reply.add(command);
    Channel::only().send(reply.finish());
  }
}
