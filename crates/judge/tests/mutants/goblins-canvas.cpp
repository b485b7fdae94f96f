// Mages and goblins, stage 4, in one struct: squares are numbers, pieces stand in one list.
#include <cstdlib>
#include <deque>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using std::cin;
using std::cout;
using std::string;
using std::vector;

struct Piece {
    char what;  // 'm' mage, 'p' patrol, 't' tracker
    int square;
    int reach;  // L of a patrol, S of a tracker
    int facing; // place in KEYS
    bool alive;
};

const string KEYS = "WASD";
const int OPPOSITE[4] = {2, 3, 0, 1};
const int NOWHERE = -1;

struct Table {
    int height, width;
    string ground; // one character a square: ' ', '~' or '^'
    vector<Piece> pieces;
    bool ended;

    Table() : height(0), width(0), ended(false) {}

    int row(int square) const { return square / width; }
    int column(int square) const { return square % width; }

    int at(int r, int c) const {
        if (r < 0 || r >= height || c < 0 || c >= width) return NOWHERE;
        return r * width + c;
    }

    int beside(int square, int dr, int dc) const { return at(row(square) + dr, column(square) + dc); }

    int ahead(int square, int facing) const {
        static const int dr[] = {-1, 0, 1, 0}, dc[] = {0, -1, 0, 1};
        return beside(square, dr[facing], dc[facing]);
    }

    Piece *standing(int square) {
        for (size_t i = 0; i < pieces.size(); i++)
            if (pieces[i].alive && pieces[i].square == square) return &pieces[i];
        return NULL;
    }

    bool is_free(int square) {
        return square != NOWHERE && ground[square] == ' ' && standing(square) == NULL;
    }

    // Loading.

    bool line(std::istringstream &words) {
        string text;
        if (!std::getline(cin, text)) return false;
        words.clear();
        words.str(text);
        return true;
    }

    bool load_terrain() {
        std::istringstream words;
        int r, c;
        string name;
        if (!line(words) || !(words >> r >> c >> name) || at(r, c) == NOWHERE) return false;
        if (name == "W") ground[at(r, c)] = '~';
        else if (name == "M") ground[at(r, c)] = '^';
        else if (name == "P") ground[at(r, c)] = ' ';
        else return false;
        return true;
    }

    bool place(Piece piece, int r, int c) {
        piece.square = at(r, c);
        piece.alive = true;
        if (piece.square == NOWHERE || standing(piece.square)) return false;
        pieces.push_back(piece);
        return true;
    }

    bool load_mage() {
        std::istringstream words;
        int r, c;
        if (!line(words) || !(words >> r >> c)) return false;
        Piece mage = {'m', 0, 0, 0, true};
        return place(mage, r, c);
    }

    bool load_goblin() {
        std::istringstream words;
        int r, c;
        string name;
        if (!line(words) || !(words >> r >> c >> name)) return false;
        Piece goblin = {'t', 0, 0, 0, true};
        if (name == "PG") {
            char key;
            if (!(words >> key) || KEYS.find(key) == string::npos) return false;
            goblin.what = 'p';
            goblin.facing = int(KEYS.find(key));
        } else if (name != "TG") {
            return false;
        }
        if (!(words >> goblin.reach)) return false;
        return place(goblin, r, c);
    }

    bool load() {
        std::istringstream words;
        int terrains, mages, goblins;
        if (!line(words) || !(words >> height >> width >> terrains >> mages >> goblins)) return false;
        if (height < 1 || height > 20 || width < 1 || width > 20) return false;
        ground = string(height * width, ' ');
        for (int i = 0; i < terrains; i++)
            if (!load_terrain()) return false;
        for (int i = 0; i < mages; i++)
            if (!load_mage()) return false;
        for (int i = 0; i < goblins; i++)
            if (!load_goblin()) return false;
        for (size_t i = 0; i < pieces.size(); i++)
            if (ground[pieces[i].square] != ' ') pieces[i].alive = false;
        return true;
    }

    // Drawing.

    string two(int number) const {
        std::ostringstream text;
        if (number < 10) text << ' ';
        text << number;
        return text.str();
    }

    string face(int square) {
        Piece *piece = standing(square);
        if (piece) return piece->what == 'm' ? "@@" : piece->what == 'p' ? "PG" : "TG";
        return ground[square] == '~' ? "~~" : ground[square] == '^' ? "/\\" : "  ";
    }

    void draw() {
        string rule = "  ";
        cout << "  ";
        for (int c = 0; c < width; c++) {
            cout << " " << two(c);
            rule += "+--";
        }
        rule += "+\n";
        cout << "\n" << rule;
        for (int r = 0; r < height; r++) {
            cout << two(r);
            for (int c = 0; c < width; c++) cout << "|" << face(at(r, c));
            cout << "|\n" << rule;
        }
        cout << "\n\n";
    }

    // Mages.

    void fireball(int from, int facing) {
        for (int to = ahead(from, facing); to != NOWHERE; to = ahead(to, facing)) {
            Piece *hit = standing(to);
            if (hit) {
                hit->alive = false;
                return;
            }
            if (ground[to] == '^') return;
        }
    }

