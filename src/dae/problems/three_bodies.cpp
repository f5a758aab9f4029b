// SPDX-License-Identifier: BSD-3-Clause
// Three bodies in a plane that attract each other by Newton's law, the example of a potential of
// distances that Simo & Gonzalez (1993) give in section 4.1:
//
//   T = Σ m_I |v_I|²/2,   U = −Σ_{I<J} G m_I m_J/|q_J − q_I|
//
// By default on the eight that three equal masses follow one after the other (Chenciner &
// Montgomery, Annals of Mathematics 152, 2000; initial values of Simó), with a period
// of 6.32591398.
#include <array>
#include <cmath>

#include "list.hpp"
#include "sparkdyn/dae/mechanism.hpp"
#include "sparkdyn/dae/pair_function.hpp"

namespace sparkdyn::dae::problems {

namespace {

constexpr std::array<std::pair<int, int>, 3> pairs{{{0, 1}, {0, 2}, {1, 2}}};

struct ThreeBodies {
  static constexpr bool constant_mass = true;
  double gravitation;
  std::array<double, 3> mass;

  int coordinates() const { return 6; }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    S sum(0.0);
    for (int i = 0; i < 6; ++i) sum += 0.5 * mass[static_cast<std::size_t>(i / 2)] * (v[i] * v[i]);
    return sum;
  }
  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    using std::sqrt;
    S sum(0.0);
    for (const auto& [first, second] : pairs) {
      const S dx = q[2 * second] - q[2 * first];
      const S dy = q[2 * second + 1] - q[2 * first + 1];
      sum -= strength(first, second) / sqrt(dx * dx + dy * dy);
    }
    return sum;
  }
  double strength(int first, int second) const {
    return gravitation * mass[static_cast<std::size_t>(first)] *
           mass[static_cast<std::size_t>(second)];
  }
};

std::shared_ptr<const DistancePotential> distances_of(const ThreeBodies& body) {
  DistancePotential all{.dimension = 2};
  all.masses.resize(6);
  for (int i = 0; i < 6; ++i) all.masses[i] = body.mass[static_cast<std::size_t>(i / 2)];
  for (const auto& [first, second] : pairs) {
    const double strength = body.strength(first, second);
    all.pairs.push_back({2 * first, 2 * second,
                         pair_function([=](const auto& length) { return -strength / length; })});
  }
  return std::make_shared<const DistancePotential>(std::move(all));
}

void follow_momenta(const ThreeBodies& body, Problem& problem) {
  for (int axis = 0; axis < 2; ++axis)
    problem.quantities.push_back({axis == 0 ? "momentum_x" : "momentum_y", [=](const Point& at) {
                                    double sum = 0.0;
                                    for (int i = 0; i < 3; ++i)
                                      sum += body.mass[static_cast<std::size_t>(i)] *
                                             at.z[2 * i + axis];
                                    return sum;
                                  }});
  problem.quantities.push_back({"angular_momentum", [=](const Point& at) {
                                  double sum = 0.0;
                                  for (int i = 0; i < 3; ++i)
                                    sum += body.mass[static_cast<std::size_t>(i)] *
                                           (at.y[2 * i] * at.z[2 * i + 1] -
                                            at.y[2 * i + 1] * at.z[2 * i]);
                                  return sum;
                                }});
}

}  // namespace

Problem three_bodies(ParameterReader& parameter) {
  const ThreeBodies body{
      .gravitation = parameter("gravitation", 1.0),
      .mass = {parameter("mass1", 1.0), parameter("mass2", 1.0), parameter("mass3", 1.0)}};
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Simo & Gonzalez 1993, section 4.1, Newton's law";
  problem.components = {"x1", "y1", "x2", "y2", "x3", "y3"};
  problem.system = make_mechanism(body);
  problem.distances = distances_of(body);
  Eigen::VectorXd q(6), v(6);
  const double x = 0.97000436, y = 0.24308753, vx = 0.93240737, vy = 0.86473146;
  q << x, -y, -x, y, 0, 0;
  v << vx / 2, vy / 2, vx / 2, vy / 2, -vx, -vy;
  problem.start = {0.0, q, v, {}};
  problem.end_time = 6.32591398;
  problem.step = problem.end_time / 400;
  const bool eight = body.gravitation == 1.0 && body.mass == std::array{1.0, 1.0, 1.0};
  if (eight) problem.answers = {{problem.end_time, q, v}};
  follow_momenta(body, problem);
  return problem;
}

}  // namespace sparkdyn::dae::problems
