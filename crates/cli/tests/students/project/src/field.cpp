#include "Field.h"
#include "StrLib.h"
#include <iomanip>
#include <iostream>
#include <sstream>
string Unit::symbol() const { return kind == MAGE ? "@@" : kind == PATROL ? "PG" : "TG"; }
bool Field::load(istream& in) {
    symbols["W"] = "~~"; symbols["M"] = "/\\"; symbols["P"] = "  ";
    string line;
    if (!getline(in, line)) return false;
    istringstream head(line);
    int m, n, nt, nm, ng;
    if (!(head >> m >> n >> nt >> nm >> ng) || m < 1 || n < 1 || m > 20 || n > 20) return false;
    ground.resize(m, n);
    tops.resize(m, n);
    for (int r = 0; r < m; r++) for (int c = 0; c < n; c++) ground[r][c] = "  ";
    for (int i = 0; i < nt; i++) {
        int r, c;
        string t;
        if (!getline(in, line)) return false;
        istringstream fields(line);
        if (!(fields >> r >> c >> t) || !ground.inBounds(r, c) || !symbols.containsKey(t)) return false;
        ground[r][c] = symbols[t];
    }
    for (int i = 0; i < nm + ng; i++) {
        Unit u;
        string k;
        if (!getline(in, line)) return false;
        istringstream fields(trim(line));
        if (!(fields >> u.row >> u.col) || !ground.inBounds(u.row, u.col)) return false;
        if (i >= nm) {
            if (!(fields >> k)) return false;
            int s;
            if (k == "PG") u.kind = PATROL;
            else if (k == "TG" && fields >> s) u.kind = TRACKER;
            else return false;
        }
        for (const Unit& other : units) if (other.row == u.row && other.col == u.col) return false;
        units += u;
    }
    for (const Unit& u : units) if (ground[u.row][u.col] == "  ") tops[u.row][u.col] = u.symbol();
    return true;
}
void Field::display() const {
    cout << "  ";
    for (int c = 0; c < ground.numCols(); c++) cout << " " << setw(2) << c;
    string rule = "  ";
    for (int c = 0; c < ground.numCols(); c++) rule += "+--";
    cout << endl << rule << "+" << endl;
    for (int r = 0; r < ground.numRows(); r++) {
        cout << setw(2) << integerToString(r);
        for (int c = 0; c < ground.numCols(); c++) cout << "|" << (tops[r][c].empty() ? ground[r][c] : tops[r][c]);
        cout << "|" << endl << rule << "+" << endl;
    }
    cout << endl << endl;
}
