// A right program for goblins, stage 4, in another style: classes, a map of units, one buffer of output.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

typedef std::pair<int, int> Cell;  // row, column

struct Step { char key; int down, right; };
const Step STEPS[] = {{'W', -1, 0}, {'A', 0, -1}, {'S', 1, 0}, {'D', 0, 1}};

const Step* stepOf(char key) {
    for (const Step& step : STEPS)
        if (step.key == key) return &step;
    return nullptr;
}

Cell beside(const Cell& from, int down, int right) { return Cell(from.first + down, from.second + right); }
Cell beside(const Cell& from, const Step& step) { return beside(from, step.down, step.right); }

char opposite(char key) {
    switch (key) {
        case 'W': return 'S';
        case 'S': return 'W';
        case 'A': return 'D';
        default: return 'A';
    }
}

bool nextLine(std::string& line) {
    line.clear();
    int c = std::getchar();
    if (c == EOF) return false;
    while (c != EOF && c != '\n') {
        line.push_back(static_cast<char>(c));
        c = std::getchar();
    }
    return true;
}

class BadMap : public std::runtime_error {
public:
    BadMap() : std::runtime_error("map") {}
};

enum class Ground { Plain, Water, Mountain };

class Battle;

class Unit {
public:
    explicit Unit(const Cell& where) : cell(where), alive(true) {}
    virtual ~Unit() {}
    virtual const char* symbol() const = 0;
    virtual bool isMage() const { return false; }
    virtual void act(Battle& battle) = 0;
    Cell cell;
    bool alive;
};

class Battle {
public:
    Battle() : height(0), width(0), inputLeft(true) {}

    void load();
    void play();
    bool has(const Cell& cell) const {
        return cell.first >= 0 && cell.first < height && cell.second >= 0 && cell.second < width;
    }
    Ground ground(const Cell& cell) const {
        std::map<Cell, Ground>::const_iterator it = terrain.find(cell);
        return it == terrain.end() ? Ground::Plain : it->second;
    }
    Unit* at(const Cell& cell) const {
        std::map<Cell, Unit*>::const_iterator it = standing.find(cell);
        return it == standing.end() ? nullptr : it->second;
    }
    bool canEnter(const Cell& cell) const {
        return has(cell) && ground(cell) == Ground::Plain && !at(cell);
    }
    void relocate(Unit& unit, const Cell& to) {
        standing.erase(unit.cell);
        unit.cell = to;
        standing[to] = &unit;
    }
    void remove(Unit& unit) {
        standing.erase(unit.cell);
        unit.alive = false;
    }
    bool mageNear(const Cell& cell) const {
        for (const Step& step : STEPS) {
            Unit* unit = at(beside(cell, step));
            if (unit && unit->isMage()) return true;
        }
        return false;
    }
    void strike(const Cell& from) {
        for (const Step& step : STEPS) {
            Unit* unit = at(beside(from, step));
            if (unit && unit->isMage()) remove(*unit);
        }
    }
    void fireball(const Cell& from, const Step& step);
    void tornado(const Cell& from);
    void draw();
    std::string readCommand() {
        std::string line;
        if (!nextLine(line)) inputLeft = false;
        return line;
    }
    const std::vector<std::unique_ptr<Unit>>& all() const { return units; }

private:
    void place(std::unique_ptr<Unit> unit) {
        if (!has(unit->cell) || at(unit->cell)) throw BadMap();
        standing[unit->cell] = unit.get();
        units.push_back(std::move(unit));
    }
    const char* result() const;

    int height, width;
    bool inputLeft;
    std::map<Cell, Ground> terrain;
    std::map<Cell, Unit*> standing;
    std::vector<std::unique_ptr<Unit>> units;
};

