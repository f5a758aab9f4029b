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
  void put(double c, const Unknown& a, const Unknown& b, const Timing& timing) {
    if (c != 0) terms_.push_back({c, a, b, timing});
  }

  const Mesh& mesh_;
  std::vector<ExactTerm> terms_;
};

}  // namespace sparkdyn::structure::nonlinear
