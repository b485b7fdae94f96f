// A right program for breach, stage 4, in another style: plain arrays, tables and functions that print with printf.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <algorithm>

enum { SIZE = 8, CELLS = SIZE * SIZE, NONE = -1 };
enum Domain { LAND, AIR };
enum Range { MELEE, LINE, JUMP };

struct Kind {
    char letter;
    bool ours;
    int hp, attack;
    Domain domain;
    int movement;
    Range range;
};

const Kind KINDS[] = {
    {'S', true, 2, 1, LAND, 3, MELEE},
    {'T', true, 3, 1, LAND, 2, LINE},
    {'F', true, 2, 2, AIR, 5, JUMP},
    {'B', false, 2, 3, AIR, 3, MELEE},
    {'H', false, 1, 2, LAND, 3, MELEE},
};
const int KIND_COUNT = 5;

struct Piece {
    int kind;  // NONE where no unit stands
    int hp;
    bool moved, attacked;
};

char ground[CELLS];  // ' ', M, O or W
Piece piece[CELLS];
bool marked[CELLS];
bool waiting[CELLS];  // enemies that have not acted in this phase

const int DOWN[4] = {-1, 0, 0, 1};
const int RIGHT[4] = {0, -1, 1, 0};

int row(int cell) { return cell / SIZE; }
int column(int cell) { return cell % SIZE; }
bool onBoard(int r, int c) { return 0 <= r && r < SIZE && 0 <= c && c < SIZE; }
int cellAt(int r, int c) { return onBoard(r, c) ? r * SIZE + c : NONE; }
int neighbour(int cell, int way) { return cellAt(row(cell) + DOWN[way], column(cell) + RIGHT[way]); }
bool isUnit(int cell) { return piece[cell].kind != NONE; }
const Kind& kindAt(int cell) { return KINDS[piece[cell].kind]; }
bool isOurs(int cell) { return isUnit(cell) && kindAt(cell).ours; }
bool isEnemy(int cell) { return isUnit(cell) && !kindAt(cell).ours; }
bool isActable(int cell) { return isOurs(cell) && !(piece[cell].moved && piece[cell].attacked); }

void unmark() { std::memset(marked, 0, sizeof marked); }

int countMarked() { return static_cast<int>(std::count(marked, marked + CELLS, true)); }

void printCell(int cell, char mark) {
    char symbol[24];
    if (isUnit(cell)) {
        char letter = kindAt(cell).letter;
        if (!kindAt(cell).ours) letter = static_cast<char>(letter - 'A' + 'a');
        std::sprintf(symbol, "%c%d", letter, piece[cell].hp);
    } else {
        const char* text = "  ";
        if (ground[cell] == 'M') text = "/\\";
        if (ground[cell] == 'O') text = "~~";
        if (ground[cell] == 'W') text = "\\/";
        std::strcpy(symbol, text);
    }
    if (marked[cell]) std::printf("|%c%2s", mark, symbol);
    else std::printf("|%3s", symbol);
}

void printBoard(char mark) {
    const char* rule = "  +---+---+---+---+---+---+---+---+";
    std::printf("\n  ");
    for (int c = 0; c < SIZE; c++) std::printf("%3d ", c);
    std::printf("\n%s\n", rule);
    for (int r = 0; r < SIZE; r++) {
        std::printf("%2d", r);
        for (int c = 0; c < SIZE; c++) printCell(cellAt(r, c), mark);
        std::printf("|\n%s\n", rule);
    }
    std::printf("\n");
}

bool isPassable(int cell, Domain domain) {
    if (isUnit(cell)) return false;
    switch (ground[cell]) {
        case 'M': return false;
        case 'O': return domain == AIR;
        case 'W': return domain == LAND;
        default: return true;
    }
}

void markReachable(int from) {
    int left[CELLS], queue[CELLS], head = 0, tail = 0;
    std::fill(left, left + CELLS, -1);
    unmark();
    left[from] = kindAt(from).movement;
    marked[from] = true;
    queue[tail++] = from;
    while (head < tail) {
        int cell = queue[head++];
        if (left[cell] == 0) continue;
        for (int way = 0; way < 4; way++) {
            int next = neighbour(cell, way);
            if (next == NONE || marked[next] || !isPassable(next, kindAt(from).domain)) continue;
            left[next] = left[cell] - 1;
            marked[next] = true;
            queue[tail++] = next;
        }
    }
}

