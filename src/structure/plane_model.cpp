// SPDX-License-Identifier: BSD-3-Clause
#include "plane_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "components.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::structure {
namespace {

constexpr ComponentMask out_of_plane = 0b011100;

const PlaneSection* plane_section_of(const Model& model, std::size_t cell) {
  const CellRole& role = model.roles[cell];
  if (role.element < 0) return nullptr;
  return std::get_if<PlaneSection>(&model.sections[static_cast<std::size_t>(role.section)].data);
}

std::string_view state_name(PlaneSection::State state) {
  constexpr std::array<std::string_view, 3> names{"plane stress", "plane strain", "axisymmetric"};
  return names[static_cast<std::size_t>(state)];
}

/// The largest coordinate, to tell which nodes lie on the axis.
double extent(const Mesh& mesh) {
  double largest = 0;
  for (const Vector& point : mesh.points)
    for (const double x : point) largest = std::max(largest, std::abs(x));
  return largest;
}

}  // namespace

void require_plane_model(const Model& model) {
  std::optional<std::size_t> first;
  for (std::size_t c = 0; c < model.roles.size() && !first; ++c)
    if (plane_section_of(model, c)) first = c;
  if (!first) return;
  const bool axisymmetric =
      plane_section_of(model, *first)->state == PlaneSection::State::axisymmetric;
  for (std::size_t c = 0; c < model.roles.size(); ++c) {
    if (model.roles[c].element < 0) continue;
    const auto name = [&](std::size_t cell) {
      const Element& element = *elements()[model.roles[cell].element];
      const PlaneSection* plane = plane_section_of(model, cell);
      return fmt::format("element {} ({}{})", model.mesh.cells[cell].id, element.name(),
                         plane ? fmt::format(", {}", state_name(plane->state)) : std::string());
    };
    const auto kind = elements()[model.roles[c].element]->section_kind();
    const PlaneSection* plane = plane_section_of(model, c);
    const bool mixed =
        plane ? (plane->state == PlaneSection::State::axisymmetric) != axisymmetric
              : kind == "solid" || kind == "shell" ||
                    (axisymmetric && kind != "spring" && kind != "mass" && kind != "bushing");
    if (mixed)
      core::input_error(
          "{}: {} and {} cannot be in one model: beside plane stress and plane strain there may "
          "be trusses, beams, springs, bushings and masses in their plane, beside axisymmetric "
          "elements springs, bushings and masses",
          model.mesh.file, name(*first), name(c));
  }
}

PlaneHolds::PlaneHolds(const Model& model) {
  const double size = extent(model.mesh);
  for (std::size_t c = 0; c < model.roles.size(); ++c) {
    const PlaneSection* plane = plane_section_of(model, c);
    if (!plane) continue;
    if (!any_) held_.assign(model.mesh.points.size(), out_of_plane);
    any_ = true;
    if (plane->state != PlaneSection::State::axisymmetric) continue;
    axisymmetric_ = true;
    const Cell& cell = model.mesh.cells[c];
    for (int i = 0; i < info(cell.shape).nodes; ++i) {
      const Index node = model.mesh.nodes_of(cell)[i];
      if (std::abs(model.mesh.points[static_cast<std::size_t>(node)][0]) <= 1e-9 * size)
        held_[static_cast<std::size_t>(node)] |= 1;
    }
  }
}

std::string PlaneHolds::why_not(int component) const {
  return fmt::format("a model of plane elements does not move along '{}'{}",
                     component_name(component), component == 0 ? " on its axis" : "");
}

std::string PlaneHolds::complaint(const Vector& acceleration) const {
  if (!any_) return {};
  if (acceleration[2] != 0) return why_not(2);
  if (axisymmetric_ && acceleration[0] != 0)
    return "an axisymmetric body can be accelerated along y only, its axis";
  return {};
}

}  // namespace sparkdyn::structure
