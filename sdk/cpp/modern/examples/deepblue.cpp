// Builds destroyers; whatever has a gun fires at all that is in reach; what can move goes for the enemy's base.
#include "sandtable/deepblue.hpp"
using namespace sandtable::deepblue;

std::vector<Order> turn(const View& view, Table& table) {
  std::vector<Sighting> own, foes;
  for (const Sighting& element : view.elements) {
    if (element.team != 2) (element.team == table.seat ? own : foes).push_back(element);
  }
  std::vector<Order> orders{Produce{Kind::destroyer}};
  for (const Sighting& unit : own) {
    for (const Sighting& foe : foes) {
      if (foe.visible) orders.push_back(AttackUnit{unit.index, foe.index});
    }
    for (const Sighting& foe : foes) {
      if (foe.kind == Kind::base) orders.push_back(ChangeDest{unit.index, foe.place.row, foe.place.col});
    }
  }
  return orders;
}

int main() { return play(turn); }
