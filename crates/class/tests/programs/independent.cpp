// The same exercise by somebody who had another idea.
#include <algorithm>
#include <cstdio>
#include <string>
#include <map>

struct Grid {
    std::string cells[64];
    int height, width;
    char at(int r, int c) const {
        return r >= 0 && r < height && c >= 0 && c < width ? cells[r][c] : '.';
    }
};

static int parent[4096];

int root(int x) {
    while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    return x;
}

void join(int a, int b) {
    a = root(a);
    b = root(b);
    if (a != b) parent[std::max(a, b)] = std::min(a, b);
}

int main() {
    Grid g;
    if (std::scanf("%d %d", &g.height, &g.width) != 2) return 1;
    char buffer[80];
    int r = 0;
    do {
        std::scanf("%79s", buffer);
        g.cells[r] = buffer;
    } while (++r < g.height);
    for (int i = 0; i != g.height * g.width; ++i) parent[i] = i;
    for (int i = g.height * g.width - 1; i >= 0; --i) {
        int y = i / g.width, x = i % g.width;
        if (g.at(y, x) != '#') continue;
        if (g.at(y, x + 1) == '#') join(i, i + 1);
        if (g.at(y + 1, x) == '#') join(i, i + g.width);
    }
    std::map<int, std::pair<int, int>> figures;
    for (int y = 0; y < g.height; ++y)
        for (int x = 0; x < g.width; ++x) {
            if (g.at(y, x) != '#') continue;
            auto& f = figures[root(y * g.width + x)];
            f.first += 1;
            f.second += (g.at(y - 1, x) != '#') + (g.at(y + 1, x) != '#') + (g.at(y, x - 1) != '#') + (g.at(y, x + 1) != '#');
        }
    int n = 0, best = 0;
    for (const auto& entry : figures) {
        std::printf("Island %d: area %d, coast %d\n", ++n, entry.second.first, entry.second.second);
        best = std::max(best, entry.second.second);
    }
    std::printf("%d islands, longest coast %d\n", n, best);
}
