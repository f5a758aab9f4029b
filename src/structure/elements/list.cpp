// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <bit>

#include "all.hpp"

namespace sparkdyn::structure {

std::span<const Element* const> elements() {
  static const std::array<const Element*, 31> list{
      &tet4(),          &tet10(),          &hex8(),         &hex8_bbar(),      &hex8_reduced(),
      &hex20(),         &hex20_reduced(),  &wedge6(),       &wedge15(),        &truss2(),
      &beam2(),         &shell4(),         &shell3(),       &spring(),         &spring_ground(),
      &point_mass(),    &hex8_full(),      &tet4_reduced(), &beam3(),          &truss3(),
      &plane3(),        &plane4(),         &plane4_full(),  &plane4_reduced(), &plane6(),
      &plane8(),        &plane8_reduced(), &shell6(),       &shell8(),         &bushing(),
      &bushing_ground()};
  return list;
}

int find_element(std::string_view name) {
  const auto list = elements();
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Element* e) { return e->name() == name; });
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

int matrix_size(const Element& element, const SectionData& section) {
  int size = 0;
  for (int node = 0; node < info(element.shape()).nodes; ++node)
    size += std::popcount(element.components(node, section));
  return size;
}

}  // namespace sparkdyn::structure
