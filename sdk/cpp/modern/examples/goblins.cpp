// Each mage goes for the nearest goblin, and burns it as soon as it stands in the same row or column.
#include <cstdlib>

#include "sandtable/goblins.hpp"
using namespace sandtable::goblins;

std::vector<Order> turn(const View& now, Table& table) {
  View view = now;
  while (view.to_move) {
    int rows = 0, cols = 1, least = 99;
    for (const Unit& unit : view.units) {
      const int down = unit.cell.row - view.to_move->row, right = unit.cell.col - view.to_move->col;
      if (unit.kind == UnitKind::mage || std::abs(down) + std::abs(right) >= least) continue;
      least = std::abs(down) + std::abs(right), rows = down, cols = right;
    }
    const bool by_row = cols == 0 || (rows != 0 && std::abs(rows) <= std::abs(cols));
    const Direction direction = by_row ? (rows > 0 ? Direction::down : Direction::up) : (cols > 0 ? Direction::right : Direction::left);
    const Order order = rows == 0 || cols == 0 ? Order(Fireball{direction}) : Order(Step{direction});
    auto [answers, seen] = table.submit({order});
    view = answers.at(0).refused() ? table.submit({Done{}}).view : seen;
  }
  return {};
}

int main() { return play(turn); }
