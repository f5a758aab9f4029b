// SPDX-License-Identifier: BSD-3-Clause
// What editors make of the schema, and whether it is what `check` says, is in tests/app/schema.py.
#include "guide/schema.hpp"

#include <gtest/gtest.h>

#include <set>

#include "input/keys/table.hpp"

namespace sparkdyn::guide {
namespace {

using input::keys::Table;
using input::keys::Value;

void collect(const Table& table, std::set<std::string>& names);

void collect(const Value& value, std::set<std::string>& names) {
  if (value.kind == Value::Kind::section) collect(value.table(), names);
  for (const Value& part : value.parts) collect(part, names);
}

void collect(const Table& table, std::set<std::string>& names) {
  if (!names.insert(table.name).second) return;
  for (const auto& key : table.keys) collect(key.value, names);
  if (table.variants)
    for (const auto& variant : table.variants()) collect(*variant.table, names);
}

TEST(Schema, HasEveryTableOnce) {
  std::set<std::string> names;
  collect(input::keys::case_table(), names);
  EXPECT_GT(names.size(), 90U);
  const std::string schema = json_schema();
  for (const std::string& name : names) {
    const std::string definition = "\n    \"" + name + "\": {";
    const std::size_t first = schema.find(definition);
    ASSERT_NE(first, schema.npos) << name;
    EXPECT_EQ(schema.find(definition, first + 1), schema.npos) << name;
  }
}

/// A cell of a table that held a bar would end there.
TEST(KeyReference, RowsHaveSixCells) {
  std::istringstream lines(key_reference());
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 7) << line;
    ++rows;
  }
  EXPECT_GT(rows, 200);
}

}  // namespace
}  // namespace sparkdyn::guide
