#include "ai.h"

void player_ai(Info &info) {
  this is not C++;
}
