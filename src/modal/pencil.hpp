// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The pencil K − μM with the constraints held, K the sum of the elastic terms. The signs of its
// pivots count, by Sylvester's law, the ω² below μ.

#include <memory>
#include <optional>

#include "linear/saddle.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::modal {

/// [K − μM Gᵀ; G 0], whose factors count. Throws core::Error (numerics) when it is singular.
/// `operators` are those of the system. @note Collective.
std::unique_ptr<linear::RealSaddle> factor_pencil(const mechanics::System& system,
                                                  const linear::Operators& operators, double mu);

/// How many ω² lie below the μ of `factors`: each constraint brings one negative pivot of its own.
/// Empty when the matrices are not symmetric or options chose a solver that cannot count.
std::optional<PetscInt> count_below(const mechanics::System& system,
                                    const linear::RealSaddle& factors);

/// The diagonal of K. @note Collective.
core::Vector stiffness_diagonal(const mechanics::System& system);

/// A displacement of numbers in (−1, 1) that depend on the index alone, so that a search starts
/// alike on any number of ranks.
void fill_by_index(Vec vector);

}  // namespace sparkdyn::modal
