// Stage 2 of goblins for mages that only step: right as it is, wrong with what the tests put in.
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

const string END = "/*END OF LINE*/";
int rows, cols;
vector<string> land, units;
string text;

string two(int number) {
    ostringstream out;
    out << (number < 10 ? " " : "") << number;
    return out.str();
}

void draw() {
    string rule = "  ";
    text += "  ";
    for (int col = 0; col < cols; col++) {
        text += " " + two(col);
        rule += "+--";
    }
    rule += "+" + END;
    text += END + rule;
    for (int row = 0; row < rows; row++) {
        text += two(row);
        for (int col = 0; col < cols; col++) {
            char unit = units[row][col], terrain = land[row][col];
            text += unit == 'M' ? "|@@" : unit == 'G' ? "|PG" : terrain == 'W' ? "|~~" : terrain == 'M' ? "|/\\" : "|  ";
        }
        text += "|" + END + rule;
    }
    text += END + END;
}

int main() {
    int terrains, mages, goblins, row, col;
    string line, word;
    cin >> rows >> cols >> terrains >> mages >> goblins;
    land = units = vector<string>(rows, string(cols, ' '));
    while (terrains-- > 0 && cin >> row >> col >> word) land[row][col] = word[0];
    while (mages-- > 0 && cin >> row >> col) units[row][col] = 'M';
    int mage_row = row, mage_col = col;
    while (goblins-- > 0 && cin >> row >> col >> word) units[row][col] = 'G';
    getline(cin, line);
    bool ended = false;
    for (int turn = 1; !ended; turn++) {
        ostringstream begin, ask;
        begin << "Turn " << turn << " begins:";
        text += begin.str() + END;
        draw();
        ask << "Please move the unit at (" << mage_row << "," << mage_col << ")";
        text += ask.str() + END;
        if (!getline(cin, line)) {
            line = "";
            ended = true;
        }
        int points = 3;
        for (size_t i = 0; i < line.size() && points > 0; i++) {
            int to_row = mage_row + (line[i] == 'S') - (line[i] == 'W');
            int to_col = mage_col + (line[i] == 'D') - (line[i] == 'A');
            bool inside = to_row >= 0 && to_row < rows && to_col >= 0 && to_col < cols;
            if (!inside || land[to_row][to_col] != ' ' || units[to_row][to_col] != ' ') continue;
            units[mage_row][mage_col] = ' ';
            mage_row = to_row;
            mage_col = to_col;
            units[mage_row][mage_col] = 'M';
            points--;
        }
        draw();
        /*EACH TURN*/
    }
    /*AT END*/
    cout << text;
    return 0;
}
