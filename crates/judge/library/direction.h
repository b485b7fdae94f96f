// The four directions of the compass.
#ifndef SANDTABLE_DIRECTION_H
#define SANDTABLE_DIRECTION_H

#include <iostream>
#include <string>

enum Direction { NORTH, EAST, SOUTH, WEST };

inline Direction leftFrom(Direction way) { return Direction((way + 3) % 4); }
inline Direction rightFrom(Direction way) { return Direction((way + 1) % 4); }
inline Direction opposite(Direction way) { return Direction((way + 2) % 4); }
inline std::string directionToString(Direction way) {
    static const char* const names[] = {"NORTH", "EAST", "SOUTH", "WEST"};
    return names[way];
}
inline std::ostream& operator<<(std::ostream& out, const Direction& way) { return out << directionToString(way); }
inline Direction operator++(Direction& way, int) {
    Direction before = way;
    way = Direction(way + 1);
    return before;
}

#endif
