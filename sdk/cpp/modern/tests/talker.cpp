// A player of goblins that uses everything a table offers, for tests of the conversation.

#include <cstdio>
#include <stdexcept>

#include "sandtable/goblins.hpp"

using namespace sandtable::goblins;

std::vector<Order> turn(const View& view, Table& table) {
  // Neither may reach the match.
  std::cout << "printed with a stream\n";
  std::printf("printed with printf\n");
  if (table.turn == 13) throw std::runtime_error("thirteen is too much");
  table.want_events(table.events.empty());
  table.note(std::to_string(view.units.size()) + " units, " + std::to_string(table.died.size()) + " deaths\n");
  const auto [answers, seen] = table.submit({Step{Direction::up}, Tornado{}});
  std::string said = "seat " + std::to_string(table.seat) + " of " + std::to_string(table.seats) + ":";
  for (const Answer& answer : answers) said += answer.refused() ? " refused, " + answer.reason : " accepted";
  table.note(said);
  if (seen.to_move) return {Fireball{Direction::left}};
  return {};
}

int main() {
  return play(turn, [](const std::vector<Standing>& outcome, Table& table) {
    std::cerr << "place " << outcome.at(static_cast<std::size_t>(table.seat)).place << '\n';
  });
}
