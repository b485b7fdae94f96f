// The player of the FC18 tutorial: towers close together that grow tall and shoot at whoever comes, and fighters that attack
// only where the exchange is good.
#include "ai.h"
#include "definition.h"
#include "user_toolbox.h"

static Info *game;
static map<int, int> hurt;  // what this turn's orders will have cost each foe

static bool mine(const TowerInfo &t) { return t.exist && t.ownerID == game->myID; }
static const mapBlock &block(int x, int y) { return (*game->gameMapInfo)[y][x]; }
static int width() { return static_cast<int>((*game->gameMapInfo)[0].size()); }
static int height() { return static_cast<int>(game->gameMapInfo->size()); }
static bool inside(int x, int y) { return x >= 0 && y >= 0 && x < width() && y < height(); }
static bool garrisoned(const CorpsInfo &c) {
  const int tower = block(c.pos.m_x, c.pos.m_y).TowerIndex;
  return tower != NOTOWER && game->towerInfo[tower].ownerID == c.owner;
}

// --- Strength and losses, as in the rules ------------------------------------------------------

static int share(int full, int hp, int max_hp) { return (full * hp + max_hp - 1) / max_hp; }

static int strength(const CorpsInfo &c, int x, int y) {
  const int kind = c.m_BattleType;
  return share(corpsBattlePoint[kind][0], c.HealthPoint, battleHealthPoint[kind][0]) + CorpsBattleGain[block(x, y).type];
}

static int strength(const TowerInfo &t) {
  int sum = share(t.battlePoint, t.healthPoint, TowerInitConfig[t.level - 1].initHealthPoint);
  for (TCorpsID id : block(t.position.m_x, t.position.m_y).corps) {
    const CorpsInfo &c = game->corpsInfo[id];
    if (c.owner == t.ownerID && c.type == Battle) sum += corpsBattleGain[c.m_BattleType][0];
  }
  return sum;
}

static int inflicted(int difference) { return static_cast<int>(30 * exp(0.04 * difference)); }
static int suffered(int difference) { return static_cast<int>(28 * exp(-0.04 * difference)); }

// Whether this turn's orders will have felled or taken it already.
static bool isDone(const CorpsInfo &c) { return hurt.count(c.ID) > 0 && hurt[c.ID] >= c.HealthPoint; }

// --- Towers ------------------------------------------------------------------------------------

// Whom a shot is best spent on, or -1.
static int bestShot(const TowerInfo &tower) {
  int best = -1, most = 0;
  for (const CorpsInfo &c : game->corpsInfo) {
    if (!c.exist || c.owner == game->myID || garrisoned(c) || getDist(c.pos, tower.position) > 2) continue;
    if (isDone(c)) continue;
    const int loss = inflicted(strength(tower) - strength(c, c.pos.m_x, c.pos.m_y));
    const int worth = c.type == Construct ? 60 : loss + hurt[c.ID] >= c.HealthPoint ? 100 : loss;
    if (worth > most) best = c.ID, most = worth;
  }
  if (best >= 0) hurt[best] += most;
  return best;
}

static void orderTowers() {
  const PlayerInfo &me = game->playerInfo[game->myID - 1];
  int extenders = 0, fighters = 0, engineers = 0;
  for (TCorpsID id : me.corps) {
    const CorpsInfo &c = game->corpsInfo[id];
    if (c.type == Battle) ++fighters;
    else ++engineers, extenders += c.m_BuildType == Extender;
  }
  int missing = MAX_TOWER_NUM - static_cast<int>(me.tower.size()) - extenders;
  for (TTowerID id : me.tower) {
    const TowerInfo &tower = game->towerInfo[id];
    const int target = bestShot(tower);
    if (target >= 0) {
      game->myCommandList.addCommand(towerCommand, {TAttackCorps, id, target});
      continue;
    }
    int task = PUpgrade;
    const bool rush = game->totalRounds > 14 && game->totalRounds < 90;
    if (missing > (rush ? 5 : 0) && tower.level == 1) task = PExtender, --missing;
    else if (rush && fighters < MAX_BATTLE_NUM) task = PArcher;
    else if (missing > 0 && tower.level == 1) task = PExtender, --missing;
    else if (tower.level >= 5 && fighters < MAX_BATTLE_NUM) task = PCavalry;
    else if (tower.level == MAX_TOWER_LEVEL) task = missing > 0 ? PExtender : PBuilder;
    if (task == PCavalry || task == PArcher) ++fighters;
    if (task != PBuilder || engineers < MAX_CONSTRUCT_NUM) game->myCommandList.addCommand(towerCommand, {TProduct, id, task});
  }
}

