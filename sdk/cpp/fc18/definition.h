// The types, tables and functions of the FC18 contest's programming interface.
//
// C++11 and plain ASCII, so that every compiler and every input charset will do. Players rely on the headers and on the
// `using namespace std` below.
//
// Build options:
//   -DSANDTABLE_RULES_FINAL2021        tables of the rule profile `final2021` instead of `manual` and `judge`
//   -DSANDTABLE_FC18_WITHOUT_LEFTOVERS  without the names that only some versions of this header had, for players that
//                                      use them for something else
//   -DSANDTABLE_FC18_JSON              with asJson() and the constructors from Json::Value, as the contest's site had them
//   -DSANDTABLE_FC18_OWN_TABLES        with the tables of texts in own_tables.h, which a player brought in its own copy of
//                                      this header

#ifndef SANDTABLE_SDK_FC18_DEFINITION_H
#define SANDTABLE_SDK_FC18_DEFINITION_H

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <initializer_list>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef SANDTABLE_FC18_JSON
#include "json.h"
// A struct's constructors and the way back to JSON; without JSON it is a plain one.
#define SANDTABLE_FC18_FORMS(Type)  \
  Type(const Json::Value &value);   \
  Json::Value asJson() const;
#else
#define SANDTABLE_FC18_FORMS(Type)
#endif

using namespace std;

#define FC15_DEBUG
#define NO_SILENT_MODE
#define NO_JSON
#define FC15_SAVEMODE

#define INF 100000000
#define TRANSITION -1
#define PUBLIC 0
#define NOTOWER -1
#define OUTOFRANGE -2

typedef int TMovePoint;
typedef int TBattlePoint;
typedef int THealthPoint;
typedef int TBuildPoint;
typedef int TProductPoint;
typedef int TExperPoint;
typedef int TOccupyPoint;
typedef int TIntPara;
typedef double TDoublePara;
typedef int TPlayer;
typedef int TTower;
typedef int TCorps;
typedef int TPlayerID;
typedef int TTowerID;
typedef int TCorpsID;
typedef int TMap;
typedef int TRound;
typedef int TScore;
typedef int TDist;
typedef double TLength;
typedef int TOperaNum;
typedef int TPosition;
typedef int TLevel;
typedef string TMapID;

const int MAX_CORPS_LEVEL = 3;
const int MAX_TOWER_LEVEL = 8;
const int TERRAIN_TYPE_NUM = 5;
const int BATTLE_CORPS_TYPE_NUM = 3;
const int CONSTRUCT_CORPS_TYPE_NUM = 2;
const int TOWER_PRODUCT_TASK_NUM = 6;
const int TOWER_EXPER_GAIN_SCALE = 3;
const int OCCUPY_POINT_DIST_SCALE = 5;
const int CORPS_ACTION_TYPE_NUM = 10;
const int TOWER_ACTION_TYPE_NUM = 3;
const int MAX_ROUND = 300;
const int TOWER_SCORE = 10;
const int BATTLE_CORP_SCORE = 2;
const int CONSTRUCT_CORP_SCORE = 4;
const int KILL_SCORE = 5;
const int CORP_SCORE = 4;
const int MAX_CMD_NUM = 50;
const int MAX_TOWER_NUM = 10;
const int MAX_BATTLE_NUM = 10;
const int MAX_CONSTRUCT_NUM = 10;

enum corpsType { Battle = 0, Construct = 1 };

// The third fighter is the mage of the rules.
enum battleCorpsType { Warrior = 0, Archer = 1, Cavalry = 2 };

enum constructCorpsType { Builder = 0, Extender = 1 };

enum commandType { corpsCommand = 0, towerCommand = 1 };

enum CorpsCommandEnum {
  CMove = 0, CStationTower = 2, CAttackCorps = 3, CAttackTower = 4, CBuild = 7, CRepair = 8, CChangeTerrain = 9,
#ifndef SANDTABLE_FC18_WITHOUT_LEFTOVERS
  // Orders that existed until February 2021. They are refused.
  CStation = 1, CRegroup = 5, CDissolve = 6
#endif
};

enum CmdJsonNumber {
  JMove = 0, JStation = 1, JStationTower = 2, JAttackCorps = 3, JAttackTower = 4, JRegroup = 5, JDissolve = 6,
  JBuild = 7, JRepair = 8, JChangeTerrain = 9, JProduct = 10, JTowerAttackCorps = 11, JTowerSttackTower = 12
};

// Up is y + 1, unless the match or the player's bot.toml asks for legacy directions.
enum corpsMoveDir { CUp = 0, CDown = 1, CLeft = 2, CRight = 3 };

// Not the enumerator of this name above.
enum towerCommand { TProduct = 0, TAttackCorps = 1, TAttackTower = 2 };

