// {{NAME}}: towers that multiply, shoot and grow, and mages that go for the nearest tower of somebody else.

#pragma once

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sandtable/fc18.hpp"

using namespace sandtable::fc18;

/// Towers of this level make mages. Lower levels come sooner, higher ones work faster: try other numbers.
constexpr int MAGES_FROM_LEVEL = 2;

/// Row and column.
using Cell = std::pair<int, int>;

constexpr Direction DIRECTIONS[] = {Direction::up, Direction::down, Direction::left, Direction::right};

/// The neighbouring cell in a direction.
inline Cell ahead(Cell cell, Direction direction, const Briefing& rules) {
  const auto [rows, cols] = rules.directions[direction];
  return {cell.first + rows, cell.second + cols};
}

/// How far a corps or tower is from another.
template <class One, class Other>
int distance(const One& one, const Other& other) {
  return std::max(std::abs(one.row - other.row), std::abs(one.col - other.col));
}

/// Those of some corps or towers for which something is true.
template <class T, class Condition>
std::vector<T> select(const std::vector<T>& from, Condition condition) {
  std::vector<T> found;
  std::copy_if(from.begin(), from.end(), std::back_inserter(found), condition);
  return found;
}

/// All cells but landmarks, onto which no step leads.
inline std::set<Cell> cells_to_walk_on(const View& view, const Briefing& rules) {
  std::string letters;
  for (const TerrainFigures& terrain : rules.terrains) {
    if (terrain.steps.at(0)) letters += terrain.letter;
  }
  std::set<Cell> cells;
  for (int row = 0; row < rules.rows; ++row) {
    for (int col = 0; col < rules.cols; ++col) {
      if (letters.find(view.terrain.at(row).at(col)) != std::string::npos) cells.insert({row, col});
    }
  }
  return cells;
}

/// How many steps each cell is away from the nearest goal; a cell from which no way leads there is not in it.
using Steps = std::map<Cell, int>;

/// Counts the steps to some goals: first the goals, then their neighbours, and so on.
inline Steps steps_to(const std::set<Cell>& goals, const std::set<Cell>& open_cells, const Briefing& rules) {
  Steps steps;
  std::vector<Cell> queue(goals.begin(), goals.end());
  for (const Cell& goal : queue) steps[goal] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const Direction direction : DIRECTIONS) {
      const Cell cell = ahead(queue[next], direction, rules);
      if (open_cells.count(cell) == 0 || steps.count(cell) > 0) continue;
      steps[cell] = steps[queue[next]] + 1;
      queue.push_back(cell);
    }
  }
  return steps;
}

/// Adds moves that bring a corps nearer to a goal, at most so many.
inline void walk(std::vector<Order>& orders, const CorpsRow& corps, const Steps& steps, int most, const Briefing& rules) {
  const auto steps_from = [&](Cell cell) { return steps.count(cell) > 0 ? steps.at(cell) : 999; };
  Cell cell = {corps.row, corps.col};
  for (int moves = 0; moves < most && steps.count(cell) > 0 && steps.at(cell) > 0; ++moves) {
    const auto nearer = [&](Direction one, Direction other) {
      return steps_from(ahead(cell, one, rules)) < steps_from(ahead(cell, other, rules));
    };
    const Direction best = *std::min_element(std::begin(DIRECTIONS), std::end(DIRECTIONS), nearer);
    orders.push_back(Move{corps.id, best});
    cell = ahead(cell, best, rules);
  }
}

/// Called in each of our turns: looks at the view and returns orders, which act one after the other.
inline std::vector<Order> turn(const View& view, Table& table) {
  const Briefing& rules = table.briefing;
  const auto ours = [&](const auto& one) { return one.owner == view.player; };
  const auto theirs = [&](const auto& one) { return one.owner != view.player; };
  const auto towers = select(view.towers, ours), foes_towers = select(view.towers, theirs);
  const auto corps = select(view.corps, ours), foes = select(view.corps, theirs);
  const auto extenders = select(corps, [](const CorpsRow& one) { return one.kind == CorpsKind::extender; });
  const auto mages = select(corps, [](const CorpsRow& one) { return one.kind == CorpsKind::mage; });
  std::vector<Order> orders;

  // Towers: one order each. An extender costs a tower above level 1 a level, so extend first and climb later.
  int missing = rules.max_towers - static_cast<int>(towers.size() + extenders.size());
  for (const TowerRow& tower : towers) {
    const auto near = select(foes, [&](const CorpsRow& foe) { return distance(foe, tower) <= rules.tower_range; });
    if (!near.empty()) {
      const auto weaker = [](const CorpsRow& one, const CorpsRow& other) { return one.hp < other.hp; };
      orders.push_back(Shoot{tower.id, std::min_element(near.begin(), near.end(), weaker)->id});
    } else if (missing > 0 && tower.level == 1) {
      orders.push_back(Produce{tower.id, Task::extender});
      --missing;
    } else if (tower.level >= MAGES_FROM_LEVEL && static_cast<int>(mages.size()) < rules.max_fighters) {
      orders.push_back(Produce{tower.id, Task::mage});
    } else {
      orders.push_back(Produce{tower.id, Task::upgrade});
    }
  }

  // Extenders: out of their tower to the nearest free cell of our own land, to become a tower there.
  const std::set<Cell> open_cells = cells_to_walk_on(view, rules);
  std::set<Cell> free_land;
  for (const auto& [row, col] : open_cells) {
    if (view.owner.at(row).at(col) == '0' + view.player) free_land.insert({row, col});
  }
  for (const TowerRow& tower : view.towers) free_land.erase({tower.row, tower.col});
  const auto steps_to_land = steps_to(free_land, open_cells, rules);
  for (const CorpsRow& extender : extenders) {
    walk(orders, extender, steps_to_land, 1, rules);
    orders.push_back(Found{extender.id});
  }

  // Mages: towards the nearest tower of another player, and at whatever is beside them.
  std::set<Cell> goals;
  for (const TowerRow& tower : foes_towers) goals.insert({tower.row, tower.col});
  const auto steps_to_foes = steps_to(goals, open_cells, rules);
  for (const CorpsRow& mage : mages) {
    const auto towers_beside = select(foes_towers, [&](const TowerRow& tower) { return distance(mage, tower) <= 1; });
    const auto foes_beside = select(foes, [&](const CorpsRow& foe) { return distance(mage, foe) <= 1; });
    if (!towers_beside.empty()) orders.push_back(AttackTower{mage.id, towers_beside[0].id});
    else if (!foes_beside.empty()) orders.push_back(AttackCorps{mage.id, foes_beside[0].id});
    else walk(orders, mage, steps_to_foes, 4, rules);
  }
  return orders;
}