void markTargets(int from) {
    unmark();
    for (int way = 0; way < 4; way++) {
        int next = neighbour(from, way);
        switch (kindAt(from).range) {
            case MELEE:
                if (next != NONE) marked[next] = true;
                break;
            case LINE:
                while (next != NONE) {
                    marked[next] = true;
                    if (isUnit(next) || ground[next] != ' ') break;
                    next = neighbour(next, way);
                }
                break;
            case JUMP:
                next = cellAt(row(from) + 2 * DOWN[way], column(from) + 2 * RIGHT[way]);
                if (next != NONE) marked[next] = true;
                break;
        }
    }
}

void relocate(int from, int to) {
    if (from == to) return;
    piece[to] = piece[from];
    piece[from].kind = NONE;
}

void push(int cell, int way) {
    int behind = neighbour(cell, way);
    Domain domain = kindAt(cell).domain;
    if (behind == NONE) return;
    if (isUnit(behind)) {
        piece[cell].hp -= 1;
        piece[behind].hp -= 1;
        return;
    }
    switch (ground[behind]) {
        case 'M':
            piece[cell].hp -= 1;
            ground[behind] = ' ';
            break;
        case 'O':
            if (domain == LAND) piece[cell].hp = 0;
            else relocate(cell, behind);
            break;
        case 'W':
            if (domain == LAND) relocate(cell, behind);
            break;
        default:
            relocate(cell, behind);
    }
}

int direction(int from, int to) {
    if (row(to) < row(from)) return 0;
    if (column(to) < column(from)) return 1;
    if (column(to) > column(from)) return 2;
    return 3;
}

void buryDead() {
    for (int cell = 0; cell < CELLS; cell++)
        if (isUnit(cell) && piece[cell].hp <= 0) piece[cell].kind = NONE;
}

void resolve(int from, int target) {
    bool wasHit = isUnit(target);
    if (wasHit) piece[target].hp -= kindAt(from).attack;
    switch (kindAt(from).letter) {
        case 'T':
            if (wasHit) push(target, direction(from, target));
            else if (ground[target] == 'M') ground[target] = ' ';
            break;
        case 'H':
            if (wasHit) push(target, direction(from, target));
            break;
        case 'F':
            for (int way = 0; way < 4; way++) {
                int next = neighbour(target, way);
                if (next != NONE && isUnit(next)) push(next, way);
            }
            break;
        default:
            break;
    }
    buryDead();
}

bool readLine(char* text, int size) {
    if (!std::fgets(text, size, stdin)) return false;
    text[std::strcspn(text, "\r\n")] = '\0';
    return true;
}

void giveUp() {
    std::fflush(stdout);
    std::exit(3);
}

bool readPair(int& r, int& c) {
    char text[256];
    if (!readLine(text, sizeof text)) giveUp();
    return std::sscanf(text, "%d %d", &r, &c) == 2;
}

bool inputHasEnded() {
    int next = std::getchar();
    if (next != EOF) std::ungetc(next, stdin);
    return next == EOF;
}

int askForCell(const char* question, const char* refusal) {
    while (true) {
        std::printf("%s\n", question);
        int r, c;
        bool isRead = readPair(r, c);
        if (!isRead) std::printf("Incorrect input! \n");
        int cell = isRead ? cellAt(r, c) : NONE;
        if (cell != NONE && marked[cell]) return cell;
        std::printf("%s\n", refusal);
    }
}

// The unit picked; NONE if the round starts over.
int askForUnit() {
    while (true) {
        std::printf("Please select a unit:\n");
        if (inputHasEnded()) {
            std::printf("Read line failed!\n");
            return NONE;
        }
        int r, c;
        if (!readPair(r, c)) {
            std::printf("Incorrect input! \n");
            return NONE;
        }
        int cell = cellAt(r, c);
        if (cell == NONE) {
            std::printf("(%d, %d) is out of bound\n", r, c);
            return NONE;
        }
        if (!isUnit(cell)) std::printf("No unit at (%d, %d)!\n", r, c);
        else if (isEnemy(cell)) std::printf("Unit at (%d, %d) is an enemy!\n", r, c);
        else if (!isActable(cell)) std::printf("Unit at (%d, %d) is not actable!\n", r, c);
        else return cell;
    }
}

enum Action { MOVE, ATTACK, SKIP };

Action askForAction(int cell) {
    Action open[3];
    int count = 0;
    if (!piece[cell].moved) open[count++] = MOVE;
    if (!piece[cell].attacked) open[count++] = ATTACK;
    open[count++] = SKIP;
    const char* names[] = {"Move", "Attack", "Skip"};
    for (int i = 0; i < count; i++) std::printf("%d.%s ", i + 1, names[open[i]]);
    std::printf("\n");
    while (true) {
        std::printf("Select your action:\n");
        char text[256];
        int number;
        if (!readLine(text, sizeof text)) giveUp();
        if (std::sscanf(text, "%d", &number) == 1 && number >= 1 && number <= count) return open[number - 1];
        std::printf("Invalid action!\n");
    }
}

