// The bot's own test, with a real start and a real first turn: g++ -std=c++17 -I. test.cpp -o test && ./test

#include "player.hpp"
#include "sandtable/expect.hpp"

using sandtable::expect;

int main() {
  const std::vector<Order> orders = rehearse(turn, "sample.jsonl");
  expect(orders == std::vector<Order>{Produce{0, Task::extender}}, "the first tower makes an extender");
  return sandtable::failures();
}
