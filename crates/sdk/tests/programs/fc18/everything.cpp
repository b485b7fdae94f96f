// Uses every name of the three headers and prints all it can read every turn.
#include "ai.h"
#include "definition.h"
#include "user_toolbox.h"

// Programs rely on what definition.h includes and on its `using namespace std`.
static set<int> seen;
static map<string, int> counts;
static vector<int> history;
static const Info *first_info = nullptr;

template <typename T, size_t N>
static void row(const char *name, const T (&values)[N]) {
  cout << name;
  for (const T &value : values) cout << ' ' << value;
  cout << endl;
}

template <typename T, size_t N, size_t M>
static void rows(const char *name, const T (&table)[N][M]) {
  for (size_t i = 0; i < N; ++i) row(name, table[i]);
}

static void printConstants() {
  const int macros[] = {INF, TRANSITION, PUBLIC, NOTOWER, OUTOFRANGE};
  row("macros", macros);
#if defined(FC15_DEBUG) && defined(NO_SILENT_MODE) && defined(NO_JSON) && defined(FC15_SAVEMODE)
  cout << "switches" << endl;
#endif
  const int constants[] = {
    MAX_CORPS_LEVEL, MAX_TOWER_LEVEL, TERRAIN_TYPE_NUM, BATTLE_CORPS_TYPE_NUM, CONSTRUCT_CORPS_TYPE_NUM, TOWER_PRODUCT_TASK_NUM,
    TOWER_EXPER_GAIN_SCALE, OCCUPY_POINT_DIST_SCALE, CORPS_ACTION_TYPE_NUM, TOWER_ACTION_TYPE_NUM, MAX_ROUND, TOWER_SCORE,
    BATTLE_CORP_SCORE, CONSTRUCT_CORP_SCORE, KILL_SCORE, CORP_SCORE, MAX_CMD_NUM, MAX_TOWER_NUM, MAX_BATTLE_NUM, MAX_CONSTRUCT_NUM,
  };
  row("constants", constants);
  const int enums[] = {
    Battle, Construct, Warrior, Archer, Cavalry, Builder, Extender, corpsCommand, towerCommand, CMove, CStation, CStationTower, CAttackCorps,
    CAttackTower, CRegroup, CDissolve, CBuild, CRepair, CChangeTerrain, JMove, JStation, JStationTower, JAttackCorps, JAttackTower, JRegroup, JDissolve,
    JBuild, JRepair, JChangeTerrain, JProduct, JTowerAttackCorps, JTowerSttackTower, CUp, CDown, CLeft, CRight, TProduct,
    TAttackCorps, TAttackTower, PWarrior, PArcher, PCavalry, PBuilder, PExtender, PUpgrade, NOTASK, TRTower, TRPlain, TRMountain,
    TRForest, TRSwamp, TRRoad, TRGate, TRHall, TRClassRoom1, TRClassRoom2, TRClassRoom3, TRClassRoom4, TRTHUEmpty, Normal,
    RecoverMap, RecoverRound, upgrade, changeStrategy, addTentacle, cutTentacle,
  };
  row("enums", enums);
  enum towerCommand operation = TAttackTower;
  corpsMoveDir way = CRight;
  CorpsCommandEnum corps_operation = CBuild;
  CmdJsonNumber number = JProduct;
  gameState state = Normal;
  CommandType leftover = upgrade;
  cout << "typed " << operation << way << corps_operation << number << state << leftover << endl;
}

static void printTables() {
  rows("battleMovePoint", battleMovePoint);
  row("constructMovePoint", constructMovePoint);
  rows("corpsBattlePoint", corpsBattlePoint);
  rows("corpsBattleGain", corpsBattleGain);
  rows("corpsAttackTowerGain", corpsAttackTowerGain);
  rows("battleHealthPoint", battleHealthPoint);
  row("TBattleRange", TBattleRange);
  row("CorpsOperaNumNeed", CorpsOperaNumNeed);
  row("towerOperaNumNeed", towerOperaNumNeed);
  row("constructBuildCost", constructBuildCost);
  row("TowerProductCost", TowerProductCost);
  row("TowerExperGain", TowerExperGain);
  row("TowerOccupyPoint", TowerOccupyPoint);
  for (const TowerConfig &c : TowerInitConfig) {
    cout << "TowerInitConfig " << c.initBuildPoint << ' ' << c.initProductPoint << ' ' << c.initHealthPoint << ' ' << c.upgradeExper << ' ' << c.battleRegion << endl;
  }
  row("CorpsMoveCost", CorpsMoveCost);
  row("CorpsBattleGain", CorpsBattleGain);
  row("CorpsCmd", CorpsCmd);
  row("TowerCmd", TowerCmd);
  row("ProductCmd", ProductCmd);
  row("Direction", Direction);
  cout << "names " << sizeof(Terrain) / sizeof(Terrain[0]) << ' ' << Terrain[TRRoad] << ' ' << BattleName[Warrior] << ' ' << ConstructName[Builder] << ' ' << ConstructName[Extender] << endl;
}

