// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A symmetric method Φ_h of even order p, composed to order p + 2 as Tarnow & Simo (1992) do it:
//
//   Φ_{γh} ∘ Φ_{(1−2γ)h} ∘ Φ_{γh},   γ = 1/(2 − 2^{1/(p+1)}),
//
// symmetric again, so that it can be composed further. What Φ_h keeps for steps of either sign it
// keeps too.

#include <memory>
#include <vector>

#include "sparkdyn/dae/one_step.hpp"

namespace sparkdyn::dae {

/// The sizes of the steps, as parts of the whole one. Throws core::Error (input) when an order
/// cannot be had.
std::vector<double> composition_sizes(int from_order, int to_order);

/// `of` must outlive it. With `tangents` the derivative is carried along with every step, so that
/// carry_tangents() has it. Throws core::Error (input) when `of` is not symmetric.
std::unique_ptr<OneStep> composed(OneStep& of, int order, bool tangents);

}  // namespace sparkdyn::dae
