#ifndef UNIT_H
#define UNIT_H
#include <string>
#include "Vector.h"
using namespace std;
enum UnitKind { MAGE, PATROL, TRACKER };
class Unit {
public:
    Unit(UnitKind kind = MAGE, int row = 0, int col = 0) : kind(kind), row(row), col(col) {}
    string symbol() const;
    UnitKind kind;
    int row, col;
};
#endif
