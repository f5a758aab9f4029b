// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Rows of constraints from vectors: r = X + u is the place of a node, R p = Σ p_i d_i a vector that
// is fixed to it and was p at the reference.

#include <Eigen/Core>

#include "sparkdyn/structure/exact_row.hpp"

namespace sparkdyn::structure::nonlinear {

/// Sums up one row. Coefficients of zero leave no term.
class RowBuilder {
 public:
  explicit RowBuilder(const Mesh& mesh) : mesh_(mesh) {}

  /// += c τ
  RowBuilder& add(double c, const Timing& timing = {}) {
    put(c, {}, {}, timing);
    return *this;
  }
  /// += n·u
  RowBuilder& add_displacement(Index node, const Eigen::Vector3d& n) {
    for (int i = 0; i < 3; ++i) put(n[i], {node, i}, {}, {});
    return *this;
  }
  /// += n·r
  RowBuilder& add_place(Index node, const Eigen::Vector3d& n) {
    put(n.dot(place(node)), {}, {}, {});
    return add_displacement(node, n);
  }
  /// += n·(R p) τ
  RowBuilder& add_fixed(Index node, const Eigen::Vector3d& p, const Eigen::Vector3d& n,
                        const Timing& timing = {}) {
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) put(p[k] * n[i], director(node, k, i), {}, timing);
    return *this;
  }
  /// += c (R_a p)·(R_b w) τ
  RowBuilder& add_product(double c, Index a, const Eigen::Vector3d& p, Index b,
                          const Eigen::Vector3d& w, const Timing& timing = {}) {
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        for (int i = 0; i < 3; ++i)
          put(c * p[k] * w[l], director(a, k, i), director(b, l, i), timing);
    return *this;
  }
  /// += c (R_a p)·(R_b w) σ(z)
  RowBuilder& add_turned(double c, Index a, const Eigen::Vector3d& p, Index b,
                         const Eigen::Vector3d& w, Turn turn, const Unknown& z) {
    const std::size_t begin = terms_.size();
    add_product(c, a, p, b, w);
    for (std::size_t k = begin; k < terms_.size(); ++k) {
      terms_[k].turn = turn;
      terms_[k].angle = z;
    }
    return *this;
  }
  /// += c σ(z) of a function of the model
  RowBuilder& add_curve(double c, int curve, const Unknown& z) {
    terms_.push_back({.coefficient = c,
                      .a = {},
                      .b = {},
                      .timing = {},
                      .angle = z,
                      .turn = Turn::curve,
                      .curve = curve});
    return *this;
  }
  /// += c n·(r_a × r_b)
  RowBuilder& add_cross(double c, const Eigen::Vector3d& n, Index a, Index b) {
    const Eigen::Vector3d A = place(a), B = place(b);
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      add_pair(c * n[i], {a, j}, A[j], {b, k}, B[k]);
      add_pair(-c * n[i], {a, k}, A[k], {b, j}, B[j]);
    }
    return *this;
  }
  /// += c (R_a p)·r_b
  RowBuilder& add_product(double c, Index a, const Eigen::Vector3d& p, Index b) {
    const Eigen::Vector3d X = place(b);
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) {
        put(c * p[k] * X[i], director(a, k, i), {}, {});
        put(c * p[k], director(a, k, i), {b, i}, {});
      }
    return *this;
  }
  /// += c r_a·r_b
  RowBuilder& add_places(double c, Index a, Index b) {
    const Eigen::Vector3d A = place(a), B = place(b);
    for (int i = 0; i < 3; ++i) {
      put(c * A[i] * B[i], {}, {}, {});
      put(c * A[i], {b, i}, {}, {});
      put(c * B[i], {a, i}, {}, {});
      put(c, {a, i}, {b, i}, {});
    }
    return *this;
  }

  ExactRow row(std::string name, bool support = false) {
    return {std::move(terms_), std::move(name), support};
  }

 private:
  static Unknown director(Index node, int k, int i) { return {node, 3 + 3 * k + i}; }
  Eigen::Vector3d place(Index node) const {
    return Eigen::Map<const Eigen::Vector3d>(mesh_.points[static_cast<std::size_t>(node)].data());
  }
  /// += c (x + X)(y + Y)
  void add_pair(double c, const Unknown& x, double X, const Unknown& y, double Y) {
    put(c * X * Y, {}, {}, {});
    put(c * Y, x, {}, {});
    put(c * X, y, {}, {});
    put(c, x, y, {});
  }
  void put(double c, const Unknown& a, const Unknown& b, const Timing& timing) {
    if (c != 0) terms_.push_back({.coefficient = c, .a = a, .b = b, .timing = timing, .angle = {}});
  }

  const Mesh& mesh_;
  std::vector<ExactTerm> terms_;
};

}  // namespace sparkdyn::structure::nonlinear
