// SPDX-License-Identifier: BSD-3-Clause
#include "exact_forces.hpp"

#include <array>
#include <span>

#include "element_force.hpp"
#include "follower_loads.hpp"
#include "line_kernel.hpp"
#include "local_places.hpp"
#include "motion_laws.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

using mechanics::Kind;

/// Null where there is none. What is strained may be stiff: Newton's method can have its strains.
struct Terms {
  ElementTermPtr strained, elastic, damping, load;
};

/// The potential of a pull as that of a length.
class PullOfLength final : public LengthLaw {
 public:
  PullOfLength(std::shared_ptr<const PullLaw> pull, double rest)
      : pull_(std::move(pull)), rest_(rest) {}
  Pull at(double length) const override {
    const double e = length - rest_;
    const PullLaw::Value value = pull_->at(e, 0);
    return {pull_->energy(e), value.force, value.by_elongation};
  }

 private:
  std::shared_ptr<const PullLaw> pull_;
  double rest_;
};

Terms line_terms(std::span<const Vector> points, const MotionPulls& pulls) {
  const Point from(points[0].data()), to(points[1].data());
  Terms terms;
  if (pulls.elastic)
    terms.strained = elastic_term(
        length_kernel(from, to, std::make_unique<PullOfLength>(pulls.elastic, (to - from).norm())));
  if (pulls.damping) terms.damping = pull_term(from, to, pulls.damping);
  return terms;
}

Terms coordinate_terms(int component, const MotionPulls& pulls) {
  Terms terms;
  if (pulls.elastic) terms.elastic = coordinate_term(component, pulls.elastic, false);
  if (pulls.damping) terms.damping = coordinate_term(component, pulls.damping, true);
  return terms;
}

Terms terms_of(const Distributed& structure, const LocalForce& force,
               std::span<const Vector> points) {
  const Eigen::Vector3d p(force.vector.data());
  const auto amplitude = amplitude_at(structure, force.amplitude);
  Terms terms;
  switch (force.kind) {
    case ExactForce::Kind::coordinate:
      return coordinate_terms(force.component, pulls_of(force.law, structure.amplitudes));
    case ExactForce::Kind::line:
      return line_terms(points, pulls_of(force.law, structure.amplitudes));
    case ExactForce::Kind::force:
      terms.load = follower_force(p, amplitude);
      break;
    case ExactForce::Kind::moment:
      terms.load = follower_moment(p, amplitude);
      break;
    case ExactForce::Kind::pressure:
      terms.load = follower_pressure(static_cast<Shape>(force.facet), points, p[0], amplitude);
      break;
  }
  return terms;
}

}  // namespace

std::vector<mechanics::ForcePtr> exact_forces(const Distributed& structure,
                                              const LocalConditions& conditions,
                                              const Layout& layout) {
  const LocalForces& all = conditions.forces;
  if (!core::any(structure.comm, !all.items.empty())) return {};
  std::vector<std::vector<PetscInt>> units;
  for (const LocalForce& force : all.items)
    units.emplace_back(all.units.begin() + force.first,
                       all.units.begin() + force.first + force.units);
  const auto rows = std::make_shared<const UnitRows>(layout, units);
  std::vector<ForceItem> strained, elastic, damping, loads;
  for (std::size_t i = 0; i < all.items.size(); ++i) {
    const LocalForce& force = all.items[i];
    Terms terms = terms_of(
        structure, force,
        std::span(all.points)
            .subspan(static_cast<std::size_t>(force.first), static_cast<std::size_t>(force.units)));
    const auto places = std::make_shared<const ElementPlaces>(rows->places(units[i]));
    const auto add = [&](ElementTermPtr& term, std::vector<ForceItem>& to) {
      if (term) to.push_back({std::move(term), places, force.counted});
    };
    add(terms.strained, strained);
    add(terms.elastic, elastic);
    add(terms.damping, damping);
    add(terms.load, loads);
  }
  std::vector<mechanics::ForcePtr> result;
  const auto append = [&](Kind kind, std::vector<ForceItem>& items, bool external) {
    if (core::any(structure.comm, !items.empty()))
      result.push_back(
          std::make_shared<const ElementForce>(kind, "", rows, std::move(items), external));
  };
  append(Kind::elastic, strained, false);
  append(Kind::elastic, elastic, false);
  append(Kind::damping, damping, false);
  append(Kind::elastic, loads, true);
  return result;
}

}  // namespace sparkdyn::structure::nonlinear
