// SPDX-License-Identifier: BSD-3-Clause
#include "input/field_quantity.hpp"

#include <algorithm>
#include <array>

#include "sparkdyn/mechanics/quantity.hpp"

namespace sparkdyn::input {

int FieldQuantity::width() const {
  return static_cast<int>(std::max<std::size_t>(components.size(), 1)) * (two_ends ? 2 : 1);
}

std::span<const FieldQuantity> field_quantities() {
  static const std::vector<std::string> tensor{"xx", "yy", "zz", "xy", "yz", "zx"};
  static const std::array<FieldQuantity, 9> all{{
      {"section_force", "section_forces", true, true, false, {"N", "V1", "V2", "T", "M1", "M2"}},
      {"fibre_stress", "fibre_stress", true, true, false, {"min", "max"}},
      {"shell_force",
       "shell_forces",
       true,
       false,
       false,
       {"N11", "N22", "N12", "M11", "M22", "M12", "Q1", "Q2"}},
      {"stress", "stress", true, false, true, tensor},
      {"von_mises", "von_mises", true, false, false, {}},
      {"nodal_stress", "nodal_stress", false, false, true, tensor},
      {"nodal_von_mises", "nodal_von_mises", false, false, true, {}},
      {"nodal_principal", "nodal_principal", false, false, true, {"s1", "s2", "s3"}},
      {"stress_jump", "stress_jump", false, false, false, {}},
  }};
  return all;
}

std::vector<std::string> model_quantities() {
  using mechanics::Quantity;
  std::vector<std::string> names;
  for (const Quantity quantity :
       {Quantity::displacement, Quantity::velocity, Quantity::acceleration, Quantity::reaction})
    names.emplace_back(name(quantity));
  for (const FieldQuantity& quantity : field_quantities()) names.emplace_back(quantity.name);
  return names;
}

std::vector<std::string> probe_components() {
  std::vector<std::string> names{"x", "y", "z", "rx", "ry", "rz"};
  for (const FieldQuantity& quantity : field_quantities())
    for (const std::string& component : quantity.components)
      if (std::find(names.begin(), names.end(), component) == names.end())
        names.push_back(component);
  return names;
}

}  // namespace sparkdyn::input
