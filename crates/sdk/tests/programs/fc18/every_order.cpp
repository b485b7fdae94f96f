// One order of every kind, orders that do not exist, and orders with the wrong number of parameters.
#include "ai.h"

void player_ai(Info &info) {
  CommandList &list = info.myCommandList;
  for (int way = CUp; way <= CRight; ++way) list.addCommand(corpsCommand, {CMove, 1, way});
  list.addCommand(corpsCommand, {CAttackCorps, 1, 2});
  list.addCommand(corpsCommand, {CAttackTower, 1, 2});
  list.addCommand(corpsCommand, {CBuild, 3});
  list.addCommand(corpsCommand, {CRepair, -3});
  list.addCommand(corpsCommand, {CChangeTerrain, 4, TRForest});
  list.addCommand(corpsCommand, {CChangeTerrain, 4, TRClassRoom1});
  for (int task = PWarrior; task <= PUpgrade; ++task) list.addCommand(towerCommand, {TProduct, 0, task});
  list.addCommand(towerCommand, {TAttackCorps, 0, 9});
  // None of these exists.
  list.addCommand(towerCommand, {TAttackTower, 0, 1});
  list.addCommand(towerCommand, {3, 0, 1});
  list.addCommand(towerCommand, {TProduct, 0, NOTASK});
  list.addCommand(corpsCommand, {CStationTower, 1});
  list.addCommand(corpsCommand, {CMove, 1, 4});
  list.addCommand(corpsCommand, {CMove, 1});
  list.addCommand(corpsCommand, {CBuild});
  list.addCommand(corpsCommand, vector<int>());
  list.addCommand(corpsCommand, vector<int>(1000, 7));
  list.addCommand(static_cast<commandType>(7), {CMove, 1, CUp});
}
