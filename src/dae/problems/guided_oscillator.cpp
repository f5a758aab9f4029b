// SPDX-License-Identifier: BSD-3-Clause
// A quadratic potential with a linear constraint, Leimkuhler & Reich (1992), section 3.5:
//
//   H = (p₁² + p₂²)/2 + (d₁ q₁² + d₂ q₂²)/2,   0 = (q₁ + q₂)/√2
//
// With r = ℋq and s = ℋp, ℋ = GᵀG, the formulations differ by r' = ±s and s' = Br, (3.11) to
// (3.14), B = (d₁ + d₂)/2. On the line q₁ = −q₂ oscillates with ω² = B.
#include <cmath>

#include "dae/formulated.hpp"
#include "list.hpp"
#include "plane_point.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct GuidedOscillator : PlanePoint {
  static constexpr bool constant_mass = true;
  double first, second;

  int coordinates() const { return 2; }
  int constraints() const { return 1; }

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return 0.5 * (first * q[0] * q[0] + second * q[1] * q[1]);
  }
  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    Vector<S> g(1);
    g << (q[0] + q[1]) / std::sqrt(2.0);
    return g;
  }
};

}  // namespace

Problem guided_oscillator(ParameterReader& parameter) {
  const GuidedOscillator body{{}, parameter("d1", 1.0), parameter("d2", 4.0)};
  const double displacement = parameter("displacement", 1.0);
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Leimkuhler & Reich 1992, section 3.5";
  problem.components = {"q1", "q2"};
  problem.system = make_mechanism(body);
  problem.formulations = formulations_of_mechanism(body);
  const double square = 0.5 * (body.first + body.second);
  const auto exact = [=](double t) {
    // Of a potential without a minimum on the line as well.
    const double omega = std::sqrt(std::abs(square));
    const double q = displacement * (square < 0 ? std::cosh(omega * t) : std::cos(omega * t));
    const double v =
        displacement * omega * (square < 0 ? std::sinh(omega * t) : -std::sin(omega * t));
    const double reaction = std::sqrt(2.0) * 0.5 * (body.second - body.first) * q;
    return Point{t, Eigen::Vector2d(q, -q), Eigen::Vector2d(v, -v),
                 Eigen::VectorXd::Constant(1, reaction)};
  };
  problem.start = exact(0.0);
  problem.exact = exact;
  problem.end_time = 10.0;
  problem.step = 0.01;
  return problem;
}

}  // namespace sparkdyn::dae::problems
