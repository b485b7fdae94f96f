// Never returns, and waits for news by asking until there are some.
#include "brain.h"
const char * GetTeamName() { return "waits"; }
void AIMain() {
  for (;;) {
    play();
    while (!TryUpdate()) {}
  }
}
