// The programming interface of the Deep Blue contest.
//
// A player includes this file and defines, outside any namespace,
//
//     const char * GetTeamName();     the name of the team, at most 32 bytes
//     void AIMain();                  called once for every new round
//
// C++98 and plain ASCII, so that every compiler and every input charset will do.

#ifndef SANDTABLE_SDK_DEEPBLUE_BASIC_H
#define SANDTABLE_SDK_DEEPBLUE_BASIC_H

#include <cstddef>

namespace teamstyle16 {

// At most so many elements and entries are listed in GameInfo.
const int kMaxElementNum = 200;
const int kMaxProductionListSize = 200;

// The team of neutral forts and of resources.
enum { NO_TEAM = 2 };

enum Level { UNDERWATER, SURFACE, AIR };

enum AttackType { FIRE, TORPEDO };

enum MapType { OCEAN, LAND };

enum ElementType {
  BASE, FORT, MINE, OILFIELD, SUBMARINE, DESTROYER, CARRIER, CARGO, FIGHTER, SCOUT,
  kElementTypes
};

// A cell and a level. x counts rows of the map, y columns.
struct Position {
  int x;
  int y;
  int z;
};

struct Size {
  int x_length;
  int y_length;
};

// The figures of a kind. -1: unlimited ammunition, immune; 0: the kind has no such thing.
struct Property {
  Level level;
  int sight_ranges[3];
  int fire_ranges[3];
  int health_max;
  int fuel_max;
  int ammo_max;
  int ammo_once;
  int metal_max;
  int attacks[2];
  int defences[2];
  int speed;
  int cost;
  int build_round;
  int population;
};

// What the team knows of an element.
struct State {
  int index;
  Position pos;  // of a base the centre
  Size size;
  ElementType type;
  int team;
  bool visible;
  int health;
  int fuel;
  int ammo;
  int metal;
  Position destination;  // 0, 0, 0 if it does not move
};

struct ProductionEntry {
  int unit_type;
  int round_left;
};

struct GameInfo {
  int x_max;
  int y_max;
  int population_limit;
  int round_limit;
  float time_per_round;
  int weather;
  int team_num;
  int scores[2];
  int round;
  int population;
  int element_num;
  const State *elements[kMaxElementNum];
  int production_num;
  ProductionEntry production_list[kMaxProductionListSize];
};

extern const std::size_t kMaxTeamNameSize;
extern const int kMaxMapSize;
extern const int kMaxRoundLimit;
extern const int kMaxPopulationLimit;
extern const int kFortScore;
extern const int kDamageScore;
extern const int kCollectScore;
extern const int kHealthPerMetal;

// The figures of all kinds under the rules that the program was built for.
extern const Property kProperty[kElementTypes];

// The current information. Always the same address; all zero before the first round has arrived.
const GameInfo * Info();

// The terrain of a cell. Outside the map: an entry of the table if x * y_max + y is one, else OCEAN.
MapType Map(int x, int y);

// The element with this index, or NULL if the team does not know of it now.
const State * GetState(int index);

// Ends the turn and waits for the next round. Returns how many rounds have passed.
int Update();

// Takes the next round if it is there. If not: 0 the first time in a round; the second time the turn ends, and this waits for
// the next round like Update.
int TryUpdate();

// Orders. They count for the present round; after the end of the turn, for the next one.
void AttackPos(int operand, Position target);
void AttackUnit(int operand, int target);
void ChangeDest(int operand, Position dest);
void Fix(int operand, int target);
void Produce(int type);
void Supply(int operand, int target, int fuel, int ammo, int metal);
void Cancel(int operand);

}  // namespace teamstyle16

#endif
