// SPDX-License-Identifier: BSD-3-Clause
#include "dae/energy_surface.hpp"

#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

class OnEnergySurface final : public OneStep {
 public:
  OnEnergySurface(OneStep& of, std::shared_ptr<const System> system, MatrixXd mass, double energy)
      : of_(of), system_(std::move(system)), mass_(std::move(mass)), energy_(energy) {}

  StepResult step(const Point& from, double h) override {
    StepResult result = of_.step(from, h);
    if (result.converged && !project(result.end)) {
      result.converged = false;
      result.failure = "the end of the step cannot be moved to the energy of the start";
    }
    return result;
  }

  MatrixXd carry_tangents(const MatrixXd&) override {
    core::input_error("a projection onto the energy carries no tangents");
  }
  void restart() override { of_.restart(); }
  void carry(Carried& carried) override {
    of_.carry(carried);
    carried(energy_);
  }
  std::string remedy(const Point& from, double h) const override { return of_.remedy(from, h); }
  std::string name() const override { return of_.name() + ", moved to the energy of the start"; }
  int order() const override { return of_.order(); }
  bool symmetric() const override { return false; }

 private:
  // ∇H = (−f, v) by (q, p); p moves by μ v and so v by μ M⁻¹v. Newton's method for μ.
  bool project(Point& at) const {
    VectorXd up_q = VectorXd::Zero(at.y.size());
    for (int k = 0; k < static_cast<int>(system_->force_terms().size()); ++k)
      up_q -= system_->value(Function::force, k, at);
    const VectorXd up_v = tableau::solve(mass_, at.z);
    const Point from = at;
    const double scale = std::abs(energy_) + std::abs(system_->energy(from)) + 1e-300;
    double mu = 0.0, before = INFINITY;
    for (int k = 0; k < 30; ++k) {
      at.y = from.y + mu * up_q;
      at.z = from.z + mu * up_v;
      const double off = system_->energy(at) - energy_;
      const bool stalled = std::abs(off) >= 0.5 * before && std::abs(off) <= 1e-12 * scale;
      if (std::abs(off) <= 1e-16 * scale || stalled) return true;
      double slope = (mass_ * at.z).dot(up_v);
      for (int term = 0; term < static_cast<int>(system_->force_terms().size()); ++term)
        slope -= system_->value(Function::force, term, at).dot(up_q);
      if (!std::isfinite(off) || slope == 0.0) return false;
      before = std::abs(off);
      mu -= off / slope;
    }
    return false;
  }

  OneStep& of_;
  std::shared_ptr<const System> system_;
  MatrixXd mass_;
  double energy_;
};

}  // namespace

void require_energy_surface(const System& system, const Point& start) {
  const Linearization momentum = system.linearize(Function::momentum, 0, start);
  bool fits = system.velocity_is_z() && system.has_energy() && system.sizes().u() == 0 &&
              (momentum.y.size() == 0 || momentum.y.norm() == 0.0);
  for (const TermInfo& term : system.force_terms())
    fits = fits && term.kind == tableau::Term::elastic;
  if (!fits)
    core::input_error(
        "'energy_projection' is for mechanisms with a constant mass and a potential, without "
        "constraints, damping and loads");
}

std::unique_ptr<OneStep> on_energy_surface(OneStep& of, std::shared_ptr<const System> system,
                                           const Point& start) {
  require_energy_surface(*system, start);
  const Linearization momentum = system->linearize(Function::momentum, 0, start);
  const double energy = system->energy(start);
  return std::make_unique<OnEnergySurface>(of, std::move(system), momentum.z, energy);
}

}  // namespace sparkdyn::dae
