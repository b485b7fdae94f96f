// Asks for news when it has ordered.
#include "brain.h"
const char * GetTeamName() { return "ends"; }
void AIMain() {
  play();
  TryUpdate();
}
