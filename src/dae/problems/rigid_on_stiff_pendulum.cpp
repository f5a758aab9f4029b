// SPDX-License-Identifier: BSD-3-Clause
// A rigid pendulum attached to a stiff spring pendulum with friction: the last experiment of
// Jay (1998), section 10, q = (x1, z1, x2, z2):
//
//   T = |v|²/2,   U = z1 + z2 + (|(x1,z1)| − 1)² / (2ε²),   friction −γ (v_x1, v_z1)
//   0 = |(x2 − x1, z2 − z1)| − 1
//
// The paper gives no initial values: the spring hangs at rest, the rigid pendulum starts at rest at
// `angle` from the downward vertical. Coordinates belong to the regions "stiff" and "rigid", so
// that the rigid part can be given IIIA–IIIB and the rest IIIC (Fig. 6).
#include <cmath>

#include "list.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct RigidOnStiff {
  static constexpr bool constant_mass = true;
  double inverse_epsilon, friction;

  int coordinates() const { return 4; }
  int constraints() const { return 1; }
  std::vector<std::string> regions() const { return {"stiff", "stiff", "rigid", "rigid"}; }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
  }

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    using std::sqrt;
    const S stretch = inverse_epsilon * (sqrt(q[0] * q[0] + q[1] * q[1]) - 1.0);
    return q[1] + q[3] + 0.5 * stretch * stretch;
  }

  template <typename S>
  Vector<S> damping(const S&, const Vector<S>&, const Vector<S>& v) const {
    Vector<S> force(4);
    force << -friction * v[0], -friction * v[1], S(0.0), S(0.0);
    return force;
  }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    using std::sqrt;
    const S x = q[2] - q[0];
    const S z = q[3] - q[1];
    Vector<S> g(1);
    g << sqrt(x * x + z * z) - 1.0;
    return g;
  }
};

tableau::Splitting figure_6() {
  using tableau::Family, tableau::Mixture;
  auto splitting = tableau::Splitting::uniform(Mixture::pure(Family::IIIC));
  splitting.set("velocity@rigid", Mixture::pure(Family::IIIA));
  splitting.set("elastic@rigid", Mixture::pure(Family::IIIB));
  splitting.set("constraint@rigid", Mixture::pure(Family::IIIB));
  return splitting;
}

}  // namespace

Problem rigid_on_stiff_pendulum(ParameterReader& parameter) {
  const RigidOnStiff body{
      .inverse_epsilon = parameter("inverse_epsilon", 1e8),
      .friction = parameter("friction", 1e12),
  };
  const double angle = parameter("angle", 1.0);
  Problem problem{.splitting = figure_6()};
  problem.source = "Jay 1998, section 10, Figs. 5 and 6";
  problem.components = {"x1", "z1", "x2", "z2"};
  problem.system = make_mechanism(body);
  problem.start = {0.0,
                   Eigen::Vector4d(0.0, -1.0, std::sin(angle), -1.0 - std::cos(angle)),
                   Eigen::Vector4d::Zero(),
                   {}};
  problem.end_time = 100.0;
  problem.step = 0.12;
  problem.quantities.push_back(
      {"stiff_energy",
       [inverse_epsilon = body.inverse_epsilon](const Point& at) {
         const double stretch = inverse_epsilon * (at.y.head(2).norm() - 1.0);
         return 0.5 * at.z.head(2).squaredNorm() + at.y[1] + 0.5 * stretch * stretch;
       },
       false});
  problem.quantities.push_back(
      {"rigid_energy", [](const Point& at) { return 0.5 * at.z.tail(2).squaredNorm() + at.y[3]; }});
  return problem;
}

}  // namespace sparkdyn::dae::problems
