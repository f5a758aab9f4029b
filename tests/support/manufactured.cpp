// SPDX-License-Identifier: BSD-3-Clause
#include "support/manufactured.hpp"

#include <cmath>
#include <random>

namespace sparkdyn::support {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// φ_k(t) = sin(ω_k t + θ_k).
struct Wave {
  double omega, phase;
  double value(double t, int derivative = 0) const {
    return std::pow(omega, derivative) * std::sin(omega * t + phase + derivative * M_PI / 2);
  }
  mechanics::AmplitudePtr amplitude(int derivative) const {
    // (d/dt)ᵏ sin(ωt + θ) = ωᵏ sin(ωt + θ + kπ/2); the factor goes into the shape.
    return mechanics::sine_amplitude(omega / (2 * M_PI), phase + derivative * M_PI / 2);
  }
};
const Wave waves[] = {{1.3, 0.4}, {0.7, 1.1}, {1.9, 2.3}};
constexpr int wave_count = 3;

MatrixXd random_matrix(std::mt19937& random, int rows, int columns) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  return MatrixXd::NullaryExpr(rows, columns, [&] { return uniform(random); });
}

MatrixXd random_spd(std::mt19937& random, int n, double shift) {
  const MatrixXd R = random_matrix(random, n, n);
  return R * R.transpose() / n + shift * MatrixXd::Identity(n, n);
}

/// Semidefinite on the last half of the degrees of freedom.
MatrixXd joint(std::mt19937& random, int n, double scale) {
  MatrixXd J = MatrixXd::Zero(n, n);
  J.bottomRightCorner(n / 2, n / 2) = scale * random_spd(random, n / 2, 0.2);
  return J;
}

}  // namespace

Manufactured::Manufactured(const ManufacturedOptions& options) {
  std::mt19937 random(12345);
  const int n = options.dofs, m = options.constraints;
  M = random_spd(random, n, 1.0);
  K = random_spd(random, n, 0.5);
  K_joint = joint(random, n, options.stiffness_contrast);
  C = MatrixXd::Zero(n, n);
  C_joint = MatrixXd::Zero(n, n);
  const double alpha = 0.15, beta = 0.08;
  if (options.damped && !options.rayleigh) {
    C = 0.2 * random_spd(random, n, 0.1);
    C_joint = joint(random, n, 0.3);
  }
  G = random_matrix(random, m, n);
  u_ = random_matrix(random, n, wave_count);
  l_ = random_matrix(random, m, wave_count);

  using mechanics::Kind;
  const auto mass = distribute_shared(M), stiffness = distribute_shared(K),
             stiffness_joint = distribute_shared(K_joint);
  std::vector<mechanics::MatrixTerm> terms{{Kind::elastic, "", {{1.0, stiffness}}},
                                           {Kind::elastic, "joint", {{1.0, stiffness_joint}}}};
  if (options.damped && options.rayleigh) {
    terms.push_back({Kind::damping, "", {{alpha, mass}, {beta, stiffness}}});
    terms.push_back({Kind::damping, "joint", {{beta, stiffness_joint}}});
    C = alpha * M + beta * K;
    C_joint = beta * K_joint;
  } else if (options.damped) {
    terms.push_back({Kind::damping, "", {{1.0, distribute_shared(C)}}});
    terms.push_back({Kind::damping, "joint", {{1.0, distribute_shared(C_joint)}}});
  }
  std::vector<mechanics::TimedVector> loads, values;
  for (int k = 0; options.forced && k < wave_count; ++k) {
    const Wave& wave = waves[k];
    VectorXd still = (K + K_joint - wave.omega * wave.omega * M) * u_.col(k);
    if (m > 0) still += G.transpose() * l_.col(k);
    loads.push_back(shaped(still, wave.amplitude(0)));
    if (options.damped)
      loads.push_back(shaped(wave.omega * (C + C_joint) * u_.col(k), wave.amplitude(1)));
    if (m > 0) values.push_back(shaped(G * u_.col(k), wave.amplitude(0)));
  }
  std::optional<mechanics::Constraint> constraint;
  if (m > 0) constraint = mechanics::Constraint{distribute(G), std::move(values)};
  system_ = std::make_unique<mechanics::System>(mass, std::move(terms), std::move(loads),
                                                std::move(constraint));
}

VectorXd Manufactured::q(double t) const {
  VectorXd sum = VectorXd::Zero(u_.rows());
  for (int k = 0; k < wave_count; ++k) sum += waves[k].value(t) * u_.col(k);
  return sum;
}

VectorXd Manufactured::v(double t) const {
  VectorXd sum = VectorXd::Zero(u_.rows());
  for (int k = 0; k < wave_count; ++k) sum += waves[k].value(t, 1) * u_.col(k);
  return sum;
}

VectorXd Manufactured::lambda(double t) const {
  VectorXd sum = VectorXd::Zero(l_.rows());
  for (int k = 0; k < wave_count; ++k) sum += waves[k].value(t) * l_.col(k);
  return sum;
}

}  // namespace sparkdyn::support
