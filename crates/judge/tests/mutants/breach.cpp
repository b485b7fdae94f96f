// A right program for breach, stage 4. The harness makes wrong ones of it, one line at a time.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

struct Unit { char kind; int hp; bool moved, attacked; };
const int N = 8;
char ground[N][N];
Unit* unit[N][N];
const int DR[4] = {-1, 1, 0, 0}, DC[4] = {0, 0, -1, 1};

bool inside(int r, int c) { return r >= 0 && r < N && c >= 0 && c < N; }
bool ours(char k) { return k == 'S' || k == 'T' || k == 'F'; }
bool flies(char k) { return k == 'B' || k == 'F'; }
int hpOf(char k) {
    switch (k) {
        case 'S': return 2;
        case 'T': return 3;
        case 'B': return 2;
        case 'F': return 2;
        default: return 1;
    }
}
int powerOf(char k) {
    switch (k) {
        case 'S': return 1;
        case 'T': return 1;
        case 'B': return 3;
        case 'F': return 2;
        default: return 2;
    }
}
int movesOf(char k) {
    switch (k) {
        case 'S': return 3;
        case 'T': return 2;
        case 'B': return 3;
        case 'F': return 5;
        default: return 3;
    }
}
int costOf(char k, int r, int c) {
    if (ground[r][c] == 'M') return 100;
    if (ground[r][c] == 'O' && !flies(k)) return 100;
    if (ground[r][c] == 'W' && flies(k)) return 100;
    if (unit[r][c]) return 100;
    return 1;
}

typedef vector<vector<bool> > Mask;
Mask none() { return Mask(N, vector<bool>(N, false)); }

Mask reach(int r0, int c0) {
    char k = unit[r0][c0]->kind;
    vector<vector<int> > best(N, vector<int>(N, 1000));
    best[r0][c0] = 0;
    vector<pair<int, int> > todo(1, make_pair(r0, c0));
    for (size_t i = 0; i < todo.size(); i++) {
        int r = todo[i].first, c = todo[i].second;
        for (int d = 0; d < 4; d++) {
            int y = r + DR[d], x = c + DC[d];
            if (!inside(y, x)) continue;
            int cost = best[r][c] + costOf(k, y, x);
            if (cost <= movesOf(k) && cost < best[y][x]) {
                best[y][x] = cost;
                todo.push_back(make_pair(y, x));
            }
        }
    }
    Mask m = none();
    for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) m[r][c] = best[r][c] < 1000;
    return m;
}

Mask range(int r, int c) {
    Mask m = none();
    char k = unit[r][c]->kind;
    for (int d = 0; d < 4; d++) {
        if (k == 'T') {
            for (int y = r + DR[d], x = c + DC[d]; inside(y, x); y += DR[d], x += DC[d]) {
                m[y][x] = true;
                if (unit[y][x]) break;
                if (ground[y][x] != ' ') break;
            }
        } else {
            int far = k == 'F' ? 2 : 1;
            int y = r + far * DR[d], x = c + far * DC[d];
            if (inside(y, x)) m[y][x] = true;
        }
    }
    return m;
}

void push(int r, int c, int dr, int dc) {
    Unit* v = unit[r][c];
    int y = r + dr, x = c + dc;
    if (!inside(y, x)) return;
    if (unit[y][x]) {
        v->hp -= 1;
        unit[y][x]->hp -= 1;
        return;
    }
    if (ground[y][x] == 'M') {
        v->hp -= 1;
        ground[y][x] = ' ';
        return;
    }
    if (ground[y][x] == 'O' && !flies(v->kind)) {
        v->hp = 0;
        return;
    }
    if (ground[y][x] == 'W' && flies(v->kind)) return;
    unit[y][x] = v;
    unit[r][c] = 0;
}

void bury() {
    for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) if (unit[r][c] && unit[r][c]->hp <= 0) unit[r][c] = 0;
}

int sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

void attack(int r, int c, int y, int x) {
    char k = unit[r][c]->kind;
    bool hit = unit[y][x] != 0;
    int dr = sign(y - r), dc = sign(x - c);
    if (hit) unit[y][x]->hp -= powerOf(k);
    if (k == 'T') {
        if (hit) push(y, x, dr, dc);
        else if (ground[y][x] == 'M') ground[y][x] = ' ';
    }
    if (k == 'H' && hit) push(y, x, dr, dc);
    if (k == 'F') {
        for (int d = 0; d < 4; d++) {
            int r2 = y + DR[d], c2 = x + DC[d];
            if (inside(r2, c2) && unit[r2][c2]) push(r2, c2, DR[d], DC[d]);
        }
    }
    bury();
}

int countSide(bool mine) {
    int n = 0;
    for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) if (unit[r][c] && ours(unit[r][c]->kind) == mine) n++;
    return n;
}

int distanceToPlayer(int r, int c) {
    int best = 1000;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            if (unit[y][x] && ours(unit[y][x]->kind)) best = min(best, abs(y - r) + abs(x - c));
    return best;
}

void enemyActs(int r, int c) {
    if (countSide(true) == 0) return;
    Mask m = reach(r, c);
    int br = r, bc = c, best = 10000;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            if (m[y][x] && distanceToPlayer(y, x) < best) best = distanceToPlayer(y, x), br = y, bc = x;
    Unit* u = unit[r][c];
    unit[r][c] = 0;
    unit[br][bc] = u;
    Mask t = range(br, bc);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            if (t[y][x] && unit[y][x] && ours(unit[y][x]->kind)) {
                attack(br, bc, y, x);
                return;
            }
}

