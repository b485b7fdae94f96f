// A right program for goblins, stage 4. The harness makes wrong ones of it, one line at a time.
#include <cstdlib>
#include <iostream>
#include <queue>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

struct Unit { int kind, r, c, way, steps, sight; bool alive; };  // 0 mage, 1 patrol, 2 tracker
int H, W;
char ground[20][20];
int at[20][20];
vector<Unit> units;
const int DR[4] = {-1, 0, 1, 0}, DC[4] = {0, -1, 0, 1};  // W A S D
const string WASD = "WASD";

bool inside(int r, int c) { return r >= 0 && r < H && c >= 0 && c < W; }
bool freeAt(int r, int c) { return inside(r, c) && ground[r][c] == ' ' && at[r][c] < 0; }
void put(int i, int r, int c) { at[units[i].r][units[i].c] = -1; units[i].r = r; units[i].c = c; at[r][c] = i; }
void kill(int i) { units[i].alive = false; at[units[i].r][units[i].c] = -1; }
bool mageAt(int r, int c) { return inside(r, c) && at[r][c] >= 0 && units[at[r][c]].kind == 0; }

void draw() {
    cout << "  ";
    for (int c = 0; c < W; c++) cout << (c < 10 ? "  " : " ") << c;
    string rule = "  ";
    for (int c = 0; c < W; c++) rule += "+--";
    rule += "+\n";
    cout << "\n" << rule;
    for (int r = 0; r < H; r++) {
        cout << (r < 10 ? " " : "") << r;
        for (int c = 0; c < W; c++) {
            cout << "|";
            if (at[r][c] >= 0) cout << (units[at[r][c]].kind == 0 ? "@@" : units[at[r][c]].kind == 1 ? "PG" : "TG");
            else if (ground[r][c] == 'W') cout << "~~";
            else if (ground[r][c] == 'M') cout << "/\\";
            else cout << "  ";
        }
        cout << "|\n" << rule;
    }
    cout << "\n\n";
}

bool fail() { cout << "Failed to load map!\n"; return false; }
bool load() {
    string s;
    int nt, nm, ng;
    if (!getline(cin, s)) return fail();
    istringstream head(s);
    if (!(head >> H >> W >> nt >> nm >> ng)) return fail();
    if (H < 1 || W < 1 || H > 20 || W > 20) return fail();
    for (int r = 0; r < H; r++) for (int c = 0; c < W; c++) ground[r][c] = ' ', at[r][c] = -1;
    for (int i = 0; i < nt; i++) {
        int r, c;
        string t;
        if (!getline(cin, s)) return fail();
        istringstream in(s);
        if (!(in >> r >> c >> t) || !inside(r, c)) return fail();
        if (t == "P") ground[r][c] = ' ';
        else if (t == "W" || t == "M") ground[r][c] = t[0];
        else return fail();
    }
    for (int i = 0; i < nm + ng; i++) {
        Unit u = {0, 0, 0, 0, 0, 0, true};
        if (!getline(cin, s)) return fail();
        istringstream in(s);
        if (!(in >> u.r >> u.c) || !inside(u.r, u.c) || at[u.r][u.c] >= 0) return fail();
        if (i >= nm) {
            string k;
            char d;
            if (!(in >> k)) return fail();
            if (k == "PG") {
                u.kind = 1;
                if (!(in >> d >> u.steps) || WASD.find(d) == string::npos) return fail();
                u.way = WASD.find(d);
            } else if (k == "TG") {
                u.kind = 2;
                if (!(in >> u.sight)) return fail();
            } else return fail();
        }
        at[u.r][u.c] = units.size();
        units.push_back(u);
    }
    for (size_t i = 0; i < units.size(); i++)
        if (ground[units[i].r][units[i].c] != ' ') kill(i);
    return true;
}

void fire(int i, int d) {
    int r = units[i].r, c = units[i].c;
    for (;;) {
        r += DR[d]; c += DC[d];
        if (!inside(r, c)) return;
        if (at[r][c] >= 0) { kill(at[r][c]); return; }
        if (ground[r][c] == 'M') return;
    }
}