void act(int cell) {
    int to;
    switch (askForAction(cell)) {
        case MOVE:
            markReachable(cell);
            printBoard('.');
            to = askForCell("Please enter your destination:", "Not a valid destination");
            relocate(cell, to);
            piece[to].moved = true;
            break;
        case ATTACK:
            markTargets(cell);
            printBoard('*');
            to = askForCell("Please enter your target:", "Not a valid target");
            piece[cell].attacked = true;
            resolve(cell, to);
            break;
        case SKIP:
            break;
    }
}

void playerTurn() {
    for (int cell = 0; cell < CELLS; cell++) piece[cell].moved = piece[cell].attacked = false;
    while (true) {
        for (int cell = 0; cell < CELLS; cell++) marked[cell] = isActable(cell);
        if (countMarked() == 0) {
            std::printf("No more actable units.\n");
            return;
        }
        printBoard('+');
        std::printf("End this turn (y,n)?\n");
        char text[256];
        if (!readLine(text, sizeof text)) giveUp();
        if (std::strcmp(text, "y") == 0) return;
        if (std::strcmp(text, "n") != 0) giveUp();
        int cell = askForUnit();
        if (cell != NONE) act(cell);
    }
}

bool anyOurs() {
    for (int cell = 0; cell < CELLS; cell++)
        if (isOurs(cell)) return true;
    return false;
}

int gap(int from) {
    int best = 1000;
    for (int cell = 0; cell < CELLS; cell++)
        if (isOurs(cell))
            best = std::min(best, std::abs(row(cell) - row(from)) + std::abs(column(cell) - column(from)));
    return best;
}

void enemyActs(int cell) {
    if (!anyOurs()) return;
    markReachable(cell);
    int best = NONE;
    for (int to = 0; to < CELLS; to++)
        if (marked[to] && (best == NONE || gap(to) < gap(best))) best = to;
    relocate(cell, best);
    waiting[best] = false;
    markTargets(best);
    for (int target = 0; target < CELLS; target++)
        if (marked[target] && isOurs(target)) {
            resolve(best, target);
            break;
        }
}

void enemyTurn() {
    for (int cell = 0; cell < CELLS; cell++) waiting[cell] = isEnemy(cell);
    for (int cell = 0; cell < CELLS; cell++)
        if (waiting[cell] && isEnemy(cell)) enemyActs(cell);
}

void grow() {
    for (int tree = 0; tree < CELLS; tree++) {
        if (ground[tree] != 'W') continue;
        for (int cell = 0; cell < CELLS; cell++)
            if (isUnit(cell) && std::abs(row(cell) - row(tree)) <= 2 && std::abs(column(cell) - column(tree)) <= 2)
                piece[cell].hp += 1;
    }
}

void readEntry(int& cell, char& letter) {
    int r, c;
    if (std::scanf("%d %d %c", &r, &c, &letter) != 3 || !onBoard(r, c)) giveUp();
    cell = cellAt(r, c);
}

void load() {
    int grounds, units, cell;
    char letter;
    std::memset(ground, ' ', sizeof ground);
    for (cell = 0; cell < CELLS; cell++) piece[cell].kind = NONE;
    if (std::scanf("%d %d", &grounds, &units) != 2) giveUp();
    for (int i = 0; i < grounds; i++) {
        readEntry(cell, letter);
        if (!std::strchr("MOW", letter)) giveUp();
        ground[cell] = letter;
    }
    for (int i = 0; i < units; i++) {
        readEntry(cell, letter);
        int kind = 0;
        while (kind < KIND_COUNT && KINDS[kind].letter != letter) kind++;
        if (kind == KIND_COUNT) giveUp();
        if (isUnit(cell)) continue;
        piece[cell].kind = kind;
        piece[cell].hp = KINDS[kind].hp;
    }
    std::getchar();
}

int main() {
    load();
    while (true) {
        unmark();
        printBoard(' ');
        int ours = 0, enemies = 0;
        for (int cell = 0; cell < CELLS; cell++) {
            ours += isOurs(cell);
            enemies += isEnemy(cell);
        }
        if (enemies == 0) {
            std::printf("Won\n");
            return 0;
        }
        if (ours == 0) {
            std::printf("Failed\n");
            return 0;
        }
        playerTurn();
        enemyTurn();
        grow();
    }
}
