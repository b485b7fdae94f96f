// Never returns, and waits for every round itself.
#include "basic.h"
using namespace teamstyle16;

const char * GetTeamName() { return "loops"; }

void AIMain() {
  for (;;) {
    Cancel(Info()->round);
    if (Update() != 1) Cancel(-1);
  }
}
