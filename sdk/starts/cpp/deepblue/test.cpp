// The bot's own test, with a real start and a real first turn: g++ -std=c++17 -I. test.cpp -o test && ./test

#include "player.hpp"
#include "sandtable/expect.hpp"

using sandtable::expect;

int main() {
  const std::vector<Order> orders = rehearse(turn, "sample.jsonl");
  std::vector<Kind> built;
  for (const Order& order : orders) {
    if (const Produce* produce = std::get_if<Produce>(&order)) built.push_back(produce->kind);
  }
  expect(built == FLEET, "a fleet is begun");
  expect(built.size() == orders.size(), "nothing else is ordered yet");
  return sandtable::failures();
}
