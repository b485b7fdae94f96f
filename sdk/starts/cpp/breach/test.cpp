// The bot's own test, with a real start and a real first turn: g++ -std=c++17 -I. test.cpp -o test && ./test

#include "player.hpp"
#include "sandtable/expect.hpp"

using sandtable::expect;

int main() {
  const std::vector<Order> orders = rehearse(turn, "sample.jsonl");
  expect(orders.size() == 2, "the best plan is a move and an attack");
  for (const Order& order : orders) {
    if (const Move* move = std::get_if<Move>(&order)) expect(move->unit == Cell{5, 3}, "the tank moves");
    if (const Attack* attack = std::get_if<Attack>(&order)) {
      expect(attack->target == Cell{2, 3}, "the enemy in the line of fire is shot");
    }
  }
  return sandtable::failures();
}