// All typedefs, so that one that is missing does not compile.
static void useTypes() {
  TMovePoint a = 1; TBattlePoint b = 1; THealthPoint c = 1; TBuildPoint d = 1; TProductPoint e = 1; TExperPoint f = 1;
  TOccupyPoint g = 1; TIntPara h = 1; TPlayer i = 1; TTower j = 1; TCorps k = 1; TPlayerID l = 1; TTowerID m = 1; TCorpsID n = 1;
  TMap o = 1; TRound p = 1; TScore q = 1; TDist r = 1; TOperaNum s = 1; TPosition t = 1; TLevel u = 1;
  TDoublePara v = 0.5; TLength w = 0.5; TMapID x = "id"; CorpsInfoUnit y;
  cout << "types " << a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t + u + v + w << x << y.size() << endl;
}

static void useFunctions() {
  TPoint p = {3, 4}, q = {0, 0};
  TPoint difference = q - p;
  cout << "points " << difference.m_x << ' ' << difference.m_y << ' ' << getDist(p, q) << ' ' << getDist(1, 1, -2, 0) << ' ' << getDistance(p, q) << endl;
  for (int i = 0; i < 100; ++i) {
    const int drawn = generateRanInt(-3, 5);
    if (drawn < -3 || drawn > 5) cout << "drawn outside" << endl;
  }
  if (generateRanInt(7, 7) != 7 || abs(-3) != 3 || ceil(0.5) != 1) cout << "wrong" << endl;
  srand(static_cast<unsigned>(time(NULL)));
  TBarrier barrier = {p, q};
  mapBlockInfo block = {TRPlain, PUBLIC, vector<int>(4), NOTOWER};
  BaseMap base(15, 12);
  cout << "leftovers " << barrier.m_endPoint.m_x << block.occupyPoint.size() << block.towerIndex << base.getWidth() << base.getHeigth() << base.isPosValid(14, 12) << base.isPosValid(p) << base.m_width << base.m_height << endl;
}

struct Opaque {
  int value;
};

static void useHeap() {
  MaxHeap<int, Opaque> heap;
  Opaque top = {-1};
  cout << "heap " << heap.getMax(top) << top.value << heap.removeMax();
  for (int i = 0; i < 6; ++i) {
    const Opaque added = {i};
    heap.add(i * 5 % 7, added);
  }
  bool added_late = false;
  for (int key = heap.getMax(top); key != -1; key = heap.getMax(top)) {
    cout << ' ' << key << ':' << top.value;
    heap.removeMax();
    if (!added_late) heap.add(2, top);
    added_late = true;
  }
  cout << " size " << heap.size() << endl;
}

static void useCommands() {
  CommandList list;
  list.addCommand(corpsCommand, {CMove, 1, CUp});
  list.addCommand(towerCommand, vector<int>{TProduct, 0, PWarrior});
  list.addCommmand(towerCommand, {TProduct, 1, PArcher});
  list.addCommmand(corpsCommand, vector<int>(2, 7));
  list[0].parameters[2] = CDown;
  list.removeCommand(1);
  Command none, one(corpsCommand, {CBuild, 3}), two(towerCommand, vector<int>(1, 4));
  cout << "commands " << list.size() << list.getCommand()[0].parameters[2] << none.parameters.size() << one.cmdType << two.cmdType;
  const CommandList &fixed = list;
  for (const Command &command : fixed) cout << ' ' << command.cmdType << command.parameters.size();
  for (Command &command : list) command.cmdType = corpsCommand;
  for (int bad : {-1, 3, 50}) {
    try {
      list[bad].cmdType = towerCommand;
    } catch (const out_of_range &) {
      cout << " caught";
    }
    try {
      list.removeCommand(bad);
    } catch (const out_of_range &) {
      cout << " caught";
    }
  }
  for (int i = 0; i < 100; ++i) list.addCommand(corpsCommand, {CBuild, i});
  cout << ' ' << list.size() << endl;
}

