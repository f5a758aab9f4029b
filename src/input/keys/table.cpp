// SPDX-License-Identifier: BSD-3-Clause
#include "table.hpp"

#include <algorithm>

namespace sparkdyn::input::keys {

const Key* Table::find(std::string_view key) const {
  const auto found = std::ranges::find(keys, key, &Key::name);
  return found == keys.end() ? nullptr : &*found;
}

std::vector<std::string> Table::names() const {
  std::vector<std::string> result;
  for (const Key& key : keys) result.push_back(key.name);
  return result;
}

Table restricted(const Table& table, std::string name, const std::vector<std::string>& keys) {
  const auto given = [&](const std::string& key) { return std::ranges::count(keys, key) > 0; };
  Table result{std::move(name), table.meaning, {}};
  for (const Key& key : table.keys)
    if (given(key.name)) result.keys.push_back(key);
  for (const Rule& rule : table.rules)
    if (std::ranges::all_of(rule.keys, given)) result.rules.push_back(rule);
  return result;
}

std::vector<Key> with_places(std::vector<Key> keys) {
  std::vector<Key> places{
      {.name = "node",
       .value = integer(-Value::unlimited),
       .meaning = "a node, by its number in the mesh",
       .example = "17"},
      {.name = "group",
       .value = text(),
       .meaning = "the nodes of a group of the mesh, or a node of `nodes`",
       .example = "tip"},
      {.name = "point",
       .value = three_numbers(),
       .meaning = "a place [x, y, z] of the structure",
       .unit = "length",
       .example = "[1, 0, 0]"},
  };
  for (Key& key : keys) places.push_back(std::move(key));
  return places;
}

}  // namespace sparkdyn::input::keys
