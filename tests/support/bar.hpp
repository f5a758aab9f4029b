// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A bar whose frequencies are known.

#include <cmath>
#include <memory>
#include <numbers>

#include "sparkdyn/mechanics/system.hpp"
#include "support/dense.hpp"

namespace sparkdyn::support {

/// A bar held at both ends: n masses m between n + 1 springs k, ω_j = 2√(k/m) sin(jπ/(2n + 2)).
struct Bar {
  explicit Bar(int n, double m = 2, double k = 3e4, const Eigen::MatrixXd& G = {})
      : size(n), omega(2 * std::sqrt(k / m)) {
    Eigen::MatrixXd M = m * Eigen::MatrixXd::Identity(n, n), K = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < n; ++i) {
      K(i, i) = 2 * k;
      if (i > 0) K(i, i - 1) = K(i - 1, i) = -k;
    }
    std::optional<mechanics::Constraint> constraint;
    if (G.size() > 0) constraint = mechanics::Constraint{distribute(G), {}};
    std::vector<mechanics::MatrixTerm> terms;
    terms.push_back({mechanics::Kind::elastic, "", {{1.0, distribute_shared(K)}}});
    system = std::make_unique<mechanics::System>(distribute_shared(M), std::move(terms),
                                                 std::vector<mechanics::TimedVector>{},
                                                 std::move(constraint));
  }
  double frequency(int j) const {
    return omega * std::sin(j * std::numbers::pi / (2.0 * size + 2));
  }

  int size;
  double omega;
  std::unique_ptr<mechanics::System> system;
};

}  // namespace sparkdyn::support