void enemyTurn() {
    vector<Unit*> order;
    for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) if (unit[r][c] && !ours(unit[r][c]->kind)) order.push_back(unit[r][c]);
    for (size_t i = 0; i < order.size(); i++) {
        int fr = -1, fc = -1;
        for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) if (unit[r][c] == order[i]) fr = r, fc = c;
        if (fr >= 0) enemyActs(fr, fc);
    }
}

void grow() {
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++) {
            if (ground[r][c] != 'W') continue;
            for (int y = r - 2; y <= r + 2; y++)
                for (int x = c - 2; x <= c + 2; x++)
                    if (inside(y, x) && unit[y][x]) unit[y][x]->hp += 1;
        }
}

void draw(char mark, const Mask& m) {
    string rule = "  +---+---+---+---+---+---+---+---+\n";
    cout << "\n    0   1   2   3   4   5   6   7 \n" << rule;
    for (int r = 0; r < N; r++) {
        cout << " " << r;
        for (int c = 0; c < N; c++) {
            string s = "  ";
            if (unit[r][c]) {
                char k = unit[r][c]->kind;
                s = string(1, ours(k) ? k : (char)tolower(k)) + to_string(unit[r][c]->hp);
            } else if (ground[r][c] == 'M') s = "/\\";
            else if (ground[r][c] == 'O') s = "~~";
            else if (ground[r][c] == 'W') s = "\\/";
            if (m[r][c]) cout << "|" << mark << s;
            else cout << "|" << string(s.size() < 3 ? 3 - s.size() : 0, ' ') << s;
        }
        cout << "|\n" << rule;
    }
    cout << "\n";
}

bool actable(Unit* u) { return u && ours(u->kind) && !(u->moved && u->attacked); }
Mask actables() {
    Mask m = none();
    for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) m[r][c] = actable(unit[r][c]);
    return m;
}
bool any(const Mask& m) {
    for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) if (m[r][c]) return true;
    return false;
}

string line() {
    string s;
    if (!getline(cin, s)) exit(3);
    return s;
}

bool two(int& a, int& b) {
    istringstream in(line());
    return static_cast<bool>(in >> a >> b);
}

bool pick(int& r, int& c) {
    for (;;) {
        cout << "Please select a unit:\n";
        if (!two(r, c)) { cout << "Incorrect input! \n"; return false; }
        if (!inside(r, c)) { cout << "(" << r << ", " << c << ") is out of bound\n"; return false; }
        if (!unit[r][c]) cout << "No unit at (" << r << ", " << c << ")!\n";
        else if (!ours(unit[r][c]->kind)) cout << "Unit at (" << r << ", " << c << ") is an enemy!\n";
        else if (!actable(unit[r][c])) cout << "Unit at (" << r << ", " << c << ") is not actable!\n";
        else return true;
    }
}

void command(int r, int c) {
    Unit* u = unit[r][c];
    vector<string> names;
    if (!u->moved) names.push_back("Move");
    if (!u->attacked) names.push_back("Attack");
    names.push_back("Skip");
    for (size_t i = 0; i < names.size(); i++) cout << i + 1 << "." << names[i] << " ";
    cout << "\n";
    int n = 0;
    for (;;) {
        cout << "Select your action:\n";
        istringstream in(line());
        if (in >> n && n >= 1 && n <= (int)names.size()) break;
        cout << "Invalid action!\n";
    }
    string name = names[n - 1];
    if (name == "Skip") return;
    bool moves = name == "Move";
    Mask m = moves ? reach(r, c) : range(r, c);
    draw(moves ? '.' : '*', m);
    int y, x;
    for (;;) {
        cout << (moves ? "Please enter your destination:\n" : "Please enter your target:\n");
        bool ok = two(y, x);
        if (!ok) cout << "Incorrect input! \n";
        if (ok && inside(y, x) && m[y][x]) break;
        cout << (moves ? "Not a valid destination\n" : "Not a valid target\n");
    }
    if (moves) {
        unit[r][c] = 0;
        unit[y][x] = u;
        u->moved = true;
    } else {
        u->attacked = true;
        attack(r, c, y, x);
    }
}

void playerTurn() {
    for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) if (unit[r][c]) unit[r][c]->moved = unit[r][c]->attacked = false;
    for (;;) {
        Mask m = actables();
        if (!any(m)) { cout << "No more actable units.\n"; return; }
        draw('+', m);
        cout << "End this turn (y,n)?\n";
        string answer = line();
        if (answer == "y") return;
        if (answer != "n") exit(3);
        int r, c;
        if (pick(r, c)) command(r, c);
    }
}

int main() {
    int nt, nu;
    cin >> nt >> nu;
    for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) ground[r][c] = ' ';
    while (nt-- > 0) { int r, c; char k; cin >> r >> c >> k; ground[r][c] = k; }
    while (nu-- > 0) { int r, c; char k; cin >> r >> c >> k; Unit u = {k, hpOf(k), false, false}; unit[r][c] = new Unit(u); }
    cin.get();
    for (;;) {
        draw(' ', none());
        if (countSide(false) == 0) { cout << "Won\n"; return 0; }
        if (countSide(true) == 0) { cout << "Failed\n"; return 0; }
        playerTurn();
        enemyTurn();
        grow();
    }
}