void Battle::draw() {
    std::string text = "  ";
    char number[16];
    for (int column = 0; column < width; ++column) {
        std::snprintf(number, sizeof number, " %2d", column);
        text += number;
    }
    std::string rule = "  ";
    for (int column = 0; column < width; ++column) rule += "+--";
    rule += "+\n";
    text += '\n' + rule;
    for (int row = 0; row < height; ++row) {
        std::snprintf(number, sizeof number, "%2d", row);
        text += number;
        for (int column = 0; column < width; ++column) {
            Cell cell(row, column);
            text += '|';
            if (Unit* unit = at(cell)) text += unit->symbol();
            else if (ground(cell) == Ground::Water) text += "~~";
            else if (ground(cell) == Ground::Mountain) text += "/\\";
            else text += "  ";
        }
        text += "|\n" + rule;
    }
    text += "\n\n";
    std::fputs(text.c_str(), stdout);
}

void Battle::fireball(const Cell& from, const Step& step) {
    for (Cell cell = beside(from, step); has(cell); cell = beside(cell, step)) {
        if (Unit* unit = at(cell)) {
            remove(*unit);
            break;
        }
        if (ground(cell) == Ground::Mountain) break;
    }
}

void Battle::tornado(const Cell& from) {
    for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
            if (down == 0 && right == 0) continue;
            std::vector<Unit*> row;
            Cell cell = beside(from, down, right);
            while (Unit* unit = at(cell)) {
                row.push_back(unit);
                cell = beside(cell, down, right);
            }
            if (row.empty() || !has(cell) || ground(cell) == Ground::Mountain) continue;
            if (ground(cell) == Ground::Water) {
                remove(*row.back());
                row.pop_back();
            }
            while (!row.empty()) {
                relocate(*row.back(), beside(row.back()->cell, down, right));
                row.pop_back();
            }
        }
    }
}

class Mage : public Unit {
public:
    explicit Mage(const Cell& where) : Unit(where) {}
    const char* symbol() const { return "@@"; }
    bool isMage() const { return true; }
    void act(Battle& battle) {
        std::printf("Please move the unit at (%d,%d)\n", cell.first, cell.second);
        std::string line = battle.readCommand(), keys;
        for (char c : line)
            if (!std::isspace(static_cast<unsigned char>(c))) keys += c;
        obey(battle, keys);
        battle.draw();
    }

private:
    void obey(Battle& battle, const std::string& keys) {
        int points = 3;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (keys[i] == 'Y') {
                battle.tornado(cell);
                return;
            }
            if (keys[i] == 'X') {
                const Step* way = i + 1 < keys.size() ? stepOf(keys[i + 1]) : nullptr;
                if (way) battle.fireball(cell, *way);
                return;
            }
            const Step* step = stepOf(keys[i]);
            if (!step || points == 0) continue;
            Cell to = beside(cell, *step);
            if (!battle.canEnter(to)) continue;
            battle.relocate(*this, to);
            --points;
        }
    }
};

class Patrol : public Unit {
public:
    Patrol(const Cell& where, char way, int length) : Unit(where), facing(way), reach(length) {}
    const char* symbol() const { return "PG"; }
    void act(Battle& battle) {
        if (reach < 0) return;
        int left = reach;
        while (true) {
            if (battle.mageNear(cell)) {
                battle.strike(cell);
                break;
            }
            if (left == 0) break;
            Cell next = beside(cell, *stepOf(facing));
            if (!battle.canEnter(next)) break;
            battle.relocate(*this, next);
            --left;
        }
        facing = opposite(facing);
    }

private:
    char facing;
    int reach;
};