enum productType { PWarrior = 0, PArcher = 1, PCavalry = 2, PBuilder = 3, PExtender = 4, PUpgrade = 5, NOTASK = -1 };

enum terrainType {
  TRTower = 0, TRPlain = 1, TRMountain = 2, TRForest = 3, TRSwamp = 4, TRRoad = 5, TRGate = 6, TRHall = 7,
  TRClassRoom1 = 8, TRClassRoom2 = 9, TRClassRoom3 = 10, TRClassRoom4 = 11, TRTHUEmpty = 12
};

enum gameState { Normal = 0, RecoverMap = 1, RecoverRound = 2 };

// Tables by kind of fighter have three columns, of which only the first counts.
#ifdef SANDTABLE_RULES_FINAL2021
const TMovePoint battleMovePoint[3][3] = {{4, 4, 4}, {4, 4, 4}, {8, 8, 8}};
const TMovePoint constructMovePoint[2] = {4, 4};
#else
const TMovePoint battleMovePoint[3][3] = {{2, 2, 2}, {2, 2, 2}, {4, 4, 4}};
const TMovePoint constructMovePoint[2] = {2, 2};
#endif
const TBattlePoint corpsBattlePoint[3][3] = {{36, 44, 52}, {30, 38, 46}, {44, 52, 60}};
// What a garrison adds to the strength of its tower.
const TIntPara corpsBattleGain[3][3] = {{2, 2, 2}, {2, 2, 2}, {4, 4, 4}};
const TDoublePara corpsAttackTowerGain[3][3] = {{0.4, 0.4, 0.4}, {0.7, 0.7, 0.7}, {0.5, 0.5, 0.5}};
const THealthPoint battleHealthPoint[3][3] = {{60, 80, 90}, {50, 70, 90}, {70, 90, 110}};
const int TBattleRange[3] = {1, 2, 1};
// Number of parameters, the operation included.
const TOperaNum CorpsOperaNumNeed[10] = {3, 2, 2, 3, 3, INF, INF, 2, 2, 3};
const TOperaNum towerOperaNumNeed[3] = {3, 3, 3};
const TBuildPoint constructBuildCost[10] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1};
const TProductPoint TowerProductCost[6] = {40, 60, 100, 40, 40, 40};
const TExperPoint TowerExperGain[4] = {5, 10, 15, 0};
// Influence at distance 1 to 6.
const TOccupyPoint TowerOccupyPoint[6] = {100, 80, 50, 20, 10, 0};

// Production, strength (in spite of its name), greatest hp, nothing, range.
struct TowerConfig {
  int initBuildPoint;
  int initProductPoint;
  int initHealthPoint;
  int upgradeExper;
  int battleRegion;
};
#ifdef SANDTABLE_RULES_FINAL2021
const struct TowerConfig TowerInitConfig[8] = {
  {10, 25, 100, 20, 2}, {15, 27, 110, 20, 2}, {20, 29, 120, 25, 2}, {25, 32, 130, 30, 2},
  {30, 35, 140, 40, 2}, {35, 38, 150, 40, 2}, {40, 41, 160, 50, 2}, {45, 45, 170, INF, 2},
};
#else
const struct TowerConfig TowerInitConfig[8] = {
  {10, 25, 100, 20, 2}, {15, 27, 120, 20, 2}, {20, 29, 140, 25, 2}, {25, 32, 160, 30, 2},
  {30, 35, 180, 40, 2}, {35, 38, 200, 40, 2}, {40, 41, 220, 50, 2}, {45, 45, 240, INF, 2},
};
#endif

// By terrain: half the cost of a step from or to it, and what it adds to a fighter's strength.
const TMovePoint CorpsMoveCost[13] = {0, 2, 4, 3, 4, 1, INF, INF, INF, INF, INF, INF, INF};
const TBattlePoint CorpsBattleGain[13] = {0, 0, 5, 3, -3, 0, 0, 0, 0, 0, 0, 0, 0};

struct TPoint {
  TPosition m_x;
  TPosition m_y;

#ifdef SANDTABLE_FC18_JSON
  TPoint() : m_x(0), m_y(0) {}
  TPoint(TPosition x, TPosition y) : m_x(x), m_y(y) {}
#endif
  SANDTABLE_FC18_FORMS(TPoint)
};

