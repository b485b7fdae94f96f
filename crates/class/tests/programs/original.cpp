// Counts islands on a map and the longest coast.
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

const int SEA = 0;

struct Island {
    int area;
    int coast;
};

int readMap(vector<vector<int>>& land) {
    int rows, cols;
    cin >> rows >> cols;
    land.assign(rows, vector<int>(cols, SEA));
    for (int row = 0; row < rows; row++) {
        for (int col = 0; col < cols; col++) {
            char sign;
            cin >> sign;
            if (sign == '#') {
                land[row][col] = 1;
            }
        }
    }
    return rows * cols;
}

bool isLand(const vector<vector<int>>& land, int row, int col) {
    if (row < 0 || col < 0) return false;
    if (row >= (int)land.size() || col >= (int)land[0].size()) return false;
    return land[row][col] != SEA;
}

Island explore(vector<vector<int>>& land, int row, int col) {
    static const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    Island island = {0, 0};
    queue<pair<int, int>> open;
    open.push(make_pair(row, col));
    land[row][col] = 2;
    while (!open.empty()) {
        pair<int, int> here = open.front();
        open.pop();
        island.area++;
        for (int side = 0; side < 4; side++) {
            int nextRow = here.first + steps[side][0];
            int nextCol = here.second + steps[side][1];
            if (!isLand(land, nextRow, nextCol)) {
                island.coast++;
            } else if (land[nextRow][nextCol] == 1) {
                land[nextRow][nextCol] = 2;
                open.push(make_pair(nextRow, nextCol));
            }
        }
    }
    return island;
}

int main() {
    vector<vector<int>> land;
    readMap(land);
    int islands = 0, longest = 0;
    for (int row = 0; row < (int)land.size(); row++) {
        for (int col = 0; col < (int)land[row].size(); col++) {
            if (land[row][col] == 1) {
                Island island = explore(land, row, col);
                islands++;
                if (island.coast > longest) longest = island.coast;
                cout << "Island " << islands << ": area " << island.area << ", coast " << island.coast << endl;
            }
        }
    }
    cout << islands << " islands, longest coast " << longest << endl;
    return 0;
}
