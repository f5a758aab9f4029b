// SPDX-License-Identifier: BSD-3-Clause
// The spherical pendulum on its phase space, Simo & Gonzalez (1993), sections 2 and 3: q on the
// unit sphere and the angular momentum π, z upwards along γ,
//
//   q' = −q × π/I0,   π' = −q × ∇V(q),   V = −g(q₃),   |q| = 1,   π·q = 0                (6), (15)
//
// Both constraints hold by themselves, and the flow keeps the two-form (8b),
// Ω = −q·(δπ₂ × δq₁ − δπ₁ × δq₂), on tangent vectors with q·δq = 0 and π·δq + q·δπ = 0 (the paper's
// (10) lacks the first term of the latter; without it no scheme keeps the form).
#include <Eigen/Geometry>
#include <cmath>

#include "dae/equations_step.hpp"
#include "dae/phase_space_schemes.hpp"
#include "list.hpp"
#include "sparkdyn/dae/differentiated.hpp"

namespace sparkdyn::dae::problems {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

struct PendulumOnPhaseSpace {
  double inertia;
  GravityLaw law;

  Sizes sizes() const { return {.y = 3, .z = 3}; }
  std::vector<TermInfo> velocity_terms() const { return {{.kind = tableau::Term::velocity}}; }
  std::vector<TermInfo> force_terms() const {
    return {{.kind = tableau::Term::elastic, .depends_on_z = false}};
  }
  template <typename S>
  Vector<S> momentum(const S&, const Vector<S>&, const Vector<S>& pi) const {
    return pi;
  }
  template <typename S>
  Vector<S> velocity(int, const S&, const Vector<S>& q, const Vector<S>& pi) const {
    return cross(q, pi) * S(-1.0 / inertia);
  }
  template <typename S>
  Vector<S> force(int, const S&, const Vector<S>& q, const Vector<S>&, const Vector<S>&) const {
    Vector<S> along(3);
    along << S(0.0), S(0.0), law.slope(q[2]);
    return cross(q, along);
  }
  double kinetic_energy(double, const Vector<double>&, const Vector<double>& pi) const {
    return pi.squaredNorm() / (2.0 * inertia);
  }
  double energy(double t, const Vector<double>& q, const Vector<double>& pi) const {
    return kinetic_energy(t, q, pi) - law.value(q[2]);
  }
};

PhaseSpace phase_space() {
  PhaseSpace P;
  P.residuals = [](const Point& at) -> VectorXd {
    return Eigen::Vector2d(at.y.squaredNorm() - 1.0, at.z.dot(at.y));
  };
  P.slopes = [](const Point& at) {
    MatrixXd rows = MatrixXd::Zero(2, 6);
    rows.row(0).head(3) = 2.0 * at.y.transpose();
    rows.row(1) << at.z.transpose(), at.y.transpose();
    return rows;
  };
  P.two_form = [](const Point& at, const VectorXd& first, const VectorXd& second) {
    const Vector3d q = at.y;
    const Vector3d dq1 = first.head(3), dq2 = second.head(3);
    const Vector3d dpi1 = first.tail(3), dpi2 = second.tail(3);
    return -q.dot(dpi2.cross(dq1) - dpi1.cross(dq2));
  };
  return P;
}

}  // namespace

GravityLaw gravity_law(ParameterReader& parameter) {
  return {.linear = parameter("linear", 1.0),
          .quadratic = parameter("quadratic", 0.0),
          .quartic = parameter("quartic", 0.0),
          .exponential = parameter("exponential", 0.0)};
}

Problem phase_space_pendulum(ParameterReader& parameter) {
  const PendulumOnPhaseSpace body{parameter("inertia", 1.0), gravity_law(parameter)};
  Problem problem{.splitting = tableau::Splitting::uniform(1.0)};
  problem.source = "Simo & Gonzalez 1993, sections 2 and 3";
  problem.components = {"q1", "q2", "q3"};
  problem.system = std::make_shared<Differentiated<PendulumOnPhaseSpace>>(body);
  problem.phase_space = phase_space();
  const double s = std::sin(1.0), c = std::cos(1.0);
  problem.start = {0.0, Vector3d(s, 0, c), Vector3d(-c, 0.7, s), {}};
  problem.end_time = 20.0;
  problem.step = 0.1;
  for (const auto& [name, scheme] : {std::pair{"cayley-midpoint", PhaseSpaceScheme::cayley},
                                     {"projected-midpoint", PhaseSpaceScheme::projected},
                                     {"energy-momentum", PhaseSpaceScheme::energy_momentum}}) {
    problem.schemes[name] = [=, name = std::string(name)](const StepperOptions& options) {
      return equations_step(name, PhaseSpaceEquations{scheme, body.inertia, body.law}, options);
    };
  }
  problem.quantities = {{"sphere", [](const Point& at) { return at.y.squaredNorm() - 1.0; }},
                        {"pi_dot_q", [](const Point& at) { return at.z.dot(at.y); }},
                        {"angular_momentum", [](const Point& at) { return at.z[2]; }}};
  return problem;
}

}  // namespace sparkdyn::dae::problems
