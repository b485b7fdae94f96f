// The program: plays with the `turn` of player.hpp.

#include "player.hpp"

int main() { return play(turn); }
