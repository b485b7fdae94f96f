// Ends its own program in its third round.
#include "basic.h"
#include <cstdlib>

const char * GetTeamName() { return "leaves"; }

void AIMain() {
  if (teamstyle16::Info()->round == 2) std::exit(3);
}
