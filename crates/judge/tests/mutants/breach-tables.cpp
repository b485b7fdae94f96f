// Breach, stage 4, as tables: kinds, terrain and units are looked up in maps by cell.
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
using namespace std;

typedef pair<int, int> Cell;
typedef set<Cell> Cells;

enum Range { MELEE, LINE, JUMP };

struct Kind {
    bool ours;
    int hp, power, steps;
    bool flies;
    Range range;
    bool shoves, flattens, scatters;
};

struct Unit {
    char letter;
    int hp;
    bool moved, attacked;
};

map<char, Kind> kinds;
map<Cell, char> land;
map<Cell, Unit> units;
istringstream input;

const Cell UP(-1, 0), LEFT(0, -1), RIGHT(0, 1), DOWN(1, 0);
const Cell WAYS[] = {UP, LEFT, RIGHT, DOWN};

Cell operator+(Cell a, Cell b) { return Cell(a.first + b.first, a.second + b.second); }
Cell operator-(Cell a, Cell b) { return Cell(a.first - b.first, a.second - b.second); }

int sign(int number) { return number > 0 ? 1 : number < 0 ? -1 : 0; }

bool on_board(Cell at) { return at.first >= 0 && at.first <= 7 && at.second >= 0 && at.second <= 7; }

char terrain(Cell at) { return land.count(at) ? land[at] : ' '; }

const Kind &kind(Cell at) { return kinds[units[at].letter]; }

bool is_ours(Cell at) { return units.count(at) && kind(at).ours; }

bool is_theirs(Cell at) { return units.count(at) && !kind(at).ours; }

void fill_tables() {
    kinds['S'] = {true, 2, 1, 3, false, MELEE, false, false, false};
    kinds['T'] = {true, 3, 1, 2, false, LINE, true, true, false};
    kinds['F'] = {true, 2, 2, 5, true, JUMP, false, false, true};
    kinds['B'] = {false, 2, 3, 3, true, MELEE, false, false, false};
    kinds['H'] = {false, 1, 2, 3, false, MELEE, true, false, false};
}

// Input.

void refuse_map() { exit(3); }

pair<Cell, char> entry(const string &known) {
    int row, column;
    string word;
    if (!(input >> row >> column >> word) || word.size() != 1) refuse_map();
    if (known.find(word[0]) == string::npos || !on_board(Cell(row, column))) refuse_map();
    return make_pair(Cell(row, column), word[0]);
}

void read_map() {
    int terrains, troops;
    if (!(input >> terrains >> troops)) refuse_map();
    for (int i = 0; i < terrains; i++) {
        pair<Cell, char> it = entry("MOW");
        land[it.first] = it.second;
    }
    for (int i = 0; i < troops; i++) {
        pair<Cell, char> it = entry("STBFH");
        Unit fresh = {it.second, kinds[it.second].hp, false, false};
        units.insert(make_pair(it.first, fresh));
    }
    input.get();
}

enum Answer { GIVEN, UNREADABLE, ENDED };

Answer ask(const string &question, int count, int *numbers) {
    cout << question << "\n";
    string line;
    if (!getline(input, line)) return ENDED;
    istringstream words(line);
    for (int i = 0; i < count; i++)
        if (!(words >> numbers[i])) return UNREADABLE;
    return GIVEN;
}

// Drawing.

string symbol(Cell at) {
    if (units.count(at)) {
        char letter = is_ours(at) ? units[at].letter : units[at].letter - 'A' + 'a';
        return letter + to_string(units[at].hp);
    }
    switch (terrain(at)) {
    case 'M': return "/\\";
    case 'O': return "~~";
    case 'W': return "\\/";
    }
    return "";
}

string padded(const string &text, size_t width) {
    return text.size() < width ? string(width - text.size(), ' ') + text : text;
}

