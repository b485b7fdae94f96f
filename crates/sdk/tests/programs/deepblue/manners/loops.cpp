// Never returns, never asks whether the game is over, and waits for each round.
#include "brain.h"
const char * GetTeamName() { return "loops"; }
void AIMain() {
  while (true) {
    play();
    Update();
  }
}
