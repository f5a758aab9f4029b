// SPDX-License-Identifier: BSD-3-Clause
// What engineers dimension by: section forces of beams and trusses with the stress of their fibres,
// resultants of shells.

#include <algorithm>
#include <optional>

#include "output/computed_fields.hpp"
#include "output/local_values.hpp"
#include "structure/section_forces.hpp"
#include "structure/shell_forces.hpp"

namespace sparkdyn::output {
namespace {

using structure::Index;

class LineForces final : public ComputedFields {
 public:
  explicit LineForces(const structure::Distributed& structure)
      : ComputedFields(
            structure, Site::cell,
            {{"section_forces", 12, Site::cell,
              "N V1 V2 T M1 M2 of beams and trusses at the first end, then at the second",
              "unit of force, of moments times length"},
             {"fibre_stress", 4, Site::cell,
              "smallest and largest normal stress of a beam's profile at the first end, then at "
              "the second",
              "unit of force per unit of area"}}),
        q_(structure),
        v_(structure),
        a_(structure) {}

 private:
  void compute(const StructureFrame& frame) override {
    if (conditions_ != frame.conditions()) {
      conditions_ = frame.conditions();
      forces_.emplace(structure(), *conditions_, frame.rayleigh());
    }
    q_.read(frame.q());
    v_.read(frame.v());
    a_.read(frame.acceleration());
    const auto& items = structure().elements.items;
    std::array<double, 16> row{};
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto& item = items[i];
      if (!item.counted || !structure::SectionForces::has(*structure::elements()[item.element]))
        continue;
      q_.of(item, motion_.q);
      v_.of(item, motion_.v);
      a_.of(item, motion_.a);
      const auto ends = forces_->at(static_cast<Index>(i), motion_, frame.time());
      const auto* beam =
          std::get_if<structure::BeamSection>(&structure().sections[item.section].data);
      for (std::size_t end = 0; end < 2; ++end) {
        std::copy_n(ends[end].data(), 6, row.begin() + static_cast<long>(6 * end));
        const double bar = beam ? 0 : ends[end][0] / area_of(item);
        const auto fibres =
            beam ? structure::fibre_stress(*beam, ends[end]) : std::array<double, 2>{bar, bar};
        std::copy_n(fibres.begin(), 2, row.begin() + static_cast<long>(12 + 2 * end));
      }
      put(item.row, row.data());
    }
  }

  double area_of(const structure::LocalElement& item) const {
    return std::get<structure::TrussSection>(structure().sections[item.section].data).area;
  }

  LocalValues q_, v_, a_;
  const structure::LocalConditions* conditions_ = nullptr;
  std::optional<structure::SectionForces> forces_;
  structure::SectionForces::Motion motion_;
};

class ShellForces final : public ComputedFields {
 public:
  explicit ShellForces(const structure::Distributed& structure)
      : ComputedFields(structure, Site::cell,
                       {{"shell_forces", 8, Site::cell,
                         "N11 N22 N12 M11 M22 M12 Q1 Q2 in the middle of a shell, per length",
                         "unit of force per unit of length, of moments unit of force"}}),
        local_(structure) {}

 private:
  void compute(const StructureFrame& frame) override {
    local_.read(frame.q());
    std::vector<structure::Point> x;
    Eigen::VectorXd q;
    for (const auto& item : structure().elements.items) {
      const auto& element = *structure::elements()[item.element];
      if (!item.counted || !element.has_layers()) continue;
      local_.of(item, q);
      const auto input = structure::element_input(structure(), item, x);
      put(item.row, structure::shell_force(element, input, q).data());
    }
  }

  LocalValues local_;
};

}  // namespace

ComputedFieldsPtr line_forces(const structure::Distributed& structure) {
  return std::make_unique<LineForces>(structure);
}

ComputedFieldsPtr shell_forces(const structure::Distributed& structure) {
  return std::make_unique<ShellForces>(structure);
}

}  // namespace sparkdyn::output
