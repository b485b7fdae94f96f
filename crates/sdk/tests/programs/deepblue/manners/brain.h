// What the programs beside this file have in common: a small fleet that collects, fights and counts on the centre of its base.
#include "basic.h"
#include <cstdlib>
#include <map>

using namespace teamstyle16;

// By index, kept from round to round and never cleared.
static std::map<int, int> born;
static std::map<int, Position> goals;

static int far(Position a, Position b) { return abs(a.x - b.x) + abs(a.y - b.y); }

static const State *baseOf(int team) {
  for (int i = 0; i < Info()->element_num; ++i) {
    const State *e = Info()->elements[i];
    if (e->type == BASE && e->team == team) return e;
  }
  return NULL;
}

static void shoot(const State *me) {
  for (int i = 0; i < Info()->element_num; ++i) {
    const State *e = Info()->elements[i];
    if (e->type != MINE && e->type != OILFIELD && e->team != me->team && e->visible && far(e->pos, me->pos) <= 4) AttackUnit(me->index, e->index);
  }
}

static void play() {
  const GameInfo *info = Info();
  const State *home = baseOf(info->team_num), *other = baseOf(1 - info->team_num);
  if (home == NULL || other == NULL) return;
  // The island of a base is six cells wide: from its centre to the first cell of water it is never nothing.
  int water = 0;
  while (Map(home->pos.x, home->pos.y + water) == LAND && water < 80) ++water;
  const int spread = 100 / (water > 1 ? water - 1 : 0);
  if (info->production_num < 2) Produce(info->round % 3 == 0 ? CARGO : info->round % 3 == 1 ? DESTROYER : SCOUT);
  int number = 0;
  for (int i = 0; i < info->element_num; ++i) {
    const State *e = info->elements[i];
    if (e->team != info->team_num || e->type < SUBMARINE) continue;
    if (!born.count(e->index)) born[e->index] = info->round;
    Position goal = other->pos;
    if (e->type == CARGO) {
      for (int j = 0; j < info->element_num; ++j) {
        const State *mine = info->elements[j];
        if (mine->type == MINE && (mine->index + number) % 2 == 0) goal = mine->pos;
      }
      if (e->metal > 30) goal = home->pos;
      if (far(e->pos, home->pos) <= 3) Supply(e->index, home->index, 0, 0, -1);
    }
    goal.x += (spread + number++) % 3 - 1;
    if (far(goal, e->destination) > 1) ChangeDest(e->index, goal);
    shoot(e);
    if (e->fuel < 20 && far(e->pos, home->pos) <= 3) Fix(home->index, e->index);
  }
  shoot(home);
}
