// The interface's structs from JSON and back, in the form of the contest's site: the members' names are the keys, a point is
// a list of two numbers, and what is empty is null.

#ifndef SANDTABLE_SDK_FC18_JSON_FORMS_H
#define SANDTABLE_SDK_FC18_JSON_FORMS_H

#include "definition.h"

namespace sandtable_sdk_detail {

template <typename List>
Json::Value json_of_numbers(const List &numbers) {
  Json::Value list;
  for (int number : numbers) list.append(number);
  return list;
}

template <typename List>
Json::Value json_of_forms(const List &forms) {
  Json::Value list;
  for (const auto &form : forms) list.append(form.asJson());
  return list;
}

inline std::vector<int> numbers_of_json(const Json::Value &list) {
  std::vector<int> numbers;
  for (const Json::Value &number : list) numbers.push_back(number.asInt());
  return numbers;
}

inline std::set<int> set_of_json(const Json::Value &list) {
  const std::vector<int> numbers = numbers_of_json(list);
  return std::set<int>(numbers.begin(), numbers.end());
}

template <typename T>
std::vector<T> forms_of_json(const Json::Value &list) {
  std::vector<T> forms;
  for (const Json::Value &form : list) forms.push_back(T(form));
  return forms;
}

}  // namespace sandtable_sdk_detail

inline TPoint::TPoint(const Json::Value &value) : m_x(value[0].asInt()), m_y(value[1].asInt()) {}

inline Json::Value TPoint::asJson() const {
  Json::Value value;
  value.append(m_x);
  value.append(m_y);
  return value;
}

inline TowerInfo::TowerInfo(const Json::Value &value)
    : exist(value["exist"].asBool()), ID(value["ID"].asInt()), ownerID(value["ownerID"].asInt()), position(value["position"]),
      productPoint(value["productPoint"].asInt()), pdtType(static_cast<productType>(value["pdtType"].asInt())),
      productConsume(value["productConsume"].asInt()), battlePoint(value["battlePoint"].asInt()),
      healthPoint(value["healthPoint"].asInt()), level(value["level"].asInt()) {}

inline Json::Value TowerInfo::asJson() const {
  Json::Value value;
  value["exist"] = exist;
  value["ID"] = ID;
  value["ownerID"] = ownerID;
  value["position"] = position.asJson();
  value["productPoint"] = productPoint;
  value["pdtType"] = static_cast<int>(pdtType);
  value["productConsume"] = productConsume;
  value["battlePoint"] = battlePoint;
  value["healthPoint"] = healthPoint;
  value["level"] = level;
  return value;
}

inline CorpsInfo::CorpsInfo(const Json::Value &value)
    : exist(value["exist"].asBool()), pos(value["pos"]), ID(value["ID"].asInt()), HealthPoint(value["HealthPoint"].asInt()),
      BuildPoint(value["BuildPoint"].asInt()), owner(value["owner"].asInt()), type(static_cast<corpsType>(value["type"].asInt())),
      movePoint(value["movePoint"].asInt()), m_BattleType(static_cast<battleCorpsType>(value["m_BattleType"].asInt())),
      m_BuildType(static_cast<constructCorpsType>(value["m_BuildType"].asInt())) {}

inline Json::Value CorpsInfo::asJson() const {
  Json::Value value;
  value["exist"] = exist;
  value["pos"] = pos.asJson();
  value["ID"] = ID;
  value["HealthPoint"] = HealthPoint;
  value["BuildPoint"] = BuildPoint;
  value["owner"] = owner;
  value["type"] = static_cast<int>(type);
  value["movePoint"] = movePoint;
  value["m_BattleType"] = static_cast<int>(m_BattleType);
  value["m_BuildType"] = static_cast<int>(m_BuildType);
  return value;
}

inline PlayerInfo::PlayerInfo(const Json::Value &value)
    : id(value["id"].asInt()), rank(value["rank"].asInt()), alive(value["alive"].asBool()),
      tower(sandtable_sdk_detail::set_of_json(value["tower"])), corps(sandtable_sdk_detail::set_of_json(value["corps"])) {}