void draw(const Cells &marked = Cells(), char mark = ' ') {
    string rule = "  ";
    for (int column = 0; column < 8; column++) rule += "+---";
    rule += "+\n";
    cout << "\n  ";
    for (int column = 0; column < 8; column++) cout << padded(to_string(column), 3) << " ";
    cout << "\n" << rule;
    for (int row = 0; row < 8; row++) {
        cout << padded(to_string(row), 2);
        for (int column = 0; column < 8; column++) {
            Cell at(row, column);
            cout << "|";
            if (marked.count(at)) cout << mark << padded(symbol(at), 2);
            else cout << padded(symbol(at), 3);
        }
        cout << "|\n" << rule;
    }
    cout << "\n";
}

// Rules.

bool may_enter(Cell at, bool flies) {
    if (!on_board(at) || units.count(at)) return false;
    switch (terrain(at)) {
    case 'M': return false;
    case 'O': return flies;
    case 'W': return !flies;
    }
    return true;
}

Cells reachable(Cell from) {
    Cells all, edge;
    all.insert(from);
    edge.insert(from);
    for (int step = 0; step < kind(from).steps; step++) {
        Cells next;
        for (Cell at : edge)
            for (Cell way : WAYS)
                if (may_enter(at + way, kind(from).flies) && all.insert(at + way).second)
                    next.insert(at + way);
        edge = next;
    }
    return all;
}

Cells in_range(Cell from) {
    Cells all;
    for (Cell way : WAYS) {
        Cell next = from + way;
        switch (kind(from).range) {
        case MELEE:
            if (on_board(next)) all.insert(next);
            break;
        case JUMP:
            if (on_board(next + way)) all.insert(next + way);
            break;
        case LINE:
            while (on_board(next)) {
                all.insert(next);
                if (units.count(next) || terrain(next) != ' ') break;
                next = next + way;
            }
        }
    }
    return all;
}

void go(Cell from, Cell to) {
    if (from == to) return;
    units[to] = units[from];
    units.erase(from);
}

void shove(Cell at, Cell way) {
    Cell behind = at + way;
    bool flies = kind(at).flies;
    if (!on_board(behind)) return;
    if (units.count(behind)) {
        units[at].hp -= 1;
        units[behind].hp -= 1;
        return;
    }
    switch (terrain(behind)) {
    case ' ':
        go(at, behind);
        break;
    case 'M':
        units[at].hp -= 1;
        land.erase(behind);
        break;
    case 'O':
        if (flies) go(at, behind);
        else units[at].hp = 0;
        break;
    case 'W':
        if (!flies) go(at, behind);
        break;
    }
}

void remove_fallen() {
    for (auto it = units.begin(); it != units.end();)
        if (it->second.hp <= 0) units.erase(it++);
        else ++it;
}

void attack(Cell from, Cell target) {
    Kind attacker = kind(from);
    Cell way(sign((target - from).first), sign((target - from).second));
    bool held = units.count(target);
    if (held) units[target].hp -= attacker.power;
    if (attacker.shoves && held) shove(target, way);
    if (attacker.flattens && !held && terrain(target) == 'M') land.erase(target);
    if (attacker.scatters)
        for (Cell side : WAYS)
            if (units.count(target + side)) shove(target + side, side);
    remove_fallen();
}

int count_side(bool ours) {
    int count = 0;
    for (auto &it : units) count += kinds[it.second.letter].ours == ours;
    return count;
}

// The enemy.

int distance_to_ours(Cell at) {
    int least = 1000;
    for (auto &it : units) {
        if (!is_ours(it.first)) continue;
        int rows = abs(at.first - it.first.first), columns = abs(at.second - it.first.second);
        if (rows + columns < least) least = rows + columns;
    }
    return least;
}

void act(Cell from) {
    if (count_side(true) == 0) return;
    Cell best = from;
    int least = 1001;
    for (Cell at : reachable(from))
        if (distance_to_ours(at) < least) {
            least = distance_to_ours(at);
            best = at;
        }
    go(from, best);
    for (Cell target : in_range(best))
        if (is_ours(target)) {
            attack(best, target);
            break;
        }
}

void enemy_turn() {
    Cells actors;
    for (auto &it : units)
        if (is_theirs(it.first)) actors.insert(it.first);
    for (Cell at : actors)
        if (is_theirs(at)) act(at);
}