void tornado(int i) {
    int r0 = units[i].r, c0 = units[i].c;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++) {
            if (dr == 0 && dc == 0) continue;
            vector<int> row;
            int r = r0 + dr, c = c0 + dc;
            while (inside(r, c) && at[r][c] >= 0) { row.push_back(at[r][c]); r += dr; c += dc; }
            if (row.empty()) continue;
            if (!inside(r, c)) continue;
            if (ground[r][c] == 'M') continue;
            if (ground[r][c] == 'W') { kill(row.back()); row.pop_back(); }
            for (int k = (int)row.size() - 1; k >= 0; k--) put(row[k], units[row[k]].r + dr, units[row[k]].c + dc);
        }
}

void command(int i, string s) {
    string t;
    for (size_t k = 0; k < s.size(); k++) if (!isspace((unsigned char)s[k])) t += s[k];
    int points = 3;
    for (size_t k = 0; k < t.size(); k++) {
        if (t[k] == 'X') {
            if (k + 1 < t.size() && WASD.find(t[k + 1]) != string::npos) fire(i, WASD.find(t[k + 1]));
            return;
        }
        if (t[k] == 'Y') { tornado(i); return; }
        size_t d = WASD.find(t[k]);
        if (d == string::npos) continue;
        int r = units[i].r + DR[d], c = units[i].c + DC[d];
        if (points > 0 && freeAt(r, c)) { put(i, r, c); points--; }
    }
}

bool besideMage(int r, int c) {
    for (int d = 0; d < 4; d++) if (mageAt(r + DR[d], c + DC[d])) return true;
    return false;
}
void strike(int i) {
    for (int d = 0; d < 4; d++) {
        int r = units[i].r + DR[d], c = units[i].c + DC[d];
        if (mageAt(r, c)) kill(at[r][c]);
    }
}

void patrol(int i) {
    if (units[i].steps < 0) return;
    int steps = units[i].steps;
    for (;;) {
        if (besideMage(units[i].r, units[i].c)) { strike(i); break; }
        if (steps == 0) break;
        int r = units[i].r + DR[units[i].way], c = units[i].c + DC[units[i].way];
        if (!freeAt(r, c)) break;
        put(i, r, c);
        steps--;
    }
    units[i].way = (units[i].way + 2) % 4;
}

void track(int i) {
    vector<vector<int> > dist(H, vector<int>(W, -1));
    queue<pair<int, int> > todo;
    dist[units[i].r][units[i].c] = 0;
    todo.push(make_pair(units[i].r, units[i].c));
    while (!todo.empty()) {
        int r = todo.front().first, c = todo.front().second;
        todo.pop();
        for (int d = 0; d < 4; d++) {
            int y = r + DR[d], x = c + DC[d];
            if (freeAt(y, x) && dist[y][x] < 0) { dist[y][x] = dist[r][c] + 1; todo.push(make_pair(y, x)); }
        }
    }
    int best = 1000, mr = -1, mc = -1, lr = -1, lc = -1;
    for (int r = 0; r < H; r++)
        for (int c = 0; c < W; c++) {
            if (!mageAt(r, c)) continue;
            if (abs(r - units[i].r) + abs(c - units[i].c) > units[i].sight) continue;
            for (int d = 0; d < 4; d++) {
                int y = r + "0112"[d] - '1', x = c + "1021"[d] - '1';
                if (!inside(y, x) || dist[y][x] < 0) continue;
                if (dist[y][x] < best) best = dist[y][x], mr = r, mc = c, lr = y, lc = x;
            }
        }
    if (mr < 0) return;
    (void)mc;
    put(i, lr, lc);
    strike(i);
}

int main() {
    if (!load()) return 0;
    bool ended = false;
    for (int turn = 1; !ended; turn++) {
        cout << "Turn " << turn << " begins:\n";
        draw();
        int mages = 0, goblins = 0;
        for (size_t i = 0; i < units.size(); i++) if (units[i].alive) (units[i].kind == 0 ? mages : goblins)++;
        if (mages > 0 && goblins == 0) { cout << "You Win!\n"; return 0; }
        if (mages == 0 && goblins > 0) { cout << "You Lose!\n"; return 0; }
        if (mages == 0 && goblins == 0) { cout << "A Draw!\n"; return 0; }
        for (size_t i = 0; i < units.size(); i++) {
            if (!units[i].alive) continue;
            if (units[i].kind == 0) {
                cout << "Please move the unit at (" << units[i].r << "," << units[i].c << ")\n";
                string s;
                if (!getline(cin, s)) ended = true;
                command(i, s);
                draw();
            } else if (units[i].kind == 1) patrol(i);
            else track(i);
        }
    }
}
