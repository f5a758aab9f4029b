// SPDX-License-Identifier: BSD-3-Clause
// Compressible neo-Hookean solids of Lamé's constants λ and μ, with C = 2E + I and J = det F.
//   neo-hookean (Simo, Pister 1984):   W = ½μ (tr C − 3 − 2 ln J) + ½λ ln²J
//   neo-hookean-isochoric, which is *HYPERELASTIC, NEO HOOKE of Abaqus and CalculiX with C10 = ½μ
//   and D1 = 2/κ:                      W = ½μ (J^(−2/3) tr C − 3) + ½κ (J − 1)²,  κ = λ + ⅔μ

#include <cmath>

#include "law.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

Stress voigt(const Eigen::Matrix3d& S) {
  return (Stress() << S(0, 0), S(1, 1), S(2, 2), S(0, 1), S(1, 2), S(2, 0)).finished();
}

std::string isotropic_complaint(const Material& material) {
  return material.is_isotropic ? "" : "a neo-Hookean material is isotropic: give E and nu";
}

class NeoHookean final : public HyperelasticLaw {
 public:
  std::string_view name() const override { return "neo-hookean"; }
  std::string complaint(const Material& material) const override {
    return isotropic_complaint(material);
  }
  double evaluate(const LawConstants& c, const GreenStrain& strain, Stress* S,
                  Matrix6* D) const override {
    const Eigen::Matrix3d E = strain_tensor(strain);
    const auto [inverse, volume] = cauchy_green(E);
    // I − C⁻¹ is 2 C⁻¹E.
    if (S) *S = voigt(2 * c.mu * inverse * E + c.lambda * volume * inverse);
    if (D) set_moduli(inverse, c.lambda, 2 * (c.mu - c.lambda * volume), *D);
    return c.mu * (E.trace() - volume) + c.lambda / 2 * volume * volume;
  }
};

class IsochoricNeoHookean final : public HyperelasticLaw {
 public:
  std::string_view name() const override { return "neo-hookean-isochoric"; }
  std::string complaint(const Material& material) const override {
    return isotropic_complaint(material);
  }
  double evaluate(const LawConstants& c, const GreenStrain& strain, Stress* S,
                  Matrix6* D) const override {
    const Eigen::Matrix3d E = strain_tensor(strain);
    const auto [inverse, volume] = cauchy_green(E);
    const double kappa = c.lambda + 2 * c.mu / 3, trace = 3 + 2 * E.trace();
    const double J = std::exp(volume), growth = std::expm1(volume);
    const double mu = c.mu * std::exp(-2 * volume / 3);
    // I − ⅓ tr C C⁻¹ is C⁻¹ (2E − ⅔ tr E I), and zero at rest.
    const Eigen::Matrix3d deviator =
        inverse * (2 * E - 2 * E.trace() / 3 * Eigen::Matrix3d::Identity());
    if (S) *S = voigt(mu * deviator + kappa * growth * J * inverse);
    if (D) {
      set_moduli(inverse, kappa * J * (2 * J - 1), 2 * mu * trace / 3 - 2 * kappa * growth * J, *D);
      const Stress a = voigt(deviator), b = voigt(inverse);
      // With I = deviator + ⅓ tr C C⁻¹, both ⅔ products are symmetric together.
      *D -= 2 * mu / 3 * (a * b.transpose() + b * a.transpose()) +
            2 * mu / 9 * trace * b * b.transpose();
    }
    return mu * (E.trace() - 1.5 * std::expm1(2 * volume / 3)) + kappa / 2 * growth * growth;
  }
};

}  // namespace

const HyperelasticLaw& neo_hookean() {
  static const NeoHookean law;
  return law;
}

const HyperelasticLaw& isochoric_neo_hookean() {
  static const IsochoricNeoHookean law;
  return law;
}

}  // namespace sparkdyn::structure::nonlinear