class Tracker : public Unit {
public:
    Tracker(const Cell& where, int far) : Unit(where), sight(far) {}
    const char* symbol() const { return "TG"; }
    void act(Battle& battle) {
        std::map<Cell, int> distance = distances(battle);
        bool found = false;
        int best = 0;
        Cell target, landing;
        for (const std::unique_ptr<Unit>& unit : battle.all()) {
            if (!unit->alive || !unit->isMage()) continue;
            long apart = std::labs(long(unit->cell.first) - cell.first) + std::labs(long(unit->cell.second) - cell.second);
            if (apart > sight) continue;
            Cell door;
            int length = -1;
            for (const Step& step : STEPS) {
                std::map<Cell, int>::iterator it = distance.find(beside(unit->cell, step));
                if (it == distance.end()) continue;
                if (length < 0 || std::make_pair(it->second, it->first) < std::make_pair(length, door)) {
                    length = it->second;
                    door = it->first;
                }
            }
            if (length < 0) continue;
            if (!found || std::make_pair(length, unit->cell) < std::make_pair(best, target)) {
                found = true;
                best = length;
                target = unit->cell;
                landing = door;
            }
        }
        if (!found) return;
        battle.relocate(*this, landing);
        battle.strike(landing);
    }

private:
    std::map<Cell, int> distances(const Battle& battle) const {
        std::map<Cell, int> distance;
        std::vector<Cell> wave(1, cell);
        distance[cell] = 0;
        for (int length = 1; !wave.empty(); ++length) {
            std::vector<Cell> next;
            for (const Cell& from : wave)
                for (const Step& step : STEPS) {
                    Cell to = beside(from, step);
                    if (!battle.canEnter(to) || distance.count(to)) continue;
                    distance[to] = length;
                    next.push_back(to);
                }
            wave.swap(next);
        }
        return distance;
    }
    int sight;
};

class Fields {
public:
    Fields() {
        std::string line;
        if (!nextLine(line)) throw BadMap();
        text.str(line);
    }
    int number() {
        int value;
        if (!(text >> value)) throw BadMap();
        return value;
    }
    std::string word() {
        std::string value;
        if (!(text >> value)) throw BadMap();
        return value;
    }
    char letter() {
        char value;
        if (!(text >> value)) throw BadMap();
        return value;
    }
    Cell cell() {
        int row = number();
        int column = number();
        return Cell(row, column);
    }

private:
    std::istringstream text;
};

void Battle::load() {
    Fields head;
    height = head.number();
    width = head.number();
    int grounds = head.number();
    int mages = head.number();
    int goblins = head.number();
    if (height < 1 || height > 20 || width < 1 || width > 20) throw BadMap();
    for (int i = 0; i < grounds; ++i) {
        Fields line;
        Cell cell = line.cell();
        std::string kind = line.word();
        if (!has(cell)) throw BadMap();
        if (kind == "W") terrain[cell] = Ground::Water;
        else if (kind == "M") terrain[cell] = Ground::Mountain;
        else if (kind == "P") terrain.erase(cell);
        else throw BadMap();
    }
    for (int i = 0; i < mages; ++i) {
        Fields line;
        place(std::unique_ptr<Unit>(new Mage(line.cell())));
    }
    for (int i = 0; i < goblins; ++i) {
        Fields line;
        Cell cell = line.cell();
        std::string kind = line.word();
        if (kind == "PG") {
            char way = line.letter();
            int length = line.number();
            if (!stepOf(way)) throw BadMap();
            place(std::unique_ptr<Unit>(new Patrol(cell, way, length)));
        } else if (kind == "TG") {
            place(std::unique_ptr<Unit>(new Tracker(cell, line.number())));
        } else {
            throw BadMap();
        }
    }
    for (const std::unique_ptr<Unit>& unit : units)
        if (ground(unit->cell) != Ground::Plain) remove(*unit);
}

const char* Battle::result() const {
    int mages = 0, goblins = 0;
    for (const std::unique_ptr<Unit>& unit : units)
        if (unit->alive) ++(unit->isMage() ? mages : goblins);
    if (mages > 0 && goblins > 0) return nullptr;
    if (mages > 0) return "You Win!";
    if (goblins > 0) return "You Lose!";
    return "A Draw!";
}

void Battle::play() {
    for (int turn = 1; inputLeft; ++turn) {
        std::printf("Turn %d begins:\n", turn);
        draw();
        if (const char* text = result()) {
            std::puts(text);
            return;
        }
        for (const std::unique_ptr<Unit>& unit : units)
            if (unit->alive) unit->act(*this);
    }
}

}  // namespace

int main() {
    Battle battle;
    try {
        battle.load();
    } catch (const BadMap&) {
        std::puts("Failed to load map!");
        return 0;
    }
    battle.play();
    return 0;
}
