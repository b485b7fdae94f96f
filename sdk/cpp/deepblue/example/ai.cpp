// The player of the Deep Blue tutorial: submarines lie off the enemy's base, where nothing but a destroyer can hurt them, and
// sink what is launched there; carriers take the forts and then shell the base from out of its range.
#include "basic.h"

#include <algorithm>
#include <climits>
#include <vector>

using namespace teamstyle16;

static const GameInfo *const info = Info();

typedef std::vector<const State *> States;

const char * GetTeamName() { return "wolf pack"; }

// --- What is where -----------------------------------------------------------------------------

static bool IsMine(const State *s) { return s->team == info->team_num; }
static bool IsUnit(const State *s) { return s->type >= SUBMARINE; }
static bool IsEnemy(const State *s) { return s->team == 1 - info->team_num; }

static States Select(bool (*wanted)(const State *)) {
  States found;
  for (int i = 0; i < info->element_num; ++i) {
    if (wanted(info->elements[i])) found.push_back(info->elements[i]);
  }
  return found;
}

static States OfType(const States &all, int type) {
  States found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i]->type == type) found.push_back(all[i]);
  }
  return found;
}

static int Gap(int a, int a_length, int b, int b_length) { return std::max(0, std::max(b - (a + a_length - 1), a - (b + b_length - 1))); }

// Between the nearest cells: a base covers three by three.
static int Distance(const State &a, const State &b) {
  return Gap(a.pos.x, a.size.x_length, b.pos.x, b.size.x_length) + Gap(a.pos.y, a.size.y_length, b.pos.y, b.size.y_length);
}

static const State *Nearest(const State &from, const States &all) {
  const State *best = NULL;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (best == NULL || Distance(from, *all[i]) < Distance(from, *best)) best = all[i];
  }
  return best;
}

// The ocean cell nearest to a ship from which a target is at least `least` and at most `most` away.
static bool Berth(const State &ship, const State &target, int least, int most, Position *found) {
  int shortest = INT_MAX;
  State there = ship;
  for (there.pos.x = 0; there.pos.x < info->x_max; ++there.pos.x) {
    for (there.pos.y = 0; there.pos.y < info->y_max; ++there.pos.y) {
      const int distance = Distance(there, target);
      const int way = Distance(there, ship);
      if (Map(there.pos.x, there.pos.y) != OCEAN || distance < least || distance > most || way >= shortest) continue;
      shortest = way;
      *found = there.pos;
    }
  }
  return shortest < INT_MAX;
}

// --- Firing ------------------------------------------------------------------------------------

// What a shot does, by the rules' formula.
static int Damage(const State &shooter, const State &target) {
  const Property &gun = kProperty[shooter.type];
  const int range = gun.fire_ranges[target.pos.z];
  const int distance = Distance(shooter, target);
  if (shooter.type == CARGO || distance > range) return 0;
  if ((shooter.type == BASE || shooter.type == FORT) && target.pos.z == UNDERWATER) return 0;
  int damage = 0;
  for (int kind = FIRE; kind <= TORPEDO; ++kind) {
    const int defence = kProperty[target.type].defences[kind];
    int attack = gun.attacks[kind];
    if (shooter.type != CARRIER) attack = attack * (range + 1 - distance + range / 2) / (range + 1);
    if (defence >= 0) damage += std::max(0, attack - defence);
  }
  return damage;
}

// Everything fires at what it hurts most; true if the element has something to do now.
static bool Fire(const State &shooter, const States &targets) {
  if (shooter.ammo >= 0 && shooter.ammo < kProperty[shooter.type].ammo_once) return false;
  const State *best = NULL;
  int most = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    int worth = Damage(shooter, *targets[i]);
    if (worth >= targets[i]->health) worth += 100;
    if (worth > most) best = targets[i], most = worth;
  }
  if (best != NULL) AttackUnit(shooter.index, best->index);
  return best != NULL;
}

// --- The base ----------------------------------------------------------------------------------

static void Build(const State &base, const States &own) {
  static const ElementType kPlan[] = {CARGO, CARRIER, CARRIER, CARGO, CARRIER, SUBMARINE, SUBMARINE, SUBMARINE, CARRIER, SUBMARINE,
                                      SUBMARINE, SUBMARINE, CARGO, CARRIER, SUBMARINE, SUBMARINE, CARRIER, SUBMARINE, SUBMARINE, CARRIER};
  int have[kElementTypes] = {0};
  for (std::size_t i = 0; i < own.size(); ++i) ++have[own[i]->type];
  for (int i = 0; i < info->production_num; ++i) ++have[info->production_list[i].unit_type];
  int metal = base.metal;
  for (std::size_t i = 0; i < sizeof kPlan / sizeof kPlan[0]; ++i) {
    const ElementType type = kPlan[i];
    if (have[type] > 0) {
      --have[type];
      continue;
    }
    if (metal < kProperty[type].cost) return;
    metal -= kProperty[type].cost;
    Produce(type);
  }
}

