// As most teams had it: asks for news at the beginning of a round, then orders.
#include "brain.h"
const char * GetTeamName() { return "begins"; }
void AIMain() {
  TryUpdate();
  play();
}
