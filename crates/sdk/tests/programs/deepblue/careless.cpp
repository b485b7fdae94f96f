// Does what nobody should: reads its input, prints to its output, orders without end, keeps pointers, asks outside the map.
#include "basic.h"
#include <cstdio>
#include <iostream>
#include <string>
using namespace teamstyle16;

const State *kept = NULL;

const char * GetTeamName() { return "a name that is longer than the contest allowed, with \"quotes\" and \\ and \n in it"; }

void AIMain() {
  std::string line;
  std::cout << "{\"turn\":0,\"orders\":[\"cc1\"]}" << std::endl;
  std::printf("%d\n", std::getchar());
  std::cin >> line;
  for (int x = -1000; x < 1000; x += 7) Map(x, -x);
  if (kept == NULL) kept = Info()->elements[0];
  std::printf("kept %d\n", kept->index);
  for (int i = 0; i < 100000; ++i) Cancel(i);
}
