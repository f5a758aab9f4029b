// SPDX-License-Identifier: BSD-3-Clause
#include "in_force.hpp"

#include <algorithm>
#include <tuple>

namespace sparkdyn::input::deck {

using structure::Facet;
using structure::Index;
using structure::Vector;

Facet facet(const structure::Mesh& mesh, SideRef ref) {
  const structure::Cell& cell = mesh.cells[ref.cell];
  const Index* nodes = mesh.nodes_of(cell);
  Facet result;
  result.cell = ref.cell;
  if (ref.side == positive_face || ref.side == negative_face) {
    const int count = structure::info(cell.shape).nodes;
    result.shape = cell.shape;
    for (int i = 0; i < count; ++i)
      result.nodes[i] = nodes[ref.side == positive_face ? i : (count - i) % count];
    return result;
  }
  const structure::Side& side = structure::info(cell.shape).sides[ref.side];
  result.shape = side.shape;
  for (std::size_t i = 0; i < side.nodes.size(); ++i) result.nodes[i] = nodes[side.nodes[i]];
  return result;
}

void InForce::begin_step() {
  ++step_;
  begun_.clear();
}

void InForce::begin_card(CardKind kind, bool fresh) {
  if (!begun_.insert(kind).second || !fresh) return;
  switch (kind) {
    case CardKind::boundary:
      supports_.clear();
      break;
    case CardKind::nodal:
      nodal_.clear();
      break;
    case CardKind::distributed:
      pressure_.clear();
      line_.clear();
      traction_.clear();
      body_.clear();
      break;
  }
}

/// A new value starts from the one in force, which is what a ramp needs.
void InForce::replace(Value& value, const Given& given, bool add) {
  const bool again = add && value.step == step_ && !value.given.where.empty();
  const double sum = again ? value.given.value + given.value : given.value;
  if (again && value.given.amplitude != given.amplitude)
    warnings_.push_back(
        fmt::format("{}: adds to the load given at {} in the same step and replaces its amplitude, "
                    "as CalculiX does",
                    given.where, value.given.where));
  value.given = given;
  value.given.value = sum;
  value.step = step_;
}

void InForce::hold(Index node, int component, const Given& given) {
  replace(supports_[{node, component}], given, false);
}
void InForce::push(Index node, int component, const Given& given) {
  replace(nodal_[{node, component}], given, true);
}
void InForce::press(SideRef side, const Given& given) {
  replace(pressure_[side], given, true);
}
void InForce::load_line(Index cell, int axis, const Given& given) {
  replace(line_[{cell, axis}], given, true);
}

void InForce::pull(const std::string& surface, const std::vector<SideRef>& sides,
                   const Vector& direction, const Given& given) {
  Traction& traction = traction_[{surface, direction}];
  traction.sides = sides;
  traction.direction = direction;
  replace(traction.value, given, true);
}

void InForce::accelerate(const std::string& set, const std::vector<Index>& cells,
                         const Vector& direction, const Given& given) {
  Acceleration& body = body_[{set, direction}];
  body.cells = cells;
  body.direction = direction;
  replace(body.value, given, true);
}

void InForce::remove_equations() {
  std::erase_if(constraints_, [](const Row& row) { return row.first.first >= 0; });
}

bool InForce::remove_equation(Index node, int component) {
  return std::erase_if(constraints_,
                       [&](const Row& row) { return row.first == std::pair(node, component); }) > 0;
}

double InForce::factor(const Given& given, double start, double t) const {
  const DeckAmplitude& amplitude = amplitudes_[given.amplitude];
  return amplitude.value(t - (amplitude.total_time ? 0 : start) - given.delay);
}

InForce::Acting InForce::acting(const Value& value, const Timing& timing) {
  const Given& given = value.given;
  if (given.amplitude < 0) {
    const bool ramped = timing.ramp && !timing.only_end && value.before != given.value;
    if (!ramped) return {given.value, -1};
    return {1, amplitudes_.ramp(timing.start, value.before, timing.end(), given.value)};
  }
  const DeckAmplitude& amplitude = amplitudes_[given.amplitude];
  const double reference = amplitude.absolute ? 1 : given.value;
  if (timing.only_end) return {reference * factor(given, timing.start, timing.end()), -1};
  const double shift = (amplitude.total_time ? 0 : timing.start) + given.delay;
  return {reference, amplitudes_.in_model(given.amplitude, shift)};
}

void InForce::freeze(Value& value, const Timing& timing) const {
  Given& given = value.given;
  if (given.amplitude < 0) {
    value.before = given.value;
    return;
  }
  const DeckAmplitude& amplitude = amplitudes_[given.amplitude];
  value.before = (amplitude.absolute ? 1 : given.value) * factor(given, timing.start, timing.end());
  if (amplitude.total_time) return;
  given.value = value.before;
  given.amplitude = -1;
}

template <typename Visit>
void InForce::for_each_value(Visit visit) {
  for (auto& [key, value] : supports_) visit(value);
  for (auto& [key, value] : nodal_) visit(value);
  for (auto& [key, value] : pressure_) visit(value);
  for (auto& [key, value] : line_) visit(value);
  for (auto& [key, item] : traction_) visit(item.value);
  for (auto& [key, item] : body_) visit(item.value);
}

void InForce::end_step(const Timing& timing) {
  for_each_value([&](Value& value) { freeze(value, timing); });
}

std::size_t InForce::size() const {
  std::size_t count =
      supports_.size() + nodal_.size() + pressure_.size() + line_.size() + constraints_.size();
  for (const auto& [key, item] : traction_) count += item.sides.size();
  for (const auto& [key, item] : body_) count += item.cells.size();
  return count;
}

structure::Conditions InForce::conditions(const structure::Mesh& mesh, const Timing& timing) {
  structure::Conditions result;
  for (const Row& row : constraints_) result.constraints.push_back(row.constraint);
  for (const auto& [key, value] : supports_) {
    const Acting now = acting(value, timing);
    result.supports.push_back({key.first, key.second, now.value, now.amplitude, value.given.where});
  }
  for (const auto& [key, value] : nodal_) {
    const Acting now = acting(value, timing);
    if (now.value != 0)
      result.nodal.push_back({key.first, key.second, now.value, now.amplitude, value.given.where});
  }
  // Facets and cells that one line of the deck loads alike stay together.
  std::map<std::tuple<std::string, Acting>, structure::SurfaceLoad> surfaces;
  for (const auto& [side, value] : pressure_) {
    const Acting now = acting(value, timing);
    auto& load = surfaces[{value.given.where, now}];
    load.facets.push_back(facet(mesh, side));
    load.pressure = now.value;
    load.amplitude = now.amplitude;
    load.where = value.given.where;
  }
  for (auto& [key, load] : surfaces) result.surface.push_back(std::move(load));
  for (const auto& [key, traction] : traction_) {
    const Acting now = acting(traction.value, timing);
    structure::SurfaceLoad load;
    for (const SideRef side : traction.sides) load.facets.push_back(facet(mesh, side));
    for (int i = 0; i < 3; ++i) load.traction[i] = now.value * traction.direction[i];
    load.amplitude = now.amplitude;
    load.where = traction.value.given.where;
    result.surface.push_back(std::move(load));
  }
  std::map<std::tuple<std::string, int, Acting>, structure::LineLoad> lines;
  for (const auto& [key, value] : line_) {
    const Acting now = acting(value, timing);
    auto& load = lines[{value.given.where, key.second, now}];
    load.cells.push_back(key.first);
    load.force[key.second] = now.value;
    load.amplitude = now.amplitude;
    load.where = value.given.where;
  }
  for (auto& [key, load] : lines) result.line.push_back(std::move(load));
  for (const auto& [key, body] : body_) {
    const Acting now = acting(body.value, timing);
    structure::BodyLoad load;
    load.cells = body.cells;
    for (int i = 0; i < 3; ++i) load.acceleration[i] = now.value * body.direction[i];
    load.amplitude = now.amplitude;
    load.where = body.value.given.where;
    result.body.push_back(std::move(load));
  }
  return result;
}

}  // namespace sparkdyn::input::deck
