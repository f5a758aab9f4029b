// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/method.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "sparkdyn/tableau/gauss_lobatto.hpp"
#include "tableau/conditions.hpp"

namespace sparkdyn::dae {

using tableau::Matrix;
using tableau::Vector;

namespace {

bool all_symmetric(const std::map<std::string, Matrix>& matrices, const Vector& b) {
  for (const auto& [name, A] : matrices) {
    if (tableau::symmetry_defect(A, b) > 1e-12) return false;
  }
  return true;
}

}  // namespace

Vector Method::multiplier_nodes() const {
  if (reaction_points == ReactionPoints::stages) return c;
  Vector nodes(points() + 1);
  nodes << 0.0, point_nodes;
  return nodes;
}

const Matrix& Method::matrix(const TermInfo& term, const std::string& component_region) const {
  const std::string kind(tableau::name(term.kind));
  for (const std::string& key : {kind + "@" + term.region, kind + "@" + component_region, kind}) {
    const auto found = matrices.find(key);
    if (found != matrices.end()) return found->second;
  }
  return matrices.at("");
}

Method lobatto_spark(int s, const tableau::Splitting& splitting) {
  const tableau::Lobatto lobatto(s);
  Method method;
  method.name = std::to_string(s) + "-stage Lobatto SPARK (" + splitting.text() + ")";
  method.order = lobatto.order();
  method.b = lobatto.b();
  method.c = lobatto.c();
  for (const auto& [name, mixture] : splitting.entries()) {
    method.matrices.emplace(name, mixture.evaluate(lobatto));
  }
  method.symmetric = all_symmetric(method.matrices, method.b);
  method.point_rows = lobatto.A().bottomRows(s - 1);
  method.point_nodes = lobatto.c().tail(s - 1);
  method.constrained_points = s - 1;
  method.nonholonomic_rows = method.point_rows;
  return method;
}

Method lobatto_a_b(int s) {
  using tableau::Mixture;
  auto splitting = tableau::Splitting::uniform(Mixture::pure(tableau::Family::IIIB));
  splitting.set("velocity", Mixture::pure(tableau::Family::IIIA));
  return lobatto_spark(s, splitting);
}

Method gauss_lobatto_spark(int s, const tableau::GaussSplitting& radii) {
  const tableau::GaussLobatto gauss(s);
  Method method;
  method.name = fmt::format("({0},{0})-Gauss-Lobatto SPARK", s);
  method.order = gauss.order(radii.damped());
  method.symmetric = !radii.damped();
  method.b = gauss.b();
  method.c = gauss.c();
  // Of the constraint too, which the closing below takes from all but the starting values.
  method.matrices.emplace("", gauss.A(1.0));
  if (radii.damped()) {
    method.name += fmt::format(" (rho_infinity of {})", radii.text());
    for (const auto& [name, rho] : radii.entries()) method.matrices.emplace(name, gauss.A(rho));
  }
  method.point_nodes = gauss.points().tail(s);
  method.point_rows = gauss.point_rows().bottomRows(s);
  method.constrained_points = s;
  method.reaction_points = ReactionPoints::points;
  method.reaction_weights = gauss.point_weights();
  method.reaction_rows = gauss.reaction_rows();
  return method;
}

namespace {

// Sizes of the sub-steps of a symmetric composition of a symmetric method of order 2.
Vector composition(int order) {
  if (order == 2) return Vector::Ones(1);
  if (order == 4) {
    const double outer = 1.0 / (4.0 - std::cbrt(4.0));
    Vector w = Vector::Constant(5, outer);
    w[2] = 1.0 - 4.0 * outer;
    return w;
  }
  if (order == 6) {
    Vector w(9);
    w << 0.39216144400731413928, 0.33259913678935943860, -0.70624617255763935981,
        0.08221359629355080023, 0.79854399093482996340, 0.08221359629355080023,
        -0.70624617255763935981, 0.33259913678935943860, 0.39216144400731413928;
    return w;
  }
  throw std::invalid_argument("half-explicit SPARK methods have order 2, 4 or 6");
}

}  // namespace

Method half_explicit_spark(int order) {
  const Vector w = composition(order);
  const Eigen::Index k = w.size();
  Method method;
  method.name = "half-explicit SPARK of order " + std::to_string(order);
  method.order = order;
  method.symmetric = true;
  method.half_explicit = true;
  method.b = Vector::Zero(k + 1);
  method.c = Vector::Zero(k + 1);
  Matrix A = Matrix::Zero(k + 1, k + 1);
  Matrix force = Matrix::Zero(k + 1, k + 1);
  method.point_rows = Matrix::Zero(k, k + 1);
  method.point_nodes = Vector::Zero(k);
  for (Eigen::Index j = 0; j < k; ++j) {
    method.b[j] += 0.5 * w[j];
    method.b[j + 1] += 0.5 * w[j];
    for (Eigen::Index i = j; i < k; ++i) method.point_rows(i, j) = w[j];
    for (Eigen::Index i = j + 1; i <= k; ++i) A(i, j) = w[j];
  }
  method.c = A.rowwise().sum();
  method.point_nodes = method.c.tail(k);
  method.reaction_points = ReactionPoints::points;
  method.reaction_weights = method.b;
  method.reaction_rows = Matrix::Zero(k + 1, k + 1);
  for (Eigen::Index i = 0; i <= k; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      force(i, j) = method.b[j];
      // The last stage's Z serves nothing; without Ψ_k it is known before the end.
      if (j < k) method.reaction_rows(i, j) = method.b[j];
    }
  }
  method.matrices.emplace("velocity", A);
  method.matrices.emplace("", force);
  method.constrained_points = static_cast<int>(k);
  return method;
}

