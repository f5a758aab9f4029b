// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The largest answer to shaking whose spectrum S_a(f, ζ) is known, the largest acceleration ω²|u|
// of a single mass: each mode j answers with r_j = φ_j Γ_j S_a(f_j)/ω_j², Γ_j = φ_jᵀM d, and the
// answers, which come at different times, are combined to
//   R² = Σ_ij ρ_ij R_i R_j,
// with ρ_ij = 0 for i ≠ j (SRSS) or Der Kiureghian's coefficient (CQC): for two masses under white
// noise, r = f_j/f_i,
//   ρ = 8 √(ζ_iζ_j) (ζ_i + r ζ_j) r^{3/2} / ((1 − r²)² + 4 ζ_iζ_j r (1 + r²) + 4 (ζ_i² + ζ_j²) r²).

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

namespace sparkdyn::modal {

enum class Combination { cqc, srss };

/// ρ of two modes.
double correlation(double frequency_i, double ratio_i, double frequency_j, double ratio_j);
/// √(Σ ρ_ij R_i R_j).
double combined(const Eigen::VectorXd& parts, std::span<const double> frequencies,
                std::span<const double> ratios, Combination how);

/// Points (time, acceleration of the ground), linear between; zero afterwards.
using Record = std::vector<std::pair<double, double>>;
/// S_a = ω² max|u| of u'' + 2ζωu' + ω²u = −a(t), exactly for such a record and for the
/// free vibration afterwards. At f = 0 it is zero.
double pseudo_acceleration(const Record& record, double frequency, double ratio);

/// Pairs (f, S_a), ascending; linear in the logarithms where both values are above zero, constant
/// outside.
double spectral_value(const Record& spectrum, double frequency);

}  // namespace sparkdyn::modal
