// The bot's own test, with a real start and a real first turn: g++ -std=c++17 -I. test.cpp -o test && ./test

#include "player.hpp"
#include "sandtable/expect.hpp"

using sandtable::expect;

int main() {
  const std::vector<Order> orders = rehearse(turn, "sample.jsonl");
  int steps = 0;
  for (const Order& order : orders) steps += std::holds_alternative<Step>(order);
  expect(steps <= 3, "a mage makes no more steps than it has");
  expect(!orders.empty() && std::holds_alternative<Fireball>(orders.back()), "the goblin is burnt");
  return sandtable::failures();
}
