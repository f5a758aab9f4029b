// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Hyperelastic materials: S = ∂W/∂E and D = ∂²W/∂E² of Green's strain E = ½(FᵀF − I), with the
// components in the order of ElementInput's stresses and shear strains doubled. A material is a
// file of this folder and an entry in the list of laws(). At E = 0 all have S = 0 and the D of
// linear elasticity, so that small motions are those of the linear structure.

#include <span>
#include <string>
#include <string_view>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure::nonlinear {

using GreenStrain = Eigen::Matrix<double, 6, 1>;

/// What a law needs of a material, found once for each element.
struct LawConstants {
  Matrix6 elasticity = Matrix6::Zero();  ///< linear, in global axes
  double lambda = 0, mu = 0;             ///< Lamé's constants of an isotropic material
};

class HyperelasticLaw {
 public:
  virtual ~HyperelasticLaw() = default;
  /// "st-venant-kirchhoff", …
  virtual std::string_view name() const = 0;
  /// Empty when the material can have this law, else what is wrong.
  virtual std::string complaint(const Material& material) const = 0;
  /// Whether D is the same for all E.
  virtual bool constant_modulus() const { return false; }
  /// Returns W; S and D are set unless null. W and S are not-a-number where the volume is not
  /// positive and the law has no answer.
  virtual double evaluate(const LawConstants& constants, const GreenStrain& E, Stress* S,
                          Matrix6* D) const = 0;
};

/// All laws in a fixed order; Material::law is an index in it.
std::span<const HyperelasticLaw* const> laws();

const HyperelasticLaw& st_venant_kirchhoff();
const HyperelasticLaw& neo_hookean();
const HyperelasticLaw& isochoric_neo_hookean();

/// C⁻¹ of C = 2E + I and ln det F, without cancellation for small strains.
struct CauchyGreen {
  Eigen::Matrix3d inverse;
  double log_volume = 0;  ///< not-a-number where the volume is not positive
};
CauchyGreen cauchy_green(const Eigen::Matrix3d& E);
/// From the six components, shear strains halved.
Eigen::Matrix3d strain_tensor(const GreenStrain& E);
/// D ← a (A ⊗ A) + b · ½(A_ik A_jl + A_il A_jk).
void set_moduli(const Eigen::Matrix3d& A, double a, double b, Matrix6& D);

}  // namespace sparkdyn::structure::nonlinear
