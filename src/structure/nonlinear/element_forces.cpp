// SPDX-License-Identifier: BSD-3-Clause
#include "element_forces.hpp"

#include <map>

#include "element_force.hpp"
#include "exact_mass.hpp"
#include "kernels.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "spring_kernel.hpp"
#include "structure/large_motion.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

using mechanics::Kind;

/// The terms of one element, by the kind of force that they belong to.
struct TermsOfElement {
  ElementTermPtr elastic;
  std::vector<ElementTermPtr> damping;
};

class ForceBuilder {
 public:
  ForceBuilder(const Distributed& structure, const Layout& layout,
               const mechanics::Rayleigh& rayleigh)
      : structure_(structure), layout_(layout), rayleigh_(rayleigh) {}

  std::vector<mechanics::ForcePtr> run() {
    std::vector<std::vector<PetscInt>> units;
    core::collectively(structure_.comm, [&] {
      for (const LocalElement& item : structure_.elements.items) {
        const Element& element = *elements()[static_cast<std::size_t>(item.element)];
        if (!has_force(element)) continue;
        const ElementInput input = element_input(structure_, item, x_);
        if (const std::string complaint = kernel_complaint(element, input); !complaint.empty())
          core::input_error("{}: element {} ({}): {}", structure_.source, item.id, element.name(),
                            complaint);
        units.push_back(element_units(structure_, layout_, item));
      }
    });
    rows_ = std::make_shared<const UnitRows>(layout_, units);
    std::size_t next = 0;
    for (const LocalElement& item : structure_.elements.items) {
      const Element& element = *elements()[static_cast<std::size_t>(item.element)];
      if (!has_force(element)) continue;
      add(item, element, units[next++]);
    }
    return forces();
  }

 private:
  /// Masses have one where the structure is damped in proportion to its mass.
  bool has_force(const Element& element) const {
    return element.section_kind() != "mass" || rayleigh_.alpha != 0;
  }

  TermsOfElement terms_of(const Element& element, const ElementInput& input) const {
    TermsOfElement terms;
    if (element.section_kind() == "mass") {
      terms.damping.push_back(mass_damping(mass_of(input), 1, rayleigh_.alpha));
      return terms;
    }
    const SharedKernel kernel = make_kernel(element, input);
    if (kernel) terms.elastic = elastic_term(kernel);
    if (element.section_kind() == "spring")
      if (auto damper = spring_damping(element, input)) terms.damping.push_back(std::move(damper));
    const double beta = rayleigh_.beta + (input.material ? input.material->beta : 0);
    const double alpha = rayleigh_.alpha + (input.material ? input.material->alpha : 0);
    if (beta != 0 && kernel) {
      SharedKernel damped = make_damping_kernel(element, input);
      terms.damping.push_back(stiffness_damping(damped ? damped : kernel, beta));
    }
    if (alpha != 0 && element.section_kind() != "spring")
      terms.damping.push_back(mass_damping(exact_mass(element, input, structure_.lumped_mass),
                                           info(element.shape()).nodes, alpha));
    return terms;
  }

  /// Over the displacement and, of a mass with inertia, the directors.
  static Eigen::MatrixXd mass_of(const ElementInput& input) {
    const auto& section = std::get<MassSection>(*input.section);
    const Eigen::Matrix3d E = director_mass(section);
    if (E.isZero(0)) return Eigen::MatrixXd::Constant(1, 1, section.mass);
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(4, 4);
    m(0, 0) = section.mass;
    m.bottomRightCorner<3, 3>() = E;
    return m;
  }

  void add(const LocalElement& item, const Element& element, const std::vector<PetscInt>& units) {
    TermsOfElement terms = terms_of(element, element_input(structure_, item, x_));
    const auto places = std::make_shared<const ElementPlaces>(rows_->places(units));
    if (terms.elastic)
      items_[{Kind::elastic, item.region}].push_back(
          {std::move(terms.elastic), places, item.counted});
    for (auto& term : terms.damping)
      items_[{Kind::damping, item.region}].push_back({std::move(term), places, item.counted});
  }

  /// The same on all ranks.
  std::vector<mechanics::ForcePtr> forces() {
    std::vector<mechanics::ForcePtr> result;
    for (int region = -1; region < static_cast<int>(structure_.regions.size()); ++region)
      for (const Kind kind : {Kind::elastic, Kind::damping}) {
        auto& items = items_[{kind, region}];
        if (!core::any(structure_.comm, !items.empty())) continue;
        const std::string name =
            region < 0 ? "" : structure_.regions[static_cast<std::size_t>(region)];
        result.push_back(std::make_shared<const ElementForce>(kind, name, rows_, std::move(items)));
      }
    return result;
  }

  const Distributed& structure_;
  const Layout& layout_;
  const mechanics::Rayleigh& rayleigh_;
  std::vector<Point> x_;
  std::shared_ptr<const UnitRows> rows_;
  std::map<std::pair<Kind, int>, std::vector<ForceItem>> items_;
};

}  // namespace

bool has_exact_force(const Element& element) {
  return can_turn(element);
}

std::vector<mechanics::ForcePtr> element_forces(const Distributed& structure, const Layout& layout,
                                                const mechanics::Rayleigh& rayleigh) {
  return ForceBuilder(structure, layout, rayleigh).run();
}

}  // namespace sparkdyn::structure::nonlinear
