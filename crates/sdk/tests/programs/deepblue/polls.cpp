// Never returns: asks for news all the time, and orders once a round.
#include "basic.h"
#include <iostream>
using namespace teamstyle16;

const char * GetTeamName() { return "polls"; }

void AIMain() {
  const GameInfo *info = Info();
  int passed = 1;
  for (;;) {
    if (passed > 0) {
      std::cout << "passed " << passed << " round " << info->round << "\n";
      Cancel(info->round);
    }
    passed = TryUpdate();
  }
}
