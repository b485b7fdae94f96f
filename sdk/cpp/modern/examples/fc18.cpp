// Towers shoot at what comes near, make extenders while there is room for towers, then grow; extenders found where they may.
#include <algorithm>
#include <cstdlib>

#include "sandtable/fc18.hpp"
using namespace sandtable::fc18;

constexpr Direction WAYS[] = {Direction::up, Direction::right, Direction::down, Direction::left};

std::vector<Order> turn(const View& view, Table& table) {
  const Briefing& rules = table.briefing;
  const auto is_ours = [&](const auto& one) { return one.owner == view.player; };
  const auto towers = std::count_if(view.towers.begin(), view.towers.end(), is_ours);
  std::vector<Order> orders;
  for (const TowerRow& tower : view.towers) {
    if (!is_ours(tower)) continue;
    for (const CorpsRow& corps : view.corps) {
      const int distance = std::max(std::abs(corps.row - tower.row), std::abs(corps.col - tower.col));
      if (!is_ours(corps) && distance <= rules.tower_range) orders.push_back(Shoot{tower.id, corps.id});
    }
    const bool extends = tower.level == 1 && towers < rules.max_towers;
    orders.push_back(Produce{tower.id, extends ? Task::extender : Task::upgrade});
  }
  for (const CorpsRow& corps : view.corps) {
    if (!is_ours(corps)) continue;
    orders.push_back(Move{corps.id, WAYS[(corps.id + view.round / 3) % 4]});
    orders.push_back(Found{corps.id});
  }
  return orders;
}

int main() { return play(turn); }
