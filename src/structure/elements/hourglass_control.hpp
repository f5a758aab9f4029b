// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The mean gradients of a hexahedron and what its twelve hourglass motions meet (hex8_reduced.cpp).

#include "solid.hpp"

namespace sparkdyn::structure {

inline constexpr double hourglass_factor = 0.0005;

inline Gradients<hex8_nodes, 1> mean_gradients(const ElementInput& input) {
  const auto at = gradients<hexahedron, 8>(input);
  Gradients<hex8_nodes, 1> mean;
  mean.volume[0] = at.volume.sum();
  mean.g = at.g * at.volume / mean.volume[0];
  return mean;
}

// Columns: ηζ, ζξ, ξη and ξηζ at the nodes.
inline Eigen::Matrix<double, hex8_nodes, 4> hourglass_base() {
  const ShapeGradients xi = node_coordinates(hexahedron);
  Eigen::Matrix<double, hex8_nodes, 4> base;
  for (int i = 0; i < hex8_nodes; ++i)
    base.row(i) << xi(i, 1) * xi(i, 2), xi(i, 2) * xi(i, 0), xi(i, 0) * xi(i, 1),
        xi(i, 0) * xi(i, 1) * xi(i, 2);
  return base;
}

// What the hourglass motions of each component meet: f γ γᵀ.
struct HourglassControl {
  Eigen::Matrix<double, hex8_nodes, 4> gamma;
  double factor = 0;

  HourglassControl(const ElementInput& input, const Gradients<hex8_nodes, 1>& mean) {
    static const Eigen::Matrix<double, hex8_nodes, 4> base = hourglass_base();
    const Eigen::Map<const Eigen::Matrix<double, hex8_nodes, 3>> g(mean.g.data());
    gamma = base - g * (coordinates<hex8_nodes>(input) * base);
    const Orthotropic& elastic = input.material->elastic;
    const double E = (elastic.E1 + elastic.E2 + elastic.E3) / 3;
    factor = hourglass_factor * E * mean.volume[0] * g.squaredNorm();
  }
};

}  // namespace sparkdyn::structure
