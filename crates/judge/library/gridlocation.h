// A place in a grid: its row and its column.
#ifndef SANDTABLE_GRIDLOCATION_H
#define SANDTABLE_GRIDLOCATION_H

#include <iostream>
#include <sstream>
#include <string>
#include "hashcode.h"

struct GridLocation {
    int row;
    int col;
    GridLocation(int row = 0, int col = 0) : row(row), col(col) {}
    std::string toString() const {
        std::ostringstream out;
        out << "r" << row << "c" << col;
        return out.str();
    }
};

inline bool operator==(const GridLocation& a, const GridLocation& b) { return a.row == b.row && a.col == b.col; }
inline bool operator!=(const GridLocation& a, const GridLocation& b) { return !(a == b); }
inline bool operator<(const GridLocation& a, const GridLocation& b) {
    return a.row != b.row ? a.row < b.row : a.col < b.col;
}
inline bool operator>(const GridLocation& a, const GridLocation& b) { return b < a; }
inline bool operator<=(const GridLocation& a, const GridLocation& b) { return !(b < a); }
inline bool operator>=(const GridLocation& a, const GridLocation& b) { return !(a < b); }
inline std::ostream& operator<<(std::ostream& out, const GridLocation& at) { return out << at.toString(); }
inline int hashCode(const GridLocation& at) { return (at.row * 31 + at.col) & 0x7fffffff; }

#endif