void grow() {
    for (auto &wood : land) {
        if (wood.second != 'W') continue;
        for (auto &it : units) {
            Cell apart = it.first - wood.first;
            if (abs(apart.first) <= 2 && abs(apart.second) <= 2) it.second.hp += 1;
        }
    }
}

// The player.

Cells actable() {
    Cells all;
    for (auto &it : units)
        if (is_ours(it.first) && !(it.second.moved && it.second.attacked)) all.insert(it.first);
    return all;
}

Cell choose_cell(const string &question, const string &refusal, const Cells &allowed) {
    while (true) {
        int numbers[2];
        Answer answer = ask(question, 2, numbers);
        if (answer == ENDED) exit(3);
        if (answer == UNREADABLE) cout << "Incorrect input! \n";
        if (answer == GIVEN && allowed.count(Cell(numbers[0], numbers[1])))
            return Cell(numbers[0], numbers[1]);
        cout << refusal << "\n";
    }
}

bool choose_unit(Cell &chosen) {
    while (true) {
        int at[2];
        Answer answer = ask("Please select a unit:", 2, at);
        if (answer == ENDED) cout << "Read line failed!\n";
        if (answer == UNREADABLE) cout << "Incorrect input! \n";
        if (answer != GIVEN) return false;
        chosen = Cell(at[0], at[1]);
        string place = "(" + to_string(at[0]) + ", " + to_string(at[1]) + ")";
        if (!on_board(chosen)) {
            cout << place << " is out of bound\n";
            return false;
        }
        if (!units.count(chosen)) cout << "No unit at " << place << "!\n";
        else if (is_theirs(chosen)) cout << "Unit at " << place << " is an enemy!\n";
        else if (!actable().count(chosen)) cout << "Unit at " << place << " is not actable!\n";
        else return true;
    }
}

string choose_action(const Unit &unit) {
    string names[3];
    int count = 0;
    if (!unit.moved) names[count++] = "Move";
    if (!unit.attacked) names[count++] = "Attack";
    names[count++] = "Skip";
    for (int i = 0; i < count; i++) cout << i + 1 << "." << names[i] << " ";
    cout << "\n";
    while (true) {
        int number;
        Answer answer = ask("Select your action:", 1, &number);
        if (answer == ENDED) exit(3);
        if (answer == GIVEN && number >= 1 && number <= count) return names[number - 1];
        cout << "Invalid action!\n";
    }
}

void carry_out(Cell at, const string &action) {
    if (action == "Move") {
        Cells ends = reachable(at);
        draw(ends, '.');
        Cell to = choose_cell("Please enter your destination:", "Not a valid destination", ends);
        units[at].moved = true;
        go(at, to);
    } else if (action == "Attack") {
        Cells targets = in_range(at);
        draw(targets, '*');
        Cell target = choose_cell("Please enter your target:", "Not a valid target", targets);
        units[at].attacked = true;
        attack(at, target);
    }
}

void player_turn() {
    for (auto &it : units) it.second.moved = it.second.attacked = false;
    while (true) {
        if (actable().empty()) {
            cout << "No more actable units.\n";
            return;
        }
        draw(actable(), '+');
        cout << "End this turn (y,n)?\n";
        string line;
        if (!getline(input, line) || (line != "y" && line != "n")) exit(3);
        if (line == "y") return;
        Cell chosen;
        if (choose_unit(chosen)) carry_out(chosen, choose_action(units[chosen]));
    }
}

int main() {
    fill_tables();
    string all, line;
    stringstream raw;
    raw << cin.rdbuf();
    all = raw.str();
    for (size_t at; (at = all.find("\r\n")) != string::npos;) all.erase(at, 1);
    input.str(all);
    read_map();
    while (true) {
        draw();
        if (count_side(false) == 0) {
            cout << "Won\n";
            return 0;
        }
        if (count_side(true) == 0) {
            cout << "Failed\n";
            return 0;
        }
        player_turn();
        enemy_turn();
        grow();
    }
}
