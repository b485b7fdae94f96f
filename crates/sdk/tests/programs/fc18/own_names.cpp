// Uses names for itself that only some versions of definition.h had, and names that the driver has.
#include "ai.h"
#include "user_toolbox.h"

struct Direction { int dx, dy; };
struct Terrain { int cost; };
double getDistance(const TPoint &a, const TPoint &b) { return abs(a.m_x - b.m_x) + abs(a.m_y - b.m_y); }
enum CommandType { nothing, something };
class BaseMap { public: int cells[15][15]; } base;
class Game {};
class Reply {};
class Json {};
const int kPlayers = 9;
int point(int x) { return x; }
void ask() {}

void player_ai(Info &info) {
  Direction way = {0, 1};
  Terrain terrain = {2};
  TPoint a = {way.dx, way.dy}, b = {point(3), terrain.cost};
  base.cells[0][0] = kPlayers + something;
  if (getDistance(a, b) == 4) info.myCommandList.addCommand(corpsCommand, {CBuild, 42});
}
