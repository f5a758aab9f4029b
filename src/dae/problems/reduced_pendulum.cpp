// SPDX-License-Identifier: BSD-3-Clause
// The pendulum of phase-space-pendulum in a plane, reduced to its angle ϑ from γ and its momentum
// π, Simo & Gonzalez (1993), (20), (21):
//
//   H = π²/(2 I0) − g(cos ϑ)
#include <cmath>

#include "dae/equations_step.hpp"
#include "dae/reduced_schemes.hpp"
#include "list.hpp"
#include "sparkdyn/dae/hamiltonian.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct ReducedPendulum {
  double inertia;
  GravityLaw law;

  int coordinates() const { return 1; }
  template <typename S>
  S hamiltonian(const Vector<S>& q, const Vector<S>& p) const {
    using std::cos;
    return p[0] * p[0] / (2.0 * inertia) - law.value(S(cos(q[0])));
  }
};

}  // namespace

Problem reduced_pendulum(ParameterReader& parameter) {
  const ReducedPendulum body{parameter("inertia", 1.0), gravity_law(parameter)};
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Simo & Gonzalez 1993, sections 2.3, 3.2 and 3.3";
  problem.components = {"theta"};
  problem.system = make_hamiltonian(body);
  problem.start = {0.0,
                   Eigen::VectorXd::Constant(1, parameter("angle", 1.0)),
                   Eigen::VectorXd::Constant(1, parameter("momentum", 0.5)),
                   {}};
  problem.end_time = 40.0;
  problem.step = 0.1;
  for (const auto& [name, scheme] : {std::pair{"reduced-midpoint", ReducedScheme::of_phase_space},
                                     {"projected-midpoint", ReducedScheme::projected},
                                     {"energy-momentum", ReducedScheme::energy_momentum}}) {
    problem.schemes[name] = [=, name = std::string(name)](const StepperOptions& options) {
      return equations_step(name, ReducedEquations{scheme, body.inertia, body.law}, options);
    };
  }
  return problem;
}

}  // namespace sparkdyn::dae::problems
