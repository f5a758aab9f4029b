// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/modal_method.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "sparkdyn/tableau/decompositions.hpp"
#include "tableau/conditions.hpp"
#include "tableau/stability.hpp"

namespace sparkdyn::integrate {
namespace {

using mechanics::Kind;
using mechanics::System;
using tableau::Matrix;
using tableau::Vector;

/// One part of the damping of a mode: δ = factor · (1 or ω²), integrated by A.
struct ModalDamping {
  double factor = 0;
  bool stiffness = false;
  Matrix A;
};

struct DampingParts {
  std::vector<ModalDamping> parts;
  bool proportional = true;
};

/// C = αM + βK in all its parts, or as much of it as is so. βK must stand with the same factor and
/// matrix beside every part of K.
DampingParts damping_parts(const System& system, const std::function<Matrix(std::size_t)>& A) {
  DampingParts result;
  std::vector<Mat> elastic;
  for (const auto& term : system.terms())
    if (term.kind == Kind::elastic)
      for (const auto& part : term.parts) elastic.push_back(part.matrix->get());
  std::vector<ModalDamping> of_stiffness;
  std::vector<Mat> met;
  for (std::size_t k = 0; k < system.terms().size(); ++k) {
    const auto& term = system.terms()[k];
    if (term.kind != Kind::damping) continue;
    for (const auto& part : term.parts) {
      if (part.matrix->get() == system.mass()->get()) {
        result.parts.push_back({part.factor, false, A(k)});
      } else if (std::find(elastic.begin(), elastic.end(), part.matrix->get()) != elastic.end()) {
        of_stiffness.push_back({part.factor, true, A(k)});
        met.push_back(part.matrix->get());
      } else {
        result.proportional = false;
      }
    }
  }
  if (of_stiffness.empty()) return result;
  const auto& first = of_stiffness.front();
  const bool same = met.size() == elastic.size() &&
                    std::all_of(of_stiffness.begin(), of_stiffness.end(), [&](const auto& other) {
                      return other.factor == first.factor && other.A == first.A;
                    });
  if (same)
    result.parts.push_back(first);
  else
    result.proportional = false;
  return result;
}

double rate(const ModalDamping& part, double omega) {
  return part.factor * (part.stiffness ? omega * omega : 1.0);
}

std::function<double(double)> whole_damping(const DampingParts& damping) {
  return [damping](double omega) {
    double delta = 0;
    for (const auto& part : damping.parts) delta += rate(part, omega);
    return delta;
  };
}

/// Newmark's family on (ωq, q', q''/ω), a the averaged acceleration of the header.
Eigen::MatrixXd alpha_step(const AlphaParameters& p, double h, double omega, double delta) {
  const double mu = h * omega, d = h * delta;
  // Unknowns (ωq₁, v₁, a₁/ω); the derivative v' = −δv − ω²q in the same unit: (−d v − μ ωq)/μ.
  Eigen::Matrix3d left = Eigen::Matrix3d::Zero(), right = Eigen::Matrix3d::Zero();
  left << 1, 0, -mu * mu * p.beta, 0, 1, -mu * p.gamma, (1 - p.alpha_f) * mu, (1 - p.alpha_f) * d,
      (1 - p.alpha_m) * mu;
  right << 1, mu, mu * mu * (0.5 - p.beta), 0, 1, mu * (1 - p.gamma), -p.alpha_f * mu,
      -p.alpha_f * d, -p.alpha_m * mu;
  return tableau::solve(Eigen::MatrixXd(left), Eigen::MatrixXd(right));
}

double radius_of(const Eigen::MatrixXd& M) {
  if (!M.allFinite()) return std::numeric_limits<double>::infinity();
  return tableau::eigenvalues(M).cwiseAbs().maxCoeff();
}

}  // namespace

double ModalMethod::radius(double h, double omega) const {
  double largest = 0;
  for (const auto& step : variants) largest = std::max(largest, radius_of(step(h, omega)));
  return largest;
}

ModalMethod modal_method(const System& system, const SparkOptions& options) {
  return modal_method(system, lobatto_method(system, options.stages, options.splitting));
}

ModalMethod modal_method(const System& system, const SparkMethod& spark) {
  const auto& coefficients = spark.coefficients;
  const auto matrix_of = [&](std::size_t k) -> const Matrix& {
    return coefficients.terms[system.around().force[k]];
  };
  const auto damping = damping_parts(system, matrix_of);
  std::vector<Matrix> elastic;
  for (std::size_t k = 0; k < system.terms().size(); ++k) {
    const Matrix& A = matrix_of(k);
    if (system.terms()[k].kind == Kind::elastic &&
        std::none_of(elastic.begin(), elastic.end(), [&](const Matrix& B) { return B == A; }))
      elastic.push_back(A);
  }
  if (elastic.empty()) elastic.push_back(coefficients.velocity);
  ModalMethod method;
  method.damping = whole_damping(damping);
  for (const Matrix& A : elastic)
    method.variants.push_back([A, damping, Av = coefficients.velocity, b = coefficients.b](
                                  double h, double omega) -> Eigen::MatrixXd {
      Matrix D = Matrix::Zero(b.size(), b.size());
      double d = 0;
      for (const auto& part : damping.parts) {
        D += h * rate(part, omega) * part.A;
        d += h * rate(part, omega);
      }
      return tableau::stability_matrix(Av, A, b, h * omega, D, d);
    });
  const Matrix one = stage::uniform_force_matrix(system, coefficients);
  const bool uniform = one.size() > 0 && one == coefficients.velocity;
  method.unconditional = uniform && tableau::algebraically_stable(one, coefficients.b);
  if (elastic.size() > 1)
    method.why_not_exact = "regions have different matrices for their stiffness";
  else if (!damping.proportional)
    method.why_not_exact = "the damping is not of Rayleigh's form for the whole structure";
  else if (system.constrained() && !uniform)
    method.why_not_exact = "there are constraints and not all terms share one matrix";
  method.exact = method.why_not_exact.empty();
  return method;
}

ModalMethod modal_method(const System& system, const AlphaParameters& parameters) {
  const auto damping = damping_parts(system, [](std::size_t) { return Matrix(); });
  ModalMethod method;
  method.damping = whole_damping(damping);
  method.variants.push_back([parameters, delta = method.damping](double h, double omega) {
    return alpha_step(parameters, h, omega, delta(omega));
  });
  if (!damping.proportional)
    method.why_not_exact = "the damping is not of Rayleigh's form for the whole structure";
  method.exact = method.why_not_exact.empty();
  return method;
}

}  // namespace sparkdyn::integrate