// --- Ways --------------------------------------------------------------------------------------

static const int kStep[4][2] = {{0, 1}, {0, -1}, {-1, 0}, {1, 0}};  // CUp, CDown, CLeft, CRight

static bool canEnter(const CorpsInfo &c, int x, int y) {
  const mapBlock &cell = block(x, y);
  if (cell.type >= TRGate) return false;
  if (cell.TowerIndex != NOTOWER) return game->towerInfo[cell.TowerIndex].ownerID == game->myID;
  for (TCorpsID id : cell.corps) {
    const CorpsInfo &other = game->corpsInfo[id];
    if (other.owner != game->myID || other.type == c.type) return false;
  }
  return true;
}

static int cost(int x1, int y1, int x2, int y2) { return (CorpsMoveCost[block(x1, y1).type] + CorpsMoveCost[block(x2, y2).type] + 1) / 2; }

struct Reach {
  int points;  // spent to get there; -1: no way
  int from;    // the step that led there
};

// The cheapest ways from a corps to all cells. Steps that cost more than it gets in a turn lead nowhere.
static vector<vector<Reach> > explore(const CorpsInfo &c) {
  const Reach none = {-1, -1};
  const int most = c.type == Battle ? battleMovePoint[c.m_BattleType][0] : constructMovePoint[c.m_BuildType];
  vector<vector<Reach> > reach(height(), vector<Reach>(width(), none));
  MaxHeap<int, TPoint> open;
  reach[c.pos.m_y][c.pos.m_x].points = 0;
  open.add(0, c.pos);
  for (;;) {
    TPoint at;
    const int points = -open.getMax(at);
    // `size` does not shrink, so it does not say when there is nothing left.
    if (!open.removeMax()) break;
    if (points > reach[at.m_y][at.m_x].points) continue;
    for (int way = 0; way < 4; ++way) {
      const int x = at.m_x + kStep[way][0], y = at.m_y + kStep[way][1];
      if (!inside(x, y) || !canEnter(c, x, y)) continue;
      const int step = cost(at.m_x, at.m_y, x, y);
      Reach &there = reach[y][x];
      if (step > most || (there.points >= 0 && there.points <= points + step)) continue;
      there.points = points + step;
      there.from = way;
      const TPoint next = {x, y};
      open.add(-there.points, next);
    }
  }
  return reach;
}

// Steps towards a cell, as far as the move points go.
static void walk(const CorpsInfo &c, const vector<vector<Reach> > &reach, TPoint to) {
  vector<int> ways;
  for (TPoint at = to; at.m_x != c.pos.m_x || at.m_y != c.pos.m_y;) {
    const int way = reach[at.m_y][at.m_x].from;
    if (reach[at.m_y][at.m_x].points <= c.movePoint) ways.push_back(way);
    at.m_x -= kStep[way][0];
    at.m_y -= kStep[way][1];
  }
  for (size_t i = ways.size(); i-- > 0;) game->myCommandList.addCommand(corpsCommand, {CMove, c.ID, ways[i]});
}

// --- Fighters ----------------------------------------------------------------------------------

struct Attack {
  int worth;
  TPoint from;
  vector<int> command;
  int loss;  // of a corps that is attacked
};

static void consider(Attack &best, int worth, TPoint from, vector<int> command, int loss) {
  if (worth <= best.worth) return;
  best.worth = worth;
  best.loss = loss;
  best.from = from;
  best.command = command;
}

// What an exchange is worth: what falls counts much, what is lost counts by its share.
static int judge(const CorpsInfo &c, int gain_if_fallen, int their_hp, int loss, int price) {
  int worth = loss >= their_hp ? gain_if_fallen : gain_if_fallen * loss / max(1, their_hp);
  worth -= price >= c.HealthPoint ? 400 : 150 * price / max(1, c.HealthPoint);
  return worth;
}

