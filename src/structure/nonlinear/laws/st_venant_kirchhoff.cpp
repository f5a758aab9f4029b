// SPDX-License-Identifier: BSD-3-Clause
// St. Venant and Kirchhoff: W = ½ Eᵀ D E, linear elasticity turned with the body. It is for large
// rotations and small strains: pressed to about half of its length a body softens and folds.

#include "law.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

class StVenantKirchhoff final : public HyperelasticLaw {
 public:
  std::string_view name() const override { return "st-venant-kirchhoff"; }
  std::string complaint(const Material&) const override { return {}; }
  bool constant_modulus() const override { return true; }
  double evaluate(const LawConstants& constants, const GreenStrain& E, Stress* S,
                  Matrix6* D) const override {
    const Stress stress = constants.elasticity * E;
    if (S) *S = stress;
    if (D) *D = constants.elasticity;
    return 0.5 * stress.dot(E);
  }
};

}  // namespace

const HyperelasticLaw& st_venant_kirchhoff() {
  static const StVenantKirchhoff law;
  return law;
}

}  // namespace sparkdyn::structure::nonlinear
