// Looks at an element that is not there, in its third round.
#include "basic.h"
using namespace teamstyle16;

const char * GetTeamName() { return "crashes"; }

void AIMain() {
  if (Info()->round == 2) Produce(*const_cast<volatile const int *>(&GetState(-1)->index));
}
