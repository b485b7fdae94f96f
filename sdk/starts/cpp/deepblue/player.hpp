// {{NAME}}: cargo ships bring metal; carriers take the forts and then shell the enemy's base from out of its range.

#pragma once

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "sandtable/deepblue.hpp"

using namespace sandtable::deepblue;

/// What we want to have, the first first: try another fleet.
inline const std::vector<Kind> FLEET = {Kind::carrier, Kind::cargo,   Kind::carrier, Kind::carrier,
                                        Kind::cargo,   Kind::carrier, Kind::carrier, Kind::carrier};

using Sightings = std::vector<Sighting>;

/// Those of some elements for which something is true.
template <class Condition>
Sightings select(const Sightings& from, Condition condition) {
  Sightings found;
  std::copy_if(from.begin(), from.end(), std::back_inserter(found), condition);
  return found;
}

inline Sightings of_kind(const Sightings& from, Kind kind) {
  return select(from, [&](const Sighting& element) { return element.kind == kind; });
}

inline Sightings operator+(Sightings one, const Sightings& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// What of the fleet is neither there nor in the making.
inline std::vector<Kind> missing(const View& view, const Table& table, const Sightings& own) {
  std::vector<Kind> have, wanted;
  for (const Sighting& element : own) have.push_back(element.kind);
  if (const auto& economy = view.economies[static_cast<std::size_t>(table.seat)]) {
    for (const Production& entry : economy->production) have.push_back(entry.kind);
  }
  for (const Kind kind : FLEET) {
    const auto found = std::find(have.begin(), have.end(), kind);
    if (found == have.end()) wanted.push_back(kind);
    else have.erase(found);
  }
  return wanted;
}

/// Sails towards something. If that is on land, the ship stops on the nearest cell of water.
inline Order go(const Sighting& ship, const Sighting& goal) {
  return ChangeDest{ship.index, goal.place.row, goal.place.col};
}

/// The nearest of some goals, of which there must be one.
inline Sighting nearest(const Sighting& ship, const Sightings& goals) {
  const auto steps = [&](const Sighting& goal) {
    return std::abs(goal.place.row - ship.place.row) + std::abs(goal.place.col - ship.place.col);
  };
  const auto nearer = [&](const Sighting& one, const Sighting& other) { return steps(one) < steps(other); };
  return *std::min_element(goals.begin(), goals.end(), nearer);
}

inline Sighting weakest(const Sightings& targets) {
  const auto weaker = [](const Sighting& one, const Sighting& other) { return one.health < other.health; };
  return *std::min_element(targets.begin(), targets.end(), weaker);
}

/// Steps between two stretches of cells, given by their first and their length.
inline int gap(int first, int size, int other_first, int other_size) {
  return std::max({0, other_first - (first + size - 1), first - (other_first + other_size - 1)});
}

/// Rows plus columns between the nearest cells: a base covers three by three, and its place is the upper left of them.
inline int distance(const Sighting& one, const Sighting& other, const Table& table) {
  const int size = table.briefing.kinds[one.kind].size, other_size = table.briefing.kinds[other.kind].size;
  return gap(one.place.row, size, other.place.row, other_size) +
         gap(one.place.col, size, other.place.col, other_size);
}

/// Whether a target that is in sight, or known to be there, is in range.
inline bool reaches(const Sighting& gun, const Sighting& target, const Table& table) {
  const int reach = table.briefing.kinds[gun.kind].fire_ranges[static_cast<std::size_t>(target.place.level)];
  return distance(gun, target, table) <= reach && (target.visible || target.kind == Kind::base);
}

/// Called each round: looks at what our side sees and returns orders, which wait until both sides are done.
inline std::vector<Order> turn(const View& view, Table& table) {
  const auto is_ours = [&](const Sighting& element) { return element.team == table.seat; };
  const auto is_theirs = [&](const Sighting& element) { return element.team == 1 - table.seat; };
  const auto is_not_ours = [&](const Sighting& element) { return element.team != table.seat; };
  const auto may_have_metal = [](const Sighting& mine) { return mine.metal != 0 || !mine.visible; };
  const Sightings own = select(view.elements, is_ours);
  const Sightings foes = select(view.elements, is_theirs);
  const Sightings forts = select(of_kind(view.elements, Kind::fort), is_not_ours);
  const Sightings mines = select(of_kind(view.elements, Kind::mine), may_have_metal);
  const Sighting base = of_kind(own, Kind::base).at(0), enemy_base = of_kind(foes, Kind::base).at(0);
  const Sightings carriers = of_kind(own, Kind::carrier);
  const Sightings havens = of_kind(own, Kind::base) + of_kind(own, Kind::fort);
  std::vector<Order> orders;
  for (const Kind kind : missing(view, table, own)) orders.push_back(Produce{kind});

  // Cargo ships collect from a mine they are beside without being told; handing over has to be ordered.
  for (const Sighting& cargo : of_kind(own, Kind::cargo)) {
    const bool is_full = cargo.metal >= 40 || mines.empty();
    orders.push_back(go(cargo, is_full ? base : nearest(cargo, mines)));
    Supply all_metal{cargo.index, base.index};
    all_metal.metal = -1;
    orders.push_back(all_metal);
  }

  // Everything that has a gun fires at what is in reach, the weakest first. Who has no target may have time to help.
  for (const Sighting& gun : havens + carriers) {
    const auto in_reach = [&](const Sighting& target) { return reaches(gun, target, table); };
    const auto is_needy = [&](const Sighting& ship) { return ship.ammo < 20 && distance(gun, ship, table) == 1; };
    const Sightings targets = select(foes + forts, in_reach);
    const Sightings needy = select(carriers, is_needy);
    if (!targets.empty() && gun.ammo != 0) orders.push_back(AttackUnit{gun.index, weakest(targets).index});
    else if (!needy.empty() && gun.kind != Kind::carrier) orders.push_back(Supply{gun.index, needy[0].index});
  }

  // Carriers without ammunition go home; the others go for the forts, then for the base, and stay where they reach it.
  for (const Sighting& ship : carriers) {
    const Sightings goals = ship.ammo == 0 ? havens : forts.empty() ? Sightings{enemy_base} : forts;
    const Sighting goal = nearest(ship, goals);
    const bool stays = ship.ammo != 0 && reaches(ship, goal, table);
    orders.push_back(go(ship, stays ? ship : goal));
  }
  return orders;
}
