// {{NAME}}: each mage tries every square it can reach and every fireball from there, and does what is worth most.

#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sandtable/goblins.hpp"

using namespace sandtable::goblins;

// What things are worth: try other numbers.
constexpr int KILL = 100;
constexpr int DANGER = 60;    // for each goblin that can strike the mage
constexpr int DISTANCE = 1;   // for each step between the mage and a goblin
constexpr int PATIENCE = 30;  // turns; after them nothing is a danger any more

/// Which way a mage could go, where it could throw a fireball then, and what that is worth.
struct Plan {
  int worth;
  std::vector<Direction> way;
  std::optional<Direction> fireball;
};

constexpr int FAR = 50;
constexpr Direction DIRECTIONS[] = {Direction::up, Direction::down, Direction::left, Direction::right};

/// The next square in a direction.
inline Cell ahead(Cell square, Direction direction) {
  switch (direction) {
    case Direction::up: return {square.row - 1, square.col};
    case Direction::down: return {square.row + 1, square.col};
    case Direction::left: return {square.row, square.col - 1};
    case Direction::right: return {square.row, square.col + 1};
    case Direction::unknown: break;
  }
  return square;
}

inline int distance(Cell one, Cell other) { return std::abs(one.row - other.row) + std::abs(one.col - other.col); }

/// Squares with the way to each, the nearest first.
class Ways {
 public:
  std::vector<std::pair<Cell, std::vector<Direction>>> all;

  bool has(Cell square) const { return place_.count(square) > 0; }

  void add(Cell square, std::vector<Direction> way) {
    place_[square] = all.size();
    all.emplace_back(square, std::move(way));
  }

  /// How many steps it takes to a square.
  int steps(Cell square) const { return has(square) ? static_cast<int>(all[place_.at(square)].second.size()) : FAR; }

 private:
  std::map<Cell, std::size_t> place_;
};

/// The board as the mage finds it whose turn it is: its own square counts as empty.
class Board {
 public:
  explicit Board(const View& view) : view_(view) {
    for (const Unit& unit : view.units) {
      if (unit.cell != view.to_move) units_[unit.cell] = unit;
    }
    for (const auto& [cell, terrain] : view.terrain) terrain_[cell] = terrain;
  }

  /// Everybody who is not a mage.
  std::vector<Unit> enemies() const {
    std::vector<Unit> found;
    for (const auto& [cell, unit] : units_) {
      if (unit.kind != UnitKind::mage) found.push_back(unit);
    }
    return found;
  }

  /// The squares that so many steps lead to.
  Ways ways(Cell start, int most) const {
    Ways ways;
    ways.add(start, {});
    for (std::size_t next = 0; next < ways.all.size(); ++next) {
      const auto [square, way] = ways.all[next];
      if (static_cast<int>(way.size()) == most) break;
      for (const Direction direction : DIRECTIONS) {
        const Cell there = ahead(square, direction);
        if (ways.has(there) || !is_open(there)) continue;
        std::vector<Direction> longer = way;
        longer.push_back(direction);
        ways.add(there, longer);
      }
    }
    return ways;
  }

  /// Whom a fireball would burn. It flies over water; a mountain stops it.
  std::optional<Unit> first_unit(Cell square, Direction direction) const {
    do {
      square = ahead(square, direction);
    } while (holds(square) && units_.count(square) == 0 && !is_mountain(square));
    const auto found = units_.find(square);
    return found == units_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Whether a goblin would strike somebody on a square in its next turn.
  bool can_strike(const Unit& goblin, Cell square) const {
    if (goblin.kind == UnitKind::tracker) return distance(goblin.cell, square) <= *goblin.sight;
    if (goblin.kind != UnitKind::patrol) return false;
    Cell cell = goblin.cell;
    for (int left = *goblin.steps; distance(cell, square) > 1; --left) {
      const Cell next = ahead(cell, *goblin.facing);
      if (left <= 0 || !is_open(next)) return false;
      cell = next;
    }
    return true;
  }

 private:
  bool holds(Cell square) const {
    return 0 <= square.row && square.row < view_.rows && 0 <= square.col && square.col < view_.cols;
  }

  /// Whether somebody can step there.
  bool is_open(Cell square) const { return holds(square) && !units_.count(square) && !terrain_.count(square); }

  bool is_mountain(Cell square) const { return terrain_.count(square) && terrain_.at(square) == Terrain::M; }

  const View& view_;
  std::map<Cell, Unit> units_;
  std::map<Cell, Terrain> terrain_;
};

/// Everything that a mage could do.
inline std::vector<Plan> plans_of(Cell mage, const View& view) {
  const Board board(view);
  const std::vector<Unit> enemies = board.enemies();
  std::vector<Ways> walks;
  for (const Unit& goblin : enemies) walks.push_back(board.ways(goblin.cell, FAR));

  // What standing on a square is worth, when one of the goblins has been burnt or none.
  const auto worth_of_standing = [&](Cell square, const std::optional<Unit>& burnt) {
    int worth = 0;
    for (std::size_t i = 0; i < enemies.size(); ++i) {
      if (enemies[i] == burnt) continue;
      worth -= DISTANCE * walks[i].steps(square);
      if (view.turn <= PATIENCE && board.can_strike(enemies[i], square)) worth -= DANGER;
    }
    return worth;
  };

  std::vector<Plan> plans;
  for (const auto& [square, way] : board.ways(mage, view.points).all) {
    plans.push_back({worth_of_standing(square, std::nullopt), way, std::nullopt});
    for (const Direction direction : DIRECTIONS) {
      const std::optional<Unit> hit = board.first_unit(square, direction);
      if (!hit || hit->kind == UnitKind::mage) continue;
      plans.push_back({KILL + worth_of_standing(square, hit), way, direction});
    }
  }
  return plans;
}

/// Called each turn: the mages act one after the other, each by its best plan.
inline std::vector<Order> turn(View view, Table& table) {
  while (view.to_move) {
    const std::vector<Plan> plans = plans_of(*view.to_move, view);
    const auto by_worth = [](const Plan& one, const Plan& other) { return one.worth < other.worth; };
    const Plan best = *std::max_element(plans.begin(), plans.end(), by_worth);
    std::vector<Order> orders;
    for (const Direction direction : best.way) orders.push_back(Step{direction});
    if (best.fireball) orders.push_back(Fireball{*best.fireball});
    else orders.push_back(Done{});
    // Orders act at once: give them now, and see what they have changed.
    view = table.submit(orders).view;
  }
  return {};
}