static void printInfo(const Info &info) {
  cout << "info " << info.totalPlayers << ' ' << info.playerAlive << ' ' << info.totalRounds << ' ' << info.totalTowers << ' ' << info.totalCorps << ' ' << info.myID << ' ' << info.myCommandList.size() << endl;
  for (const PlayerInfo &p : info.playerInfo) {
    cout << "player " << p.id << ' ' << p.rank << ' ' << p.alive << " towers";
    for (TTowerID id : p.tower) cout << ' ' << id;
    cout << " corps";
    for (TCorpsID id : p.corps) cout << ' ' << id;
    cout << endl;
  }
  for (const TowerInfo &t : info.towerInfo) {
    if (!t.exist) { cout << "tower " << t.ID << " gone" << endl; continue; }
    cout << "tower " << t.ID << ' ' << t.ownerID << ' ' << t.position.m_x << ' ' << t.position.m_y << ' ' << t.productPoint << ' ' << t.pdtType << ' ' << t.productConsume << ' ' << t.battlePoint << ' ' << t.healthPoint << ' ' << t.level << endl;
  }
  for (const CorpsInfo &c : info.corpsInfo) {
    if (!c.exist) { cout << "corps " << c.ID << " gone" << endl; continue; }
    cout << "corps " << c.ID << ' ' << c.pos.m_x << ' ' << c.pos.m_y << ' ' << c.HealthPoint << ' ' << c.BuildPoint << ' ' << c.owner << ' ' << c.type << ' ' << c.movePoint << ' ' << c.m_BattleType << ' ' << c.m_BuildType << endl;
  }
  for (size_t y = 0; y < info.gameMapInfo->size(); ++y) {
    for (size_t x = 0; x < (*info.gameMapInfo)[y].size(); ++x) {
      const mapBlock &b = (*info.gameMapInfo)[y][x];
      cout << "cell " << x << ' ' << y << ' ' << b.type << ' ' << b.owner << ' ' << b.TowerIndex;
      for (int points : b.occupyPoint) cout << ' ' << points;
      cout << " corps";
      for (TCorpsID id : b.corps) cout << ' ' << id;
      cout << endl;
    }
  }
}

static unsigned chance = 2021;
static int below(int limit) {
  chance = chance * 1103515245u + 12345u;
  return static_cast<int>((chance >> 16) % static_cast<unsigned>(limit));
}

static void orderCorps(Info &info, const CorpsInfo &corps) {
  CommandList &list = info.myCommandList;
  for (int step = 0; step < 2; ++step) list.addCommand(corpsCommand, {CMove, corps.ID, below(4)});
  if (corps.type == Construct) {
    if (corps.m_BuildType == Extender && below(3) == 0) list.addCommand(corpsCommand, {CBuild, corps.ID});
    if (corps.m_BuildType == Builder) list.addCommand(corpsCommand, {CRepair, corps.ID});
    if (corps.m_BuildType == Builder) list.addCommand(corpsCommand, {CChangeTerrain, corps.ID, below(2) ? TRForest : TRPlain});
    return;
  }
  for (const CorpsInfo &other : info.corpsInfo) {
    if (other.exist && other.owner != info.myID && getDist(other.pos, corps.pos) <= TBattleRange[corps.m_BattleType]) list.addCommand(corpsCommand, {CAttackCorps, corps.ID, other.ID});
  }
  for (const TowerInfo &other : info.towerInfo) {
    if (other.exist && other.ownerID != info.myID && getDist(other.position, corps.pos) <= 2) list.addCommand(corpsCommand, {CAttackTower, corps.ID, other.ID});
  }
}

void player_ai(Info &info) {
  if (first_info == nullptr) {
    first_info = &info;
    printConstants();
    printTables();
    useTypes();
    useFunctions();
    useHeap();
    useCommands();
  }
  if (first_info != &info) cout << "another object" << endl;
  printInfo(info);
  for (TTowerID id : info.playerInfo[static_cast<size_t>(info.myID - 1)].tower) {
    if (below(4) == 0 && !info.corpsInfo.empty()) info.myCommandList.addCommand(towerCommand, {TAttackCorps, id, below(static_cast<int>(info.corpsInfo.size()))});
    info.myCommandList.addCommand(towerCommand, {TProduct, id, below(TOWER_PRODUCT_TASK_NUM)});
  }
  for (TCorpsID id : info.playerInfo[static_cast<size_t>(info.myID - 1)].corps) orderCorps(info, info.corpsInfo[static_cast<size_t>(id)]);
}
