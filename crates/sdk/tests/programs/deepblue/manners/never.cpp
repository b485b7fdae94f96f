// Leaves all asking to the library.
#include "brain.h"
const char * GetTeamName() { return "never"; }
void AIMain() { play(); }
