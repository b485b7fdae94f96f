#pragma once
#include <Grid.h>
#include "unit.h"
#include "Map.h"
class Field {
public:
    bool load(istream& in);
    void display() const;
private:
    Grid<string> ground;
    Grid<string> tops;
    Vector<Unit> units;
    Map<string, string> symbols;
};