// A tower; dead ones stay in the list with `exist` false.
struct TowerInfo {
  bool exist;
  TTowerID ID;
  TPlayerID ownerID;
  TPoint position;
  TProductPoint productPoint;
  productType pdtType;           // NOTASK if idle
  TProductPoint productConsume;  // work left, -1 if idle
  TBattlePoint battlePoint;      // of its level, without hp and garrison
  THealthPoint healthPoint;
  TLevel level;

#ifdef SANDTABLE_FC18_JSON
  TowerInfo()
      : exist(false), ID(0), ownerID(0), productPoint(0), pdtType(NOTASK), productConsume(-1), battlePoint(0), healthPoint(0), level(0) {}
  TowerInfo(
      bool exist, TTowerID id, TPlayerID owner, TPoint position, TProductPoint production, productType task, TProductPoint left,
      TBattlePoint strength, THealthPoint health, TLevel level)
      : exist(exist), ID(id), ownerID(owner), position(position), productPoint(production), pdtType(task), productConsume(left),
        battlePoint(strength), healthPoint(health), level(level) {}
#endif
  SANDTABLE_FC18_FORMS(TowerInfo)
};

// A corps; dead ones stay in the list with `exist` false.
struct CorpsInfo {
  bool exist;
  TPoint pos;
  TCorpsID ID;
  THealthPoint HealthPoint;  // 0 for engineers
  TBuildPoint BuildPoint;    // 0 for fighters
  TPlayerID owner;
  corpsType type;
  TMovePoint movePoint;
  battleCorpsType m_BattleType;      // Warrior for engineers
  constructCorpsType m_BuildType;    // Builder for fighters

#ifdef SANDTABLE_FC18_JSON
  CorpsInfo()
      : exist(false), ID(0), HealthPoint(0), BuildPoint(0), owner(0), type(Battle), movePoint(0), m_BattleType(Warrior), m_BuildType(Builder) {}
  CorpsInfo(
      bool exist, TPoint at, TCorpsID id, THealthPoint health, TBuildPoint labour, TPlayerID owner, corpsType type, TMovePoint moves,
      battleCorpsType fighter, constructCorpsType engineer)
      : exist(exist), pos(at), ID(id), HealthPoint(health), BuildPoint(labour), owner(owner), type(type), movePoint(moves),
        m_BattleType(fighter), m_BuildType(engineer) {}
#endif
  SANDTABLE_FC18_FORMS(CorpsInfo)
};

typedef vector<CorpsInfo> CorpsInfoUnit;

// A player and what it has.
struct PlayerInfo {
  TPlayerID id;
  int rank;  // -1 before the first turn is over
  bool alive;
  set<TTowerID> tower;
  set<TCorpsID> corps;

#ifdef SANDTABLE_FC18_JSON
  PlayerInfo() : id(0), rank(-1), alive(false) {}
#endif
  SANDTABLE_FC18_FORMS(PlayerInfo)
};

// A cell.
struct mapBlock {
  terrainType type;         // of the ground, also under a tower
  vector<int> occupyPoint;  // influence of the four players
  int owner;                // a player, PUBLIC or TRANSITION
  int TowerIndex;           // a tower or NOTOWER
  vector<TCorpsID> corps;   // in order of arrival

#ifdef SANDTABLE_FC18_JSON
  mapBlock() : type(TRTower), owner(PUBLIC), TowerIndex(NOTOWER) {}
#endif
  SANDTABLE_FC18_FORMS(mapBlock)
};

struct Command {
  commandType cmdType;
  vector<int> parameters;

  Command() : cmdType(corpsCommand) {}
  Command(commandType type, initializer_list<int> numbers) : cmdType(type), parameters(numbers) {}
  Command(commandType type, vector<int> numbers) : cmdType(type), parameters(numbers) {}
  SANDTABLE_FC18_FORMS(Command)
};

// The orders of a turn. What is added after the fiftieth is ignored.
class CommandList {
 public:
#ifdef SANDTABLE_FC18_JSON
  CommandList() {}
#endif
  SANDTABLE_FC18_FORMS(CommandList)

  void addCommand(commandType type, initializer_list<int> numbers) { add(Command(type, numbers)); }
  void addCommand(commandType type, vector<int> numbers) { add(Command(type, numbers)); }

  // As the manual spells it.
  void addCommmand(commandType type, initializer_list<int> numbers) { add(Command(type, numbers)); }
  void addCommmand(commandType type, vector<int> numbers) { add(Command(type, numbers)); }

  void removeCommand(int n) {
    check(n);
    m_commands.erase(m_commands.begin() + n);
  }

  Command &operator[](int n) {
    check(n);
    return m_commands[static_cast<size_t>(n)];
  }

  vector<Command> getCommand() { return m_commands; }
  int size() const { return static_cast<int>(m_commands.size()); }

  vector<Command>::iterator begin() { return m_commands.begin(); }
  vector<Command>::iterator end() { return m_commands.end(); }
  vector<Command>::const_iterator begin() const { return m_commands.begin(); }
  vector<Command>::const_iterator end() const { return m_commands.end(); }

