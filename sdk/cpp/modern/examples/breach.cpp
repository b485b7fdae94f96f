// Every unit tries to get beside an enemy, the nearest first, and hits it; what cannot be done is refused, and costs nothing.
#include <algorithm>
#include <cstdlib>

#include "sandtable/breach.hpp"
using namespace sandtable::breach;

int steps(Cell one, Cell other) { return std::abs(one.row - other.row) + std::abs(one.col - other.col); }

std::vector<Order> turn(const View& view, Table& table) {
  std::vector<Unit> own, enemies;
  for (const Unit& unit : view.units) {
    for (const Figures& kind : table.briefing.kinds) {
      if (kind.letter == to_text(unit.kind)) (kind.side == Side::player ? own : enemies).push_back(unit);
    }
  }
  std::vector<Order> orders;
  for (const Unit& unit : own) {
    std::sort(enemies.begin(), enemies.end(),
              [&](const Unit& one, const Unit& other) { return steps(unit.cell, one.cell) < steps(unit.cell, other.cell); });
    for (const Unit& enemy : enemies) {
      for (const Cell way : {Cell{-1, 0}, Cell{0, -1}, Cell{0, 1}, Cell{1, 0}}) {
        const Cell beside{enemy.cell.row + way.row, enemy.cell.col + way.col};
        orders.push_back(Move{unit.cell, beside});
        orders.push_back(Attack{beside, enemy.cell});
      }
    }
  }
  return orders;
}

int main() { return play(turn); }
