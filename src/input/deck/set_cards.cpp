// SPDX-License-Identifier: BSD-3-Clause
#include "set_cards.hpp"

#include <algorithm>

#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Index;
using Groups = std::map<std::string, std::vector<Index>>;

/// What a set is made of: nodes or elements.
struct Kind {
  std::string_view what;
  const Numbering& numbers;
  Groups& groups;
  const Builder& builder;
};

/// Numbers that nothing carries are left out: ranges often span gaps.
void read_range(Line& line, const Kind& kind, std::vector<Index>& members) {
  const long long first = line.integer("first number");
  const long long last = line.integer("last number", first);
  const long long step = line.integer("step", 1);
  line.finish();
  if (first < 1) line.fail("numbers start at 1, not {}", first);
  if (step < 1) line.fail("the step must be at least 1, not {}", step);
  if (last < first) line.fail("the range {} to {} is empty", first, last);
  const auto found = kind.numbers.between(first, last);
  kind.builder.spend(found.size(), line);
  for (const auto& [number, position] : found)
    if ((number - first) % step == 0) members.push_back(position);
}

void read_members(Line& line, const Kind& kind, std::vector<Index>& members) {
  while (!line.done()) {
    const std::string_view field = line.next();
    if (field.empty()) continue;
    if (const auto number = to_integer(field)) {
      const Index found = kind.numbers.find(*number);
      if (found < 0) line.fail("{} {} is not defined", kind.what, *number);
      members.push_back(found);
      continue;
    }
    const std::string name = normal_name(field);
    const auto found = kind.groups.find(name);
    if (found == kind.groups.end())
      line.fail("'{}' is neither a number nor the name of a {} set defined before{}",
                name.substr(0, 40), kind.what, close_name(name, kind.groups));
    kind.builder.spend(found->second.size(), line);
    members.insert(members.end(), found->second.begin(), found->second.end());
  }
}

void read_set(const Block& block, const std::string& name, const Kind& kind) {
  std::vector<Index> members;
  Lines lines(block);
  while (auto line = lines.next()) {
    if (block.has("GENERATE"))
      read_range(*line, kind, members);
    else
      read_members(*line, kind, members);
  }
  add_to_group(kind.groups[name], std::move(members));
}

}  // namespace

void add_to_group(std::vector<Index>& group, std::vector<Index> added) {
  if (!std::is_sorted(added.begin(), added.end())) std::sort(added.begin(), added.end());
  added.erase(std::unique(added.begin(), added.end()), added.end());
  if (added.empty()) return;
  // Often a set grows by one card after another: then only what is added takes time.
  const bool behind = group.empty() || group.back() < added.front();
  const auto middle = static_cast<std::ptrdiff_t>(group.size());
  group.insert(group.end(), added.begin(), added.end());
  if (behind) return;
  std::inplace_merge(group.begin(), group.begin() + middle, group.end());
  group.erase(std::unique(group.begin(), group.end()), group.end());
}

void read_node_set(const Block& block, Builder& builder) {
  const std::string& name = block.require("NSET");
  if (block.has("ELSET")) {
    add_to_group(builder.mesh().node_groups[name],
                 builder.nodes_of(builder.cell_set(block, "ELSET")));
    return;
  }
  read_set(block, name, {"node", builder.node_numbers, builder.mesh().node_groups, builder});
}

void read_cell_set(const Block& block, Builder& builder) {
  read_set(block, block.require("ELSET"),
           {"element", builder.cell_numbers, builder.mesh().cell_groups, builder});
}

}  // namespace sparkdyn::input::deck
