// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Linear stability, Jay (1998), section 5. On z' = λz, with μ = λh,
//
//   (25)  R(μ) = 1 + μ bᵀ (I − μA)⁻¹ 1
//
// and on the oscillator y' = z, z' = −λ²y, the velocity z with A_v and the force −λ²y with A_f,
//
//   (30)  M(μ) = I + μ [ 0  bᵀ; −bᵀ  0 ] [ I  −μA_v; μA_f  I ]⁻¹ [ 1  0; 0  1 ].

#include <Eigen/Core>
#include <complex>

#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

/// R(z), (25). Not finite when z is a pole.
std::complex<double> stability_function(const Matrix& A, const Vector& b, std::complex<double> z);

/// lim |R(z)| for z → ∞; a singular A is allowed, and the limit may be +infinity. A singular value
/// of A below 1e-10 ‖A‖ counts as zero.
double stability_at_infinity(const Matrix& A, const Vector& b);

/// M(μ), (30).
Eigen::Matrix2d stability_matrix(const Matrix& Av, const Matrix& Af, const Vector& b, double mu);

/// The same for z' = −λ²y − δz, the damping in parts hδ_k with their own matrices A_k: D = Σ hδ_k
/// A_k and d = Σ hδ_k.
Eigen::Matrix2d stability_matrix(const Matrix& Av, const Matrix& Af, const Vector& b, double mu,
                                 const Matrix& D, double d);

/// M(μ) where the positions have weights of their own: y₁ = y₀ + h Σ bv_i Z_i.
Eigen::Matrix2d stability_matrix(const Matrix& Av, const Vector& bv, const Matrix& Af,
                                 const Vector& b, double mu);

/// The largest |eigenvalue|.
double spectral_radius(const Eigen::Matrix2d& M);

/// The first μ > 0 where an eigenvalue of M(μ) leaves the unit circle (Definition 5.3); `limit` if
/// none does before, 0 if the method damps or amplifies from the start. Accurate to about 1e-14.
/// Gaps of instability narrower than 1e-9 μ are not seen: those of IIIA–IIIB at the first resonance
/// μ ≈ π from s = 9 on. Throws std::invalid_argument unless limit is positive and finite.
double interval_of_periodicity(const Matrix& Av, const Matrix& Af, const Vector& b,
                               double limit = 1e4);

/// R_{k,j}(z), the Padé approximation of eᶻ with numerator degree k and denominator degree j.
/// Throws std::invalid_argument for a negative degree.
std::complex<double> pade_exponential(int numerator_degree, int denominator_degree,
                                      std::complex<double> z);

}  // namespace sparkdyn::tableau
