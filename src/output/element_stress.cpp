// SPDX-License-Identifier: BSD-3-Clause
// One stress for each element, in its middle; of shells at the top and at the bottom.

#include <algorithm>

#include "output/computed_fields.hpp"
#include "output/local_values.hpp"
#include "sparkdyn/output/structure_results.hpp"

namespace sparkdyn::output {
namespace {

constexpr int stress_components = 6;

std::vector<MeshField> stress_fields(bool layered) {
  const char* unit = "unit of force per unit of area";
  std::vector<MeshField> fields{
      {"stress", stress_components, Site::cell,
       layered ? "stress at the centre (shells: top), xx yy zz xy yz zx"
               : "stress at the centre, xx yy zz xy yz zx",
       unit},
      {"von_mises", 1, Site::cell, "von Mises stress at the centre", unit}};
  if (layered)
    fields.push_back({"stress_bottom", stress_components, Site::cell,
                      "stress of shells at the bottom, xx yy zz xy yz zx", unit});
  return fields;
}

class ElementStress final : public ComputedFields {
 public:
  explicit ElementStress(const structure::Distributed& structure, bool layered)
      : ComputedFields(structure, Site::cell, stress_fields(layered)), local_(structure) {}

 private:
  void compute(const StructureFrame& frame) override {
    local_.read(frame.q());
    std::vector<structure::Point> x;
    Eigen::VectorXd q;
    std::vector<double> row(static_cast<std::size_t>(width()));
    for (const auto& item : structure().elements.items) {
      if (!item.counted) continue;
      const auto& element = *structure::elements()[item.element];
      local_.of(item, q);
      const auto input = structure::element_input(structure(), item, x);
      const bool layers = element.has_layers();
      const structure::Stress top = element.stress(input, q, layers ? 1 : 0);
      std::copy_n(top.data(), stress_components, row.begin());
      row[stress_components] = von_mises(top.data());
      if (width() > stress_components + 1) {
        const structure::Stress bottom = layers ? element.stress(input, q, -1) : top;
        std::copy_n(bottom.data(), stress_components, row.begin() + stress_components + 1);
      }
      put(item.row, row.data());
    }
  }

  LocalValues local_;
};

}  // namespace

ComputedFieldsPtr element_stress(const structure::Distributed& structure) {
  return std::make_unique<ElementStress>(structure, has_section(structure, {"shell"}));
}

}  // namespace sparkdyn::output
