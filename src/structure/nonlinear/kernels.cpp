// SPDX-License-Identifier: BSD-3-Clause
#include "kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "beam_kernel.hpp"
#include "line_kernel.hpp"
#include "shell_kernel.hpp"
#include "solid_kernel.hpp"
#include "spring_kernel.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

template <Shape shape, int points>
KernelPtr plain_solid(const ElementInput& input) {
  return std::make_unique<SolidKernel<node_count(shape), points>>(gradients<shape, points>(input),
                                                                  SolidLaw(input));
}

KernelPtr truss_kernel(const ElementInput& input) {
  const double EA = input.material->E() * std::get<TrussSection>(*input.section).area;
  const double length = (input.x[1] - input.x[0]).norm();
  return length_kernel(input.x[0], input.x[1], linear_length(EA / length, length));
}

KernelPtr nothing(const ElementInput&) {
  return nullptr;
}

struct Entry {
  std::string_view name;
  KernelPtr (*make)(const ElementInput&);
};

constexpr std::array<Entry, 17> entries{{
    {"tet4", plain_solid<Shape::tetrahedron4, 1>},
    {"tet4-reduced", plain_solid<Shape::tetrahedron4, 1>},
    {"tet10", plain_solid<Shape::tetrahedron10, 4>},
    {"hex8", enhanced_hex8_kernel},
    {"hex8-bbar", bbar_hex8_kernel},
    {"hex8-full", plain_solid<Shape::hexahedron8, 8>},
    {"hex8-reduced", reduced_hex8_kernel},
    {"hex20", plain_solid<Shape::hexahedron20, 27>},
    {"hex20-reduced", plain_solid<Shape::hexahedron20, 8>},
    {"wedge6", plain_solid<Shape::wedge6, 2>},
    {"wedge15", plain_solid<Shape::wedge15, 9>},
    {"truss2", truss_kernel},
    {"beam2", beam_kernel},
    {"shell4", shell4_kernel},
    {"spring", spring_kernel},
    {"spring-ground", ground_spring_kernel},
    {"mass", nothing},
}};

const Entry* entry_of(const Element& element) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& e) { return e.name == element.name(); });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

bool can_turn(const Element& element) {
  return entry_of(element) != nullptr;
}

bool turns_nodes(const Element& element) {
  return element.section_kind() == "beam" || element.section_kind() == "shell";
}

std::string kernel_complaint(const Element& element, const ElementInput& input) {
  if (!can_turn(element))
    return fmt::format(
        "{} is not built for large rotations; solids, shell4, beams, trusses, springs and "
        "masses are",
        element.name());
  if (element.section_kind() == "spring") return spring_kernel_complaint(element, input);
  if (!input.material) return {};
  if (element.section_kind() == "beam") {
    const auto& beam = std::get<BeamSection>(*input.section);
    if (beam.release_start != 0 || beam.release_end != 0)
      return "the ends of a beam cannot be released in a model that may turn: put a joint there";
  }
  if (element.section_kind() != "solid")
    return input.material->law == 0
               ? ""
               : fmt::format(
                     "a material with the law {} is for solid elements; {} takes a linear one",
                     laws()[static_cast<std::size_t>(input.material->law)]->name(), element.name());
  return laws()[static_cast<std::size_t>(input.material->law)]->complaint(*input.material);
}

KernelPtr make_kernel(const Element& element, const ElementInput& input) {
  return entry_of(element)->make(input);
}

KernelPtr make_damping_kernel(const Element& element, const ElementInput& input) {
  return element.name() == "hex8-reduced" ? mean_hex8_kernel(input) : nullptr;
}

}  // namespace sparkdyn::structure::nonlinear