    void blow(int from, int dr, int dc) {
        vector<Piece *> row;
        int end = beside(from, dr, dc);
        while (end != NOWHERE && standing(end)) {
            row.push_back(standing(end));
            end = beside(end, dr, dc);
        }
        if (row.empty() || end == NOWHERE || ground[end] == '^') return;
        if (ground[end] == '~') row.back()->alive = false;
        for (size_t i = 0; i < row.size(); i++) row[i]->square = beside(row[i]->square, dr, dc);
    }

    void tornado(int from) {
        for (int dr = -1; dr <= 1; dr++)
            for (int dc = -1; dc <= 1; dc++)
                if (dr != 0 || dc != 0) blow(from, dr, dc);
    }

    void command(Piece &mage, const string &symbols) {
        int points = 3;
        size_t i = 0;
        for (; i < symbols.size() && symbols[i] != 'X' && symbols[i] != 'Y'; i++) {
            size_t key = KEYS.find(symbols[i]);
            if (key == string::npos || points == 0) continue;
            int to = ahead(mage.square, int(key));
            if (!is_free(to)) continue;
            mage.square = to;
            points--;
        }
        if (i == symbols.size()) return;
        if (symbols[i] == 'Y') {
            tornado(mage.square);
            return;
        }
        if (i + 1 == symbols.size()) return;
        size_t key = KEYS.find(symbols[i + 1]);
        if (key != string::npos) fireball(mage.square, int(key));
    }

    void mage_turn(Piece &mage) {
        cout << "Please move the unit at (" << row(mage.square) << "," << column(mage.square) << ")\n";
        string text, symbols;
        if (!std::getline(cin, text)) ended = true;
        for (size_t i = 0; i < text.size(); i++)
            if (!isspace((unsigned char)text[i])) symbols += text[i];
        command(mage, symbols);
        draw();
    }

    // Goblins.

    bool strike(int from) {
        bool any = false;
        for (int facing = 0; facing < 4; facing++) {
            int to = ahead(from, facing);
            Piece *near = to == NOWHERE ? NULL : standing(to);
            if (near && near->what == 'm') {
                near->alive = false;
                any = true;
            }
        }
        return any;
    }

    void patrol(Piece &goblin) {
        if (goblin.reach < 0) return;
        for (int steps = goblin.reach;; steps--) {
            if (strike(goblin.square) || steps == 0) break;
            int to = ahead(goblin.square, goblin.facing);
            if (!is_free(to)) break;
            goblin.square = to;
        }
        goblin.facing = OPPOSITE[goblin.facing];
    }

    vector<int> distances(int from) {
        vector<int> far(ground.size(), -1);
        std::deque<int> queue(1, from);
        far[from] = 0;
        while (!queue.empty()) {
            int square = queue.front();
            queue.pop_front();
            for (int facing = 0; facing < 4; facing++) {
                int to = ahead(square, facing);
                if (!is_free(to) || far[to] >= 0) continue;
                far[to] = far[square] + 1;
                queue.push_back(to);
            }
        }
        return far;
    }

    bool sees(const Piece &goblin, const Piece &other) const {
        if (!other.alive || other.what != 'm') return false;
        int rows = std::abs(row(goblin.square) - row(other.square));
        int columns = std::abs(column(goblin.square) - column(other.square));
        return rows + columns <= goblin.reach;
    }

    void track(Piece &goblin) {
        vector<int> far = distances(goblin.square);
        int landing = NOWHERE, least = 0, target = 0;
        for (size_t i = 0; i < pieces.size(); i++) {
            if (!sees(goblin, pieces[i])) continue;
            int nearest = NOWHERE;
            for (int facing = 0; facing < 4; facing++) {
                int to = ahead(pieces[i].square, facing);
                if (to == NOWHERE || far[to] < 0) continue;
                bool better = nearest == NOWHERE || far[to] < far[nearest];
                if (better || (far[to] == far[nearest] && to < nearest)) nearest = to;
            }
            if (nearest == NOWHERE) continue;
            bool closer = landing == NOWHERE || far[nearest] < least;
            if (closer || (far[nearest] == least && pieces[i].square < target)) {
                landing = nearest;
                least = far[nearest];
                target = pieces[i].square;
            }
        }
        if (landing == NOWHERE) return;
        goblin.square = landing;
        strike(landing);
    }

    // The game.

    bool is_over() {
        bool mages = false, goblins = false;
        for (size_t i = 0; i < pieces.size(); i++)
            if (pieces[i].alive) (pieces[i].what == 'm' ? mages : goblins) = true;
        if (mages && goblins) return false;
        cout << (mages ? "You Win!" : goblins ? "You Lose!" : "A Draw!") << "\n";
        return true;
    }

    void play() {
        for (int turn = 1; !ended; turn++) {
            cout << "Turn " << turn << " begins:\n";
            draw();
            if (is_over()) return;
            for (size_t i = 0; i < pieces.size(); i++) {
                Piece &piece = pieces[i];
                if (!piece.alive) continue;
                if (piece.what == 'm') mage_turn(piece);
                else if (piece.what == 'p') patrol(piece);
                else track(piece);
            }
        }
    }
};

int main() {
    Table table;
    if (!table.load()) {
        cout << "Failed to load map!\n";
        return 0;
    }
    table.play();
    return 0;
}