inline Json::Value PlayerInfo::asJson() const {
  Json::Value value;
  value["id"] = id;
  value["rank"] = rank;
  value["alive"] = alive;
  value["tower"] = sandtable_sdk_detail::json_of_numbers(tower);
  value["corps"] = sandtable_sdk_detail::json_of_numbers(corps);
  return value;
}

inline mapBlock::mapBlock(const Json::Value &value)
    : type(static_cast<terrainType>(value["type"].asInt())),
      occupyPoint(sandtable_sdk_detail::numbers_of_json(value["occupyPoint"])), owner(value["owner"].asInt()),
      TowerIndex(value["TowerIndex"].asInt()), corps(sandtable_sdk_detail::numbers_of_json(value["corps"])) {}

inline Json::Value mapBlock::asJson() const {
  Json::Value value;
  value["type"] = static_cast<int>(type);
  value["occupyPoint"] = sandtable_sdk_detail::json_of_numbers(occupyPoint);
  value["owner"] = owner;
  value["TowerIndex"] = TowerIndex;
  value["corps"] = sandtable_sdk_detail::json_of_numbers(corps);
  return value;
}

inline Command::Command(const Json::Value &value)
    : cmdType(static_cast<commandType>(value["cmdType"].asInt())),
      parameters(sandtable_sdk_detail::numbers_of_json(value["parameters"])) {}

inline Json::Value Command::asJson() const {
  Json::Value value;
  value["cmdType"] = static_cast<int>(cmdType);
  value["parameters"] = sandtable_sdk_detail::json_of_numbers(parameters);
  return value;
}

inline CommandList::CommandList(const Json::Value &value) {
  for (const Json::Value &command : value) add(Command(command));
}

inline Json::Value CommandList::asJson() const { return sandtable_sdk_detail::json_of_forms(m_commands); }

// The map is the caller's, and stays for good.
inline Info::Info(const Json::Value &value)
    : totalPlayers(value["totalPlayers"].asInt()), playerAlive(value["playerAlive"].asInt()),
      totalRounds(value["totalRounds"].asInt()), totalTowers(value["totalTowers"].asInt()),
      totalCorps(value["totalCorps"].asInt()), myID(value["myID"].asInt()), myCommandList(value["myCommandList"]),
      playerInfo(sandtable_sdk_detail::forms_of_json<PlayerInfo>(value["playerInfo"])),
      towerInfo(sandtable_sdk_detail::forms_of_json<TowerInfo>(value["towerInfo"])),
      corpsInfo(sandtable_sdk_detail::forms_of_json<CorpsInfo>(value["corpsInfo"])) {
  vector<vector<mapBlock> > *rows = new vector<vector<mapBlock> >;
  for (const Json::Value &row : value["gameMapInfo"]) rows->push_back(sandtable_sdk_detail::forms_of_json<mapBlock>(row));
  gameMapInfo = rows;
}

inline Json::Value Info::asJson() const {
  Json::Value value;
  value["totalPlayers"] = totalPlayers;
  value["playerAlive"] = playerAlive;
  value["totalRounds"] = totalRounds;
  value["totalTowers"] = totalTowers;
  value["totalCorps"] = totalCorps;
  value["myID"] = myID;
  value["myCommandList"] = myCommandList.asJson();
  value["playerInfo"] = sandtable_sdk_detail::json_of_forms(playerInfo);
  value["towerInfo"] = sandtable_sdk_detail::json_of_forms(towerInfo);
  value["corpsInfo"] = sandtable_sdk_detail::json_of_forms(corpsInfo);
  if (gameMapInfo != NULL) {
    for (const vector<mapBlock> &row : *gameMapInfo) value["gameMapInfo"].append(sandtable_sdk_detail::json_of_forms(row));
  }
  return value;
}

#endif