static void considerFrom(Attack &best, const CorpsInfo &c, int x, int y) {
  const int kind = c.m_BattleType;
  const int power = strength(c, x, y);
  const TPoint here = {x, y};
  for (const CorpsInfo &foe : game->corpsInfo) {
    if (!foe.exist || foe.owner == game->myID || garrisoned(foe) || isDone(foe) || getDist(foe.pos, here) > TBattleRange[kind]) continue;
    if (foe.type == Construct) {
      consider(best, 300, here, {CAttackCorps, c.ID, foe.ID}, 0);
      continue;
    }
    const int d = power - strength(foe, foe.pos.m_x, foe.pos.m_y);
    const int left = foe.HealthPoint - hurt[foe.ID];
    consider(best, judge(c, 500, left, inflicted(d), kind == Archer ? 0 : suffered(d)), here, {CAttackCorps, c.ID, foe.ID}, inflicted(d));
  }
  for (const TowerInfo &foe : game->towerInfo) {
    if (!foe.exist || foe.ownerID == game->myID || getDist(foe.position, here) > TBattleRange[kind]) continue;
    const int d = power - strength(foe);
    const int loss = static_cast<int>(corpsAttackTowerGain[kind][0] * inflicted(d));
    consider(best, judge(c, 600 + 150 * foe.level, foe.healthPoint, loss, kind == Archer ? 0 : suffered(d)), here, {CAttackTower, c.ID, foe.ID}, 0);
  }
}

static void orderFighter(const CorpsInfo &c) {
  const vector<vector<Reach> > reach = explore(c);
  Attack best = {0, c.pos, vector<int>(), 0};
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) {
      // An attack needs a move point.
      if (reach[y][x].points >= 0 && reach[y][x].points < c.movePoint) considerFrom(best, c, x, y);
    }
  }
  if (best.worth > 0) {
    walk(c, reach, best.from);
    game->myCommandList.addCommand(corpsCommand, best.command);
    if (best.command[0] == CAttackCorps) hurt[best.command[2]] += best.loss;
    return;
  }
  const bool hurt = 4 * c.HealthPoint < battleHealthPoint[c.m_BattleType][0];
  int nearest = INF;
  TPoint goal = c.pos;
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) {
      if (reach[y][x].points < 0) continue;
      int away = INF;
      const TPoint here = {x, y};
      for (const TowerInfo &t : game->towerInfo) {
        // Home for the wounded, to the enemy for the others.
        if (t.exist && hurt == (t.ownerID == game->myID)) away = min(away, 20 * getDist(t.position, here) + (hurt ? 0 : 4 * t.level));
      }
      for (const CorpsInfo &foe : game->corpsInfo) {
        if (!hurt && foe.exist && foe.owner != game->myID && !garrisoned(foe)) away = min(away, 20 * getDist(foe.pos, here));
      }
      if (away + reach[y][x].points < nearest) nearest = away + reach[y][x].points, goal = here;
    }
  }
  walk(c, reach, goal);
}

// --- Engineers ---------------------------------------------------------------------------------

static void orderExtender(const CorpsInfo &c) {
  const vector<vector<Reach> > reach = explore(c);
  int best = INF;
  TPoint site = c.pos;
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) {
      const mapBlock &cell = block(x, y);
      if (reach[y][x].points < 0 || cell.owner != game->myID || cell.TowerIndex != NOTOWER) continue;
      // Close to our towers, so that they shoot at the same foes; mountains and forests help nobody but the attacker.
      int away = reach[y][x].points * 3;
      for (const TowerInfo &t : game->towerInfo) {
        if (mine(t)) away += getDist(t.position.m_x, t.position.m_y, x, y);
      }
      if (away < best) best = away, site = {x, y};
    }
  }
  if (site.m_x == c.pos.m_x && site.m_y == c.pos.m_y) game->myCommandList.addCommand(corpsCommand, {CBuild, c.ID});
  else walk(c, reach, site);
  if (reach[site.m_y][site.m_x].points > 0 && reach[site.m_y][site.m_x].points < c.movePoint) game->myCommandList.addCommand(corpsCommand, {CBuild, c.ID});
}

static void orderBuilder(const CorpsInfo &c) {
  const vector<vector<Reach> > reach = explore(c);
  const TowerInfo *worst = nullptr;
  for (const TowerInfo &t : game->towerInfo) {
    const bool hurt = mine(t) && 3 * t.healthPoint < 2 * TowerInitConfig[t.level - 1].initHealthPoint;
    if (hurt && reach[t.position.m_y][t.position.m_x].points >= 0 && (worst == nullptr || t.healthPoint < worst->healthPoint)) worst = &t;
  }
  if (worst == nullptr) return;
  walk(c, reach, worst->position);
  game->myCommandList.addCommand(corpsCommand, {CRepair, c.ID});
}

void player_ai(Info &info) {
  game = &info;
  hurt.clear();
  orderTowers();
  for (TCorpsID id : info.playerInfo[info.myID - 1].corps) {
    const CorpsInfo &c = info.corpsInfo[id];
    if (c.type == Battle) orderFighter(c);
    else if (c.m_BuildType == Extender) orderExtender(c);
    else orderBuilder(c);
  }
}