 private:
  void add(const Command &command) {
    if (size() < MAX_CMD_NUM) m_commands.push_back(command);
  }

  void check(int n) const {
    if (n < 0 || n >= size()) throw std::out_of_range("CommandList: there is no such command");
  }

  vector<Command> m_commands;
};

// What a player knows, and where it puts its orders.
struct Info {
  TPlayer totalPlayers;
  TPlayer playerAlive;
  TRound totalRounds;  // the current round, 1 to 300
  TTower totalTowers;  // living ones
  TCorps totalCorps;   // living ones
  TPlayerID myID;
  CommandList myCommandList;
  vector<PlayerInfo> playerInfo;  // [id - 1]
  vector<TowerInfo> towerInfo;    // [id]: all there ever were
  vector<CorpsInfo> corpsInfo;    // [id]: all there ever were
  const vector<vector<mapBlock> > *gameMapInfo;  // [y][x]

#ifdef SANDTABLE_FC18_JSON
  Info() : totalPlayers(0), playerAlive(0), totalRounds(0), totalTowers(0), totalCorps(0), myID(0), gameMapInfo(NULL) {}
#endif
  SANDTABLE_FC18_FORMS(Info)
};

inline TPoint operator-(const TPoint &a, const TPoint &b) {
  TPoint difference = {a.m_x - b.m_x, a.m_y - b.m_y};
  return difference;
}

// The greater of the differences in x and in y.
inline TDist getDist(int x1, int y1, int x2, int y2) { return max(abs(x1 - x2), abs(y1 - y2)); }
inline TDist getDist(const TPoint &a, const TPoint &b) { return getDist(a.m_x, a.m_y, b.m_x, b.m_y); }

// A number from `start` to `end`, both included.
inline int generateRanInt(int start, int end) {
  if (end < start) swap(start, end);
  const unsigned int numbers = static_cast<unsigned int>(end) - static_cast<unsigned int>(start) + 1u;
  const unsigned int drawn = static_cast<unsigned int>(rand());
  return static_cast<int>(static_cast<unsigned int>(start) + (numbers == 0 ? drawn : drawn % numbers));
}

#ifndef SANDTABLE_FC18_WITHOUT_LEFTOVERS

#ifdef SANDTABLE_FC18_OWN_TABLES
#include "own_tables.h"
#endif
#ifndef SANDTABLE_FC18_OWN_CorpsCmd
const string CorpsCmd[10] = {
  "move", "station", "station at tower", "attack corps", "attack tower",
  "regroup", "dissolve", "build tower", "repair tower", "change terrain",
};
#endif
#ifndef SANDTABLE_FC18_OWN_TowerCmd
const string TowerCmd[3] = {"produce", "attack corps", "attack tower"};
#endif
#ifndef SANDTABLE_FC18_OWN_ProductCmd
const string ProductCmd[6] = {"warrior", "archer", "caster", "builder", "extender", "upgrade"};
#endif
#ifndef SANDTABLE_FC18_OWN_Direction
const string Direction[4] = {"up", "down", "left", "right"};
#endif
#ifndef SANDTABLE_FC18_OWN_Terrain
const string Terrain[13] = {
  "tower", "plain", "mountain", "forest", "swamp", "road", "gate",
  "hall", "classroom 1", "classroom 2", "classroom 3", "classroom 4", "empty",
};
#endif
#ifndef SANDTABLE_FC18_OWN_BattleName
const string BattleName[3] = {"warrior", "archer", "caster"};
#endif
#ifndef SANDTABLE_FC18_OWN_ConstructName
const string ConstructName[2] = {"Builder", "Explorer"};
#endif

struct mapBlockInfo {
  terrainType type;
  int owner;
  vector<int> occupyPoint;
  TTowerID towerIndex;
};

struct TBarrier {
  TPoint m_beginPoint;
  TPoint m_endPoint;
};

enum CommandType { upgrade, changeStrategy, addTentacle, cutTentacle };

class BaseMap {
 public:
  int m_width;
  int m_height;

  BaseMap(int width = 15, int height = 15) : m_width(width), m_height(height) {}
  int getWidth() const { return m_width; }
  int getHeigth() const { return m_height; }
  bool isPosValid(int x, int y) const { return x >= 0 && y >= 0 && x < m_width && y < m_height; }
  bool isPosValid(const TPoint &point) const { return isPosValid(point.m_x, point.m_y); }
};

// As the crow flies.
inline TLength getDistance(const TPoint &a, const TPoint &b) {
  const double x = a.m_x - b.m_x;
  const double y = a.m_y - b.m_y;
  return sqrt(x * x + y * y);
}

#endif

#ifdef SANDTABLE_FC18_JSON
#include "json_forms.h"
#endif

#endif
