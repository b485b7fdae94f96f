// Uses every name of basic.h, in the C++ of its time, and prints all it can read every round.
#include "basic.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

using namespace teamstyle16;

namespace teamstyle16 {
// In the library, but not in the header.
extern const int kCaptureScore;
const Property * GetProperty(int type);
}

// Programs did this before `main` had begun.
const GameInfo *info = Info();
const int start_round = Info()->round + Info()->element_num + Info()->x_max;
const int scout_speed = kProperty[SCOUT].speed;
const std::size_t name_size = kMaxTeamNameSize;
static bool early = (std::printf("early %d %d %d\n", start_round, scout_speed, static_cast<int>(name_size)), true);

const char * GetTeamName() { return "\xe6\xb7\xb1\xe8\x93\x9d everything"; }

static void PrintProperty(int type) {
  const Property &p = kProperty[type];
  std::printf("property %d %d", type, p.level);
  for (int i = 0; i < 3; ++i) std::printf(" %d", p.sight_ranges[i]);
  for (int i = 0; i < 3; ++i) std::printf(" %d", p.fire_ranges[i]);
  std::printf(" %d %d %d %d %d", p.health_max, p.fuel_max, p.ammo_max, p.ammo_once, p.metal_max);
  std::printf(" %d %d %d %d", p.attacks[FIRE], p.attacks[TORPEDO], p.defences[FIRE], p.defences[TORPEDO]);
  std::printf(" %d %d %d %d\n", p.speed, p.cost, p.build_round, p.population);
}

static void PrintOnce() {
  std::printf("constants %d %d %d %d %d %d %d %d %d %d %d\n", kMaxElementNum, kMaxProductionListSize, NO_TEAM, kMaxMapSize,
              kMaxRoundLimit, kMaxPopulationLimit, kFortScore, kDamageScore, kCollectScore, kHealthPerMetal, kCaptureScore);
  for (int type = 0; type < kElementTypes; ++type) PrintProperty(type);
  std::printf("get property %d %d %d\n", GetProperty(SCOUT) == &kProperty[SCOUT], GetProperty(-1) == NULL, GetProperty(kElementTypes) == NULL);
  std::printf("map %d %d\n", info->x_max, info->y_max);
  for (int x = 0; x < info->x_max; ++x) {
    for (int y = 0; y < info->y_max; ++y) std::cout << (Map(x, y) == LAND ? '#' : '.');
    std::cout << std::endl;
  }
  // The table is one list: left of a row is the end of the one before.
  std::printf("outside %d %d %d %d\n", Map(1, -1) == Map(0, info->y_max - 1), Map(-1, 0) == OCEAN,
              Map(info->x_max, 0) == OCEAN, Map(2147483647, 2147483647) == OCEAN);
}

static void PrintState(const State &s) {
  std::printf("element %d %d %d %d %d %d %d %d", s.index, s.type, s.team, s.pos.x, s.pos.y, s.pos.z, s.size.x_length, s.size.y_length);
  std::printf(" %d %d %d %d %d %d %d %d\n", s.visible, s.health, s.fuel, s.ammo, s.metal, s.destination.x, s.destination.y, s.destination.z);
}

static void PrintRound() {
  std::printf("info %d %d %d %d %d\n", info->population_limit, info->round_limit, static_cast<int>(info->time_per_round * 1000 + 0.5f), info->weather, info->team_num);
  std::printf("round %d %d %d %d %d %d\n", info->round, info->scores[0], info->scores[1], info->population, info->element_num, info->production_num);
  for (int i = 0; i < info->element_num; ++i) {
    const State *state = info->elements[i];
    PrintState(*state);
    if (GetState(state->index) != state) std::printf("GetState gives another one\n");
  }
  for (int i = info->element_num; i < kMaxElementNum; ++i) {
    if (info->elements[i] != NULL) std::printf("something behind the end\n");
  }
  for (int i = 0; i < info->production_num; ++i) {
    const ProductionEntry entry = info->production_list[i];
    std::printf("production %d %d\n", entry.unit_type, entry.round_left);
  }
  if (GetState(-1) != NULL || GetState(2147483647) != NULL) std::printf("GetState knows nobody\n");
}

// The same on every machine, unlike rand().
static unsigned chance = 2015;
static int Below(int limit) {
  chance = chance * 1103515245u + 12345u;
  return static_cast<int>((chance >> 16) % static_cast<unsigned>(limit));
}

static void GiveOrders(const State &own) {
  const Position beside = {own.pos.x + Below(9) - 4, own.pos.y + Below(9) - 4, Below(3)};
  const State *other = info->elements[Below(info->element_num)];
  switch (Below(8)) {
    case 0: AttackPos(own.index, beside); break;
    case 1: AttackUnit(own.index, other->index); break;
    case 2: Fix(own.index, other->index); break;
    case 3: Supply(own.index, other->index, -1, Below(10), 0); break;
    case 4: Cancel(own.index); break;
    default: ChangeDest(own.index, beside); break;
  }
}

void AIMain() {
  if (info->round == 0) PrintOnce();
  PrintRound();
  for (int i = 0; i < info->element_num; ++i) {
    const State *state = info->elements[i];
    if (state->team == info->team_num) GiveOrders(*state);
  }
  Produce(SUBMARINE + Below(kElementTypes - SUBMARINE));
}
