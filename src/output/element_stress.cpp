// SPDX-License-Identifier: BSD-3-Clause
// One stress for each element, in its middle; of shells at the top and at the bottom.

#include <algorithm>

#include "output/computed_fields.hpp"
#include "output/local_values.hpp"
#include "sparkdyn/output/structure_results.hpp"
#include "structure/elements/local_frame.hpp"
#include "structure/nonlinear/recovery.hpp"

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
      : ComputedFields(structure, Site::cell, stress_fields(layered)),
        local_(structure, structure.nonlinear) {}

 private:
  void compute(const StructureFrame& frame) override {
    local_.read(structure().nonlinear ? frame.unknowns() : frame.q());
    std::vector<structure::Point> x;
    Eigen::VectorXd q;
    std::vector<double> row(static_cast<std::size_t>(width()));
    for (const auto& item : structure().elements.items) {
      if (!item.counted) continue;
      const auto& element = *structure::elements()[item.element];
      local_.of(item, q);
      const auto input = structure::element_input(structure(), item, x);
      if (structure().nonlinear) {
        put_turned(item.row, element, input, q, row.data());
        continue;
      }
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

  /// Cauchy's stress; N/A of a bar along where it is now. Springs and masses have none: zero.
  void put_turned(PetscInt place, const structure::Element& element,
                  const structure::ElementInput& input, const Eigen::VectorXd& q, double* row) {
    structure::Stress stress = structure::Stress::Zero();
    if (element.section_kind() == "solid") {
      stress = structure::nonlinear::mean_cauchy_stress(element, input, q);
    } else if (const auto* truss = std::get_if<structure::TrussSection>(input.section)) {
      const Eigen::Vector3d t = (input.x[1] - input.x[0] + q.tail<3>() - q.head<3>()).normalized();
      const auto ends = structure::nonlinear::turned_end_forces(element, input, q);
      stress = structure::as_stress(ends[0][0] / truss->area * t * t.transpose());
    } else if (element.section_kind() == "beam" || element.section_kind() == "shell") {
      return;  // not a number: that of beams follows from section forces, of shells it is missing
    }
    std::copy_n(stress.data(), stress_components, row);
    row[stress_components] = von_mises(stress.data());
    put(place, row);
  }

  LocalValues local_;
};

}  // namespace

ComputedFieldsPtr element_stress(const structure::Distributed& structure) {
  return std::make_unique<ElementStress>(structure, has_section(structure, {"shell"}));
}

}  // namespace sparkdyn::output
