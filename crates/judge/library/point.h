// A point with whole coordinates.
#ifndef SANDTABLE_POINT_H
#define SANDTABLE_POINT_H

#include <iostream>
#include <string>
#include "hashcode.h"

class Point {
public:
    Point() : x(0), y(0) {}
    Point(int x, int y) : x(x), y(y) {}
    int getX() const { return x; }
    int getY() const { return y; }
    std::string toString() const { return "(" + std::to_string(x) + "," + std::to_string(y) + ")"; }
    bool operator==(const Point& other) const { return x == other.x && y == other.y; }
    bool operator!=(const Point& other) const { return !(*this == other); }
    bool operator<(const Point& other) const { return x != other.x ? x < other.x : y < other.y; }

private:
    int x;
    int y;
};

inline std::ostream& operator<<(std::ostream& out, const Point& point) { return out << point.toString(); }
inline int hashCode(const Point& point) { return (point.getX() * 31 + point.getY()) & 0x7fffffff; }

#endif
