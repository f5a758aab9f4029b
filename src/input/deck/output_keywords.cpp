// SPDX-License-Identifier: BSD-3-Clause
// *NODE PRINT, *NODE FILE, *EL PRINT, *EL FILE and their like: what is written. *NODE PRINT becomes
// probes; the result file holds all nodes anyway.

#include <algorithm>

#include "keyword.hpp"
#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

/// FREQUENCY=0 switches a request off.
bool take_frequency(const Block& block, StepState& step) {
  const long every = block.integer("FREQUENCY", 1, 0);
  if (every == 0) return false;
  step.every = std::min(step.every.value_or(every), every);
  return true;
}

DeckProbe& probe_of(Builder& builder, const std::string& group) {
  const auto found = std::find_if(builder.probes.begin(), builder.probes.end(),
                                  [&](const DeckProbe& probe) { return probe.group == group; });
  if (found != builder.probes.end()) return *found;
  builder.probes.push_back({.group = group});
  return builder.probes.back();
}

/// Calls `take` for each name on the data lines.
template <typename Take>
void for_each_quantity(const Block& block, Take take) {
  Lines lines(block);
  while (auto line = lines.next())
    while (!line->done())
      if (const std::string name = normal_name(line->next()); !name.empty()) take(name);
}

void pass_over(const Block& block, Builder& builder, const std::string& quantity) {
  builder.warn(block, fmt::format("'{}' is not among the results", quantity.substr(0, 20)));
}

void note_time_points(const Block& block, Builder& builder) {
  if (block.has("TIMEPOINTS"))
    builder.warn(block, "TIME POINTS without effect: every step is written");
}

void read_node_print(const Block& block, Builder& builder) {
  StepState& step = *builder.step;
  // As in CalculiX a step's own requests replace earlier ones.
  if (!step.prints) builder.probes.clear();
  step.prints = true;
  note_time_points(block, builder);
  // Probes are recorded at every step; what is stored of all nodes is for the other keywords to
  // say.
  if (block.integer("FREQUENCY", 1, 0) == 0) return;
  if (!block.has("NSET")) {
    builder.warn(block, "without NSET it gives no probes; the result file holds all nodes");
    return;
  }
  builder.node_set(block, "NSET");
  DeckProbe& probe = probe_of(builder, block.require("NSET"));
  for_each_quantity(block, [&](const std::string& quantity) {
    if (quantity == "U")
      probe.displacement = true;
    else if (quantity == "V")
      probe.velocity = true;
    else if (quantity == "RF")
      probe.reaction = true;
    else
      pass_over(block, builder, quantity);
  });
}

void read_node_file(const Block& block, Builder& builder) {
  note_time_points(block, builder);
  if (!take_frequency(block, *builder.step)) return;
  for_each_quantity(block, [&](const std::string& quantity) {
    const bool known = quantity == "U" || quantity == "V" || quantity == "RF" || quantity == "A";
    if (!known) pass_over(block, builder, quantity);
  });
}

void read_element_output(const Block& block, Builder& builder) {
  note_time_points(block, builder);
  if (!take_frequency(block, *builder.step)) return;
  for_each_quantity(block, [&](const std::string& quantity) {
    if (quantity == "S")
      builder.step->step.stress = true;
    else
      pass_over(block, builder, quantity);
  });
}

void ignore(const Block& block, Builder& builder) {
  builder.warn(block, "without effect");
}

void read_restart(const Block& block, Builder& builder) {
  if (block.has("READ")) block.fail("READ is not supported: results of other programs");
  ignore(block, builder);
}

}  // namespace

Keywords output_keywords() {
  constexpr Phase steps = Phase::steps;
  constexpr Scope step = Scope::step;
  static const std::vector<std::string_view> any{"…"};
  static const std::vector<Keyword> table{
      {"NODE PRINT", steps, step, any, read_node_print},
      {"NODE FILE", steps, step, any, read_node_file},
      {"NODE OUTPUT", steps, step, any, read_node_file},
      {"EL PRINT", steps, step, any, read_element_output},
      {"EL FILE", steps, step, any, read_element_output},
      {"ELEMENT OUTPUT", steps, step, any, read_element_output},
      {"OUTPUT", steps, Scope::both, any, ignore},
      {"PRINT", steps, step, any, ignore},
      {"MONITOR", steps, step, any, ignore},
      {"ENERGY PRINT", steps, step, any, ignore},
      {"SECTION PRINT", steps, step, any, ignore},
      {"FACE PRINT", steps, step, any, ignore},
      {"FILE FORMAT", Phase::heading, Scope::anywhere, any, ignore},
      {"PREPRINT", Phase::heading, Scope::anywhere, any, ignore},
      {"TIME POINTS", Phase::heading, Scope::anywhere, any, ignore},
      {"CONTROLS", Phase::heading, Scope::anywhere, any, ignore},
      {"PHYSICAL CONSTANTS", Phase::heading, Scope::anywhere, any, ignore},
      {"RESTART", Phase::heading, Scope::anywhere, any, read_restart},
  };
  return table;
}

}  // namespace sparkdyn::input::deck