Method alpha_method(double alpha) {
  if (!(alpha >= 0.0 && alpha <= 1.0))
    throw std::invalid_argument(fmt::format("alpha is {}; allowed: 0 to 1", alpha));
  const auto one = [](double value) -> Matrix { return Matrix::Constant(1, 1, value); };
  Method method;
  method.name = fmt::format("alpha family (alpha = {})", alpha);
  method.order = alpha == 0.5 ? 2 : 1;
  method.symmetric = alpha == 0.5;
  method.b = Vector::Ones(1);
  method.c = Vector::Constant(1, alpha);
  method.matrices = {{"velocity", one(alpha)}, {"", one(1.0 - alpha)}};
  method.point_rows = one(1.0);
  method.point_nodes = Vector::Ones(1);
  method.nonholonomic_rows = Matrix(0, 1);
  method.closing = Closing::nothing;
  return method;
}

Method standard(const tableau::RungeKutta& rk) {
  const int s = rk.stages();
  const bool starts_at_zero = rk.A.row(0).isZero();
  const bool ends_at_one = rk.A.row(s - 1).isApprox(rk.b.transpose(), 1e-14);
  const int first = starts_at_zero ? 1 : 0;
  const int constrained = s - first;
  const int points = constrained + (ends_at_one ? 0 : 1);
  Method method;
  method.name = std::to_string(s) + "-stage " + rk.name + " (standard)";
  method.order = rk.order;
  method.symmetric = tableau::is_symmetric(rk);
  method.b = rk.b;
  method.c = rk.c;
  method.matrices.emplace("", rk.A);
  method.point_rows.resize(points, s);
  method.point_rows.topRows(constrained) = rk.A.bottomRows(constrained);
  method.point_rows.row(points - 1) = rk.b.transpose();
  method.point_nodes = Vector::Ones(points);
  method.point_nodes.head(constrained) = rk.c.tail(constrained);
  method.constrained_points = constrained;
  method.nonholonomic_rows = Matrix::Identity(s, s).bottomRows(constrained);
  method.closing = starts_at_zero ? Closing::first_multiplier_kept : Closing::nothing;
  return method;
}

}  // namespace sparkdyn::dae