static bool IsNeedy(const State &unit) {
  const Property &full = kProperty[unit.type];
  return unit.type != CARGO && (unit.fuel < full.fuel_max * 2 / 3 || unit.ammo < full.ammo_max * 2 / 3);
}

// Bases repair, which also fills tank and magazine; forts and carriers hand over stores.
static void LookAfter(const State &giver, const States &own) {
  for (std::size_t i = 0; i < own.size(); ++i) {
    const State &unit = *own[i];
    if (!IsUnit(&unit) || unit.index == giver.index || Distance(giver, unit) > 1) continue;
    const bool hurt = unit.health < kProperty[unit.type].health_max;
    if (giver.type == BASE && unit.type != CARGO && (hurt || IsNeedy(unit))) return Fix(giver.index, unit.index);
    if (giver.type != BASE && IsNeedy(unit)) return Supply(giver.index, unit.index, -1, -1, 0);
  }
}

// --- Ships -------------------------------------------------------------------------------------

static void Sail(const State &ship, const State &target, int least, int most) {
  Position goal;
  if (Berth(ship, target, least, most, &goal)) ChangeDest(ship.index, goal);
}

static void Trade(const State &cargo, const State &base, const States &mines, const States &fields) {
  if (Distance(cargo, base) <= 1 && cargo.metal > 0) Supply(cargo.index, base.index, std::max(0, cargo.fuel - 150), 0, -1);
  const bool laden = cargo.metal >= 40 || (cargo.metal > 0 && mines.empty());
  const State *goal = laden && Distance(cargo, base) > 1 ? &base : cargo.fuel < 60 ? Nearest(cargo, fields) : Nearest(cargo, mines);
  if (goal != NULL) Sail(cargo, *goal, 1, 1);
}

static bool MustGoHome(const State &ship) {
  return ship.ammo < kProperty[ship.type].ammo_once || ship.fuel < 30 || (ship.type == CARRIER && ship.health < 40);
}

// Submarines hunt ships; without one in sight they lie off the enemy's base.
static void Hunt(const State &submarine, const State &prey) { Sail(submarine, prey, 0, prey.type == BASE ? 3 : 0); }

// Neutral forts do not fire, so ships go close; from others they keep away as far as their guns allow.
static void Besiege(const State &ship, const State &target) {
  const int range = kProperty[ship.type].fire_ranges[SURFACE];
  const int theirs = kProperty[target.type].fire_ranges[SURFACE];
  if (target.team == NO_TEAM) Sail(ship, target, 1, ship.type == CARRIER ? range : 2);
  else Sail(ship, target, std::min(range, theirs + 1), range);
}

static bool IsHaven(const State *s) { return IsMine(s) && !IsUnit(s); }
static bool IsShip(const State *s) { return IsEnemy(s) && (s->type >= SUBMARINE && s->type <= CARGO); }
static bool IsTarget(const State *s) { return !IsMine(s) && (s->type != MINE && s->type != OILFIELD) && (s->visible || s->type == BASE); }
static bool IsFortToTake(const State *s) { return s->type == FORT && !IsMine(s); }
static bool IsStocked(const State *s) { return s->type == MINE && (s->metal > 0 || !s->visible); }
static bool IsField(const State *s) { return s->type == OILFIELD; }
static bool IsEnemyBase(const State *s) { return s->type == BASE && IsEnemy(s); }

void AIMain() {
  const States own = Select(IsMine), targets = Select(IsTarget), ships = Select(IsShip), forts = Select(IsFortToTake);
  const States mines = Select(IsStocked), fields = Select(IsField), enemy_base = Select(IsEnemyBase), bases = OfType(own, BASE);
  if (bases.empty() || enemy_base.empty()) return;
  const State &base = *bases[0];
  Build(base, own);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const State &unit = *own[i];
    if (unit.type == CARGO) {
      Trade(unit, base, mines, fields);
      continue;
    }
    const bool fires = Fire(unit, targets);
    if (!IsUnit(&unit) && !fires) LookAfter(unit, own);
    if (!IsUnit(&unit)) continue;
    if (MustGoHome(unit)) Sail(unit, *Nearest(unit, Select(IsHaven)), 1, 1);
    else if (unit.type == SUBMARINE) Hunt(unit, ships.empty() ? *enemy_base[0] : *Nearest(unit, ships));
    else Besiege(unit, forts.empty() ? *enemy_base[0] : *Nearest(unit, forts));
  }
}
