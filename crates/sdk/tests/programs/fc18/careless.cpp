// Does what nobody should: reads its input, prints to its output, reads past every list, throws, and keeps more orders than allowed.
#include "ai.h"
#include "definition.h"

extern "C" void player_ai(Info &info) {
  string line;
  cout << "{\"turn\":1,\"orders\":[]}" << endl;
  cin >> line;
  int sum = getchar();
  // Programs looked for a corps by the number of a tower, and for a player by its number without subtracting one.
  for (int i = 0; i < 20; ++i) sum += info.corpsInfo[static_cast<size_t>(i)].HealthPoint + info.towerInfo[static_cast<size_t>(i)].level;
  sum += static_cast<int>(info.playerInfo[4].tower.size());
  const vector<vector<mapBlock> > &board = *info.gameMapInfo;
  for (size_t i = 0; i < 20; ++i) sum += board[i][20 - i].owner + board[i][i].TowerIndex + static_cast<int>(board[i][i].corps.size());
  printf("sum %d\n", sum);
  for (int i = 0; i < 100; ++i) info.myCommandList.addCommand(corpsCommand, {CBuild, i});
  switch (info.totalRounds) {
    case 1: info.corpsInfo.clear(); info.towerInfo.clear(); break;
    case 2: throw runtime_error("thrown on purpose");
    case 3: throw 7;
    case 4: info.myCommandList[200].cmdType = towerCommand; break;
    case 5: static_cast<void>(info.corpsInfo.at(100000)); break;
    case 6: exit(9);
    default: break;
  }
}
