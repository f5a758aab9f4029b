// SPDX-License-Identifier: BSD-3-Clause
#include "keyword.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

constexpr std::array groups{mesh_keywords,    generation_keywords, material_keywords,
                            section_keywords, constraint_keywords, condition_keywords,
                            step_keywords,    output_keywords};

using Table = std::map<std::string, const Keyword*>;

Table make_table() {
  Table table;
  for (const auto group : groups)
    for (const Keyword& keyword : group()) table.emplace(normal_name(keyword.name), &keyword);
  return table;
}

const Table& table() {
  static const Table all = make_table();
  return all;
}

[[noreturn]] void refuse(const Block& block) {
  const std::string_view reason = why_refused(block.keyword);
  if (!reason.empty()) block.fail("not supported: {}", reason);
  std::string close = core::nearest(block.keyword.substr(0, 80), supported_keywords());
  if (!close.empty()) close = fmt::format("; did you mean *{}?", close);
  block.fail("unknown keyword{}", close);
}

void check_parameters(const Block& block, const Keyword& keyword) {
  std::vector<std::string> names;
  for (const std::string_view name : keyword.parameters) {
    if (name == "…") return;
    names.emplace_back(name);
  }
  for (const Parameter& parameter : block.parameters) {
    const bool known = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return normal_name(name) == parameter.name;
    });
    if (known) continue;
    if (names.empty())
      block.fail("the parameter {} is not supported; there are none", parameter.name.substr(0, 40));
    block.fail("the parameter {} is not supported; supported: {}", parameter.name.substr(0, 40),
               core::allowed(parameter.name.substr(0, 40), names));
  }
}

}  // namespace

std::vector<std::string> supported_keywords() {
  std::vector<std::string> names{"INCLUDE"};
  for (const auto& [key, keyword] : table()) names.emplace_back(keyword->name);
  std::sort(names.begin(), names.end());
  return names;
}

const Keyword& keyword_of(const Block& block) {
  const auto found = table().find(block.keyword);
  if (found == table().end()) refuse(block);
  check_parameters(block, *found->second);
  return *found->second;
}

}  // namespace sparkdyn::input::deck
