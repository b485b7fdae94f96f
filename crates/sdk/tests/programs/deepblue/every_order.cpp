// One order of every kind, with numbers at their limits, and one after asking for news.
#include <climits>
#include "basic.h"

const char * GetTeamName() { return 0; }

void AIMain() {
  teamstyle16::Position far = {INT_MIN, INT_MAX, -1};
  teamstyle16::AttackPos(INT_MAX, far);
  teamstyle16::AttackUnit(1, INT_MIN);
  teamstyle16::ChangeDest(2, far);
  teamstyle16::Fix(3, 4);
  teamstyle16::Produce(-7);
  teamstyle16::Supply(INT_MIN, INT_MIN, INT_MIN, INT_MIN, INT_MIN);
  teamstyle16::Cancel(0);
  teamstyle16::TryUpdate();
  teamstyle16::Cancel(99);
}
