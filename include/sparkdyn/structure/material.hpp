// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Linear elasticity σ = D ε with ε = (εxx, εyy, εzz, γxy, γyz, γzx), in the material's axes.

#include <Eigen/Core>
#include <array>
#include <string>

namespace sparkdyn::structure {

using Matrix6 = Eigen::Matrix<double, 6, 6>;  ///< a matrix over six strains

/// Engineering constants of an orthotropic material: ν12 is the contraction in 2 under a pull in 1,
/// so ν21 = ν12 E2 / E1.
struct Orthotropic {
  double E1 = 0, E2 = 0, E3 = 0;        ///< moduli along the axes
  double nu12 = 0, nu13 = 0, nu23 = 0;  ///< contractions
  double G12 = 0, G13 = 0, G23 = 0;     ///< shear moduli
};

/// Trivially copyable, so that it can be broadcast.
struct Material {
  Orthotropic elastic;       ///< isotropic ones too
  bool is_isotropic = true;  ///< `elastic` was made of E and ν
  double density = 0;        ///< mass per volume
  double alpha = 0;          ///< Rayleigh damping: C = alpha M + beta K
  double beta = 0;           ///< see alpha
  /// Of large strains, where the structure may turn: 0 St. Venant–Kirchhoff, 1 neo-Hookean, 2
  /// isochoric neo-Hookean; all are linear elasticity when small.
  int law = 0;

  /// From Young's modulus, Poisson's ratio and mass per volume.
  static Material isotropic(double E, double nu, double density);
  double E() const { return elastic.E1; }     ///< of an isotropic material
  double nu() const { return elastic.nu12; }  ///< of an isotropic material
  double G() const { return elastic.G12; }    ///< of an isotropic material

  /// Empty when D is positive definite, else what is wrong, in words ("Poisson's ratio 0.5 …").
  std::string complaint() const;
  /// D of three-dimensional bodies, in the material's axes.
  Matrix6 elasticity() const;
  /// D in global axes; the rows of `axes` are the material's axes.
  Matrix6 elasticity(const Eigen::Matrix3d& axes) const;
};

}  // namespace sparkdyn::structure
