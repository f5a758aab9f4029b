// SPDX-License-Identifier: BSD-3-Clause
#include "moments.hpp"

#include <Eigen/Geometry>

#include "local_places.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

struct Moment {
  PetscInt directors = 0;  ///< of this rank's unknowns, from its first one
  Eigen::Vector3d value;
  mechanics::AmplitudePtr amplitude;
};

/// Its tangent is left out: it is not symmetric, and small beside the inertia of a step.
class Moments final : public mechanics::Force {
 public:
  explicit Moments(std::vector<Moment> moments) : moments_(std::move(moments)) {}

  mechanics::Kind kind() const override { return mechanics::Kind::elastic; }
  bool external() const override { return true; }
  mechanics::Tangent tangent(const mechanics::Configuration&) const override { return {}; }
  void add(const mechanics::Configuration& at, double scale, Vec r) const override {
    const core::ReadArray q(at.q);
    const core::WriteArray f(r);
    for (const Moment& moment : moments_) {
      const Eigen::Vector3d m = -0.5 * scale * moment.amplitude->value(at.t) * moment.value;
      for (PetscInt i = 0; i < 3; ++i) {
        const Eigen::Map<const Eigen::Vector3d> d(q.data() + moment.directors + 3 * i);
        Eigen::Map<Eigen::Vector3d>(f.data() + moment.directors + 3 * i) += m.cross(d);
      }
    }
  }

 private:
  std::vector<Moment> moments_;
};

}  // namespace

mechanics::ForcePtr moments(const Distributed& structure, const LocalConditions& conditions,
                            const Layout& layout) {
  std::vector<Moment> mine;
  for (const LocalLoad& load : conditions.loads)
    if (load.component >= 3)
      mine.push_back({layout.directors[static_cast<std::size_t>(load.node)] - layout.begin,
                      load.value * Eigen::Vector3d::Unit(load.component - 3),
                      amplitude_at(structure, load.amplitude)});
  if (!core::any(structure.comm, !mine.empty())) return nullptr;
  return std::make_shared<const Moments>(std::move(mine));
}

}  // namespace sparkdyn::structure::nonlinear
