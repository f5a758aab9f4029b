// SPDX-License-Identifier: BSD-3-Clause
// Four particles of unit mass joined by springs between every pair, stiffness from 1e2 to 1e7: the
// stiff problem of Simo & Gonzalez (1993), section 4.4, (76):
//
//   T = Σ |v_I|²/2,   U = Σ_{I<J} k_IJ (|q_I − q_J| − 1)² / 2
//
// Energy, linear and angular momentum are invariants.
#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "list.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct Joint {
  int first, second;
  double stiffness;
};

struct Particles {
  static constexpr bool constant_mass = true;
  std::array<Joint, 6> springs;

  int coordinates() const { return 12; }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    S sum(0.0);
    for (Eigen::Index i = 0; i < v.size(); ++i) sum += v[i] * v[i];
    return 0.5 * sum;
  }

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    using std::sqrt;
    S sum(0.0);
    for (const Joint& spring : springs) {
      if (spring.stiffness == 0.0) continue;
      S square(0.0);
      for (int axis = 0; axis < 3; ++axis) {
        const S d = q[3 * spring.second + axis] - q[3 * spring.first + axis];
        square += d * d;
      }
      const S stretch = sqrt(square) - 1.0;
      sum += 0.5 * spring.stiffness * stretch * stretch;
    }
    return sum;
  }
};

double momentum_along(const Point& at, int axis) {
  double sum = 0.0;
  for (int particle = 0; particle < 4; ++particle) sum += at.z[3 * particle + axis];
  return sum;
}

double angular_momentum_about(const Point& at, int axis) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int particle = 0; particle < 4; ++particle) {
    const Eigen::Vector3d q = at.y.segment(3 * particle, 3);
    const Eigen::Vector3d v = at.z.segment(3 * particle, 3);
    sum += q.cross(v);
  }
  return sum[axis];
}

std::shared_ptr<const DistancePotential> distances_of(const Particles& body) {
  DistancePotential all;
  all.masses = Eigen::VectorXd::Ones(12);
  for (const Joint& joint : body.springs)
    if (joint.stiffness != 0.0)
      all.pairs.push_back({3 * joint.first, 3 * joint.second, spring(joint.stiffness, 1.0)});
  return std::make_shared<const DistancePotential>(std::move(all));
}

// Of the particles 1, 2 and 3, 4 when nothing joins these to each other.
void follow_pairs(const Particles& body, Problem& problem) {
  for (std::size_t k = 1; k < 5; ++k)
    if (body.springs[k].stiffness != 0.0) return;
  for (const int first : {0, 2}) {
    const double stiffness = body.springs[first == 0 ? 0 : 5].stiffness;
    problem.quantities.push_back({first == 0 ? "energy_12" : "energy_34", [=](const Point& at) {
                                    const Eigen::VectorXd r =
                                        at.y.segment(3 * first + 3, 3) - at.y.segment(3 * first, 3);
                                    return 0.5 * at.z.segment(3 * first, 6).squaredNorm() +
                                           0.5 * stiffness * std::pow(r.norm() - 1.0, 2);
                                  }});
  }
}

}  // namespace

Problem n_particles(ParameterReader& parameter) {
  const double scale = parameter("stiffness_scale", 1.0);
  const Particles body{{{{0, 1, scale * parameter("k12", 1e2)},
                         {0, 2, scale * parameter("k13", 1e4)},
                         {0, 3, scale * parameter("k14", 1e6)},
                         {1, 2, scale * parameter("k23", 1e7)},
                         {1, 3, scale * parameter("k24", 5e3)},
                         {2, 3, scale * parameter("k34", 5e2)}}}};
  Problem problem{.splitting = tableau::Splitting::uniform(1.0)};
  problem.source = "Simo & Gonzalez 1993, section 4.4";
  problem.system = make_mechanism(body);
  problem.distances = distances_of(body);
  Eigen::VectorXd q(12), v(12);
  q << 0, 0, 0, 0.8983, 0.5616, 0, 0, 1.0010, 0, 0.2589, 0.5987, 0.7580;
  v << 0, 0, 0, -0.0500, 0.0866, 0, 0, -0.1000, 0, -0.0500, 0.0288, 0;
  problem.start = {0.0, q, v, {}};
  problem.end_time = 1.0;
  problem.step = 0.02;
  const std::array<std::string, 3> axes = {"x", "y", "z"};
  for (int particle = 1; particle <= 4; ++particle) {
    for (const std::string& axis : axes) {
      problem.components.push_back(axis + std::to_string(particle));
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    problem.quantities.push_back(
        {"momentum_" + axes[axis], [axis](const Point& at) { return momentum_along(at, axis); }});
    problem.quantities.push_back({"angular_momentum_" + axes[axis], [axis](const Point& at) {
                                    return angular_momentum_about(at, axis);
                                  }});
  }
  follow_pairs(body, problem);
  return problem;
}

}  // namespace sparkdyn::dae::problems
