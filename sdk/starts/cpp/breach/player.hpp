// {{NAME}}: tries every cell a unit can reach and every enemy it can hit from there, and does what is worth most.

#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "sandtable/breach.hpp"

using namespace sandtable::breach;

// What things are worth: try other numbers.
constexpr int KILL = 100;
constexpr int HIT = 40;
constexpr int DANGER = 30;    // for each enemy that can reach the unit
constexpr int DISTANCE = 1;   // for each step between the unit and an enemy
constexpr int PATIENCE = 20;  // turns; after them nothing is a danger any more

/// The figures of each kind of unit.
using Kinds = std::map<Kind, Figures>;

/// Where a unit could go, whom it could attack from there, and what that is worth.
struct Plan {
  int worth;
  Cell unit;
  Cell to;
  std::optional<Cell> target;
};

constexpr Cell DIRECTIONS[] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};

inline bool on_board(Cell cell) { return 0 <= cell.row && cell.row < 8 && 0 <= cell.col && cell.col < 8; }

/// The board as one of its units finds it.
class Board {
 public:
  Board(const Unit& unit, const View& view) : unit_(unit) {
    for (const Unit& other : view.units) {
      if (other != unit) others_.insert(other.cell);
    }
    for (const auto& [cell, terrain] : view.terrain) terrain_[cell] = terrain;
  }

  /// The cells that the unit can go to, the nearest first.
  std::vector<Cell> reach(const Figures& figures) const {
    std::map<Cell, int> steps = {{unit_.cell, 0}};
    std::vector<Cell> queue = {unit_.cell};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const Cell cell = queue[next];
      for (const Cell& ahead : DIRECTIONS) {
        const Cell there = {cell.row + ahead.row, cell.col + ahead.col};
        if (is_open(there, figures.domain) && steps.count(there) == 0 && steps[cell] < figures.movement) {
          steps[there] = steps[cell] + 1;
          queue.push_back(there);
        }
      }
    }
    return queue;
  }

  /// The cells that the unit could attack from a cell.
  std::set<Cell> targets(Cell cell, const Figures& figures) const {
    const int first = figures.range == Range::jump ? 2 : 1;
    const int last = figures.range == Range::line ? 7 : first;
    std::set<Cell> found;
    for (const Cell& ahead : DIRECTIONS) {
      for (int steps = first; steps <= last; ++steps) {
        const Cell target = {cell.row + steps * ahead.row, cell.col + steps * ahead.col};
        found.insert(target);
        // A line of fire ends at the first unit and at the first cell that is not plain.
        if (others_.count(target) || terrain_.count(target)) break;
      }
    }
    return found;
  }

 private:
  bool is_open(Cell cell, Domain domain) const {
    if (!on_board(cell) || others_.count(cell)) return false;
    const auto found = terrain_.find(cell);
    if (found == terrain_.end()) return true;
    const Terrain closed = domain == Domain::land ? Terrain::O : Terrain::W;
    return found->second != Terrain::M && found->second != closed;
  }

  Unit unit_;
  std::set<Cell> others_;
  std::map<Cell, Terrain> terrain_;
};

/// What it is worth to stand on a cell, with these enemies about.
inline int worth_of_standing(Cell cell, const std::vector<Unit>& enemies, const View& view, const Kinds& kinds) {
  int worth = 0;
  for (const Unit& enemy : enemies) {
    const int steps = std::abs(enemy.cell.row - cell.row) + std::abs(enemy.cell.col - cell.col);
    if (steps <= kinds.at(enemy.kind).movement + 1 && view.turn <= PATIENCE) worth -= DANGER;
    worth -= DISTANCE * steps;
  }
  return worth;
}

/// Adds everything that a unit could do.
inline void add_plans(std::vector<Plan>& plans, const Unit& unit, const View& view, const Kinds& kinds) {
  const Figures& figures = kinds.at(unit.kind);
  std::vector<Unit> enemies;
  for (const Unit& other : view.units) {
    if (kinds.at(other.kind).side == Side::enemy) enemies.push_back(other);
  }
  const Board board(unit, view);
  for (const Cell& cell : board.reach(figures)) {
    plans.push_back({worth_of_standing(cell, enemies, view, kinds), unit.cell, cell, std::nullopt});
    const std::set<Cell> within = board.targets(cell, figures);
    for (const Unit& target : enemies) {
      if (within.count(target.cell) == 0) continue;
      const bool kills = target.hp <= figures.attack;
      std::vector<Unit> threats = enemies;
      if (kills) threats.erase(std::find(threats.begin(), threats.end(), target));
      const int worth = (kills ? KILL : HIT) + worth_of_standing(cell, threats, view, kinds);
      plans.push_back({worth, unit.cell, cell, target.cell});
    }
  }
}

/// Called each turn: carries out the best plan of all units, then the best of the units that are left, and so on.
inline std::vector<Order> turn(View view, Table& table) {
  Kinds kinds;
  for (const Figures& figures : table.briefing.kinds) kinds[from_text<Kind>(figures.letter)] = figures;
  std::set<Cell> done;
  for (;;) {
    std::vector<Plan> plans;
    for (const Unit& unit : view.units) {
      if (kinds.at(unit.kind).side == Side::player && done.count(unit.cell) == 0) add_plans(plans, unit, view, kinds);
    }
    if (plans.empty()) return {};
    const auto by_worth = [](const Plan& one, const Plan& other) { return one.worth < other.worth; };
    const Plan best = *std::max_element(plans.begin(), plans.end(), by_worth);
    std::vector<Order> orders = {Move{best.unit, best.to}};
    if (best.target) orders.push_back(Attack{best.to, *best.target});
    // Orders act at once: give them now, and see what they have changed.
    view = table.submit(orders).view;
    done.insert(best.to);
  }
}
