// SPDX-License-Identifier: BSD-3-Clause
#include "element_forces.hpp"

#include <map>

#include "element_force.hpp"
#include "exact_mass.hpp"
#include "kernels.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "spring_kernel.hpp"

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
  ForceBuilder(const Distributed& structure, const Layout& layout)
      : structure_(structure), layout_(layout) {}

  std::vector<mechanics::ForcePtr> run() {
    std::vector<std::vector<PetscInt>> units;
    core::collectively(structure_.comm, [&] {
      for (const LocalElement& item : structure_.elements.items) {
        const Element& element = *elements()[static_cast<std::size_t>(item.element)];
        if (element.section_kind() == "mass") continue;
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
      if (element.section_kind() == "mass") continue;
      add(item, element, units[next++]);
    }
    return forces();
  }

 private:
  static TermsOfElement terms_of(const Element& element, const ElementInput& input, bool lumped) {
    TermsOfElement terms;
    const SharedKernel kernel = make_kernel(element, input);
    if (kernel) terms.elastic = elastic_term(kernel);
    if (element.section_kind() == "spring") {
      if (auto damper = spring_damping(element, input)) terms.damping.push_back(std::move(damper));
      return terms;
    }
    if (input.material->beta != 0) {
      SharedKernel damped = make_damping_kernel(element, input);
      terms.damping.push_back(stiffness_damping(damped ? damped : kernel, input.material->beta));
    }
    if (input.material->alpha != 0)
      terms.damping.push_back(mass_damping(exact_mass(element, input, lumped),
                                           info(element.shape()).nodes, input.material->alpha));
    return terms;
  }

  void add(const LocalElement& item, const Element& element, const std::vector<PetscInt>& units) {
    TermsOfElement terms =
        terms_of(element, element_input(structure_, item, x_), structure_.lumped_mass);
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
  std::vector<Point> x_;
  std::shared_ptr<const UnitRows> rows_;
  std::map<std::pair<Kind, int>, std::vector<ForceItem>> items_;
};

}  // namespace

bool has_exact_force(const Element& element) {
  return can_turn(element);
}

std::vector<mechanics::ForcePtr> element_forces(const Distributed& structure,
                                                const Layout& layout) {
  return ForceBuilder(structure, layout).run();
}

}  // namespace sparkdyn::structure::nonlinear
