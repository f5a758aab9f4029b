// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Why [P Gᵀ; G 0] with P = Σ_k c_k B_k is singular: motions x with P x = 0 and G x = 0, or rows of
// G that depend on one another, in the user's names. For messages after a failed factorization.

#include <string>
#include <vector>

#include "linear/saddle.hpp"

namespace sparkdyn::linear {

/// "2 motions meet no resistance: one moves node 17, y most; one …". Empty when the factorization
/// that looks for them finds none, or fails for another reason. @note Collective.
std::string describe_null_motions(const Operators& system,
                                  const std::vector<WeightedMatrix<double>>& sum);

}  // namespace sparkdyn::linear
