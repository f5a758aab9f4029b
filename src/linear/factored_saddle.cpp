// SPDX-License-Identifier: BSD-3-Clause
#include "factored_saddle.hpp"

#include "core/clock.hpp"
#include "linear/elimination_order.hpp"
#include "saddle_sum.hpp"

namespace sparkdyn::linear {
namespace {

template <typename Scalar>
GroupFactor<Scalar> send_matrix(const Operators& system,
                                const std::vector<WeightedMatrix<Scalar>>& given,
                                const ShiftedOptions& options, double& scale) {
  const bool constrained = options.with_constraint && system.constrained();
  auto sum = gather(given);
  if (constrained) scale = constraint_scale(system, diagonal_scale(sum.terms, sum.coefficients));
  add_constraint(sum, constrained, scale);
  const Interleaving at(system, 1, constrained ? 1 : 0);
  const core::Matrix Gt = constrained ? transposed_constraint(system) : core::Matrix();
  const auto symmetry = system.symmetric ? Symmetry::symmetric : Symmetry::general;
  return GroupFactor<Scalar>(
      system.comm(), options.group, static_cast<int>(at.global_size()),
      static_cast<int>(at.local_size()),
      triplets(at, sum.matrices, constrained ? system.G() : nullptr, Gt, sum.blocks, symmetry),
      {.symmetry = symmetry,
       .prefix = options.prefix,
       .order = elimination_places(system, constrained, options.prefix),
       .inertia = options.inertia && system.symmetric});
}

}  // namespace

template <typename Scalar>
FactoredSaddle<Scalar>::FactoredSaddle(const Operators& system,
                                       const std::vector<WeightedMatrix<Scalar>>& given,
                                       const ShiftedOptions& options)
    : local_dofs_(system.dof_range().size()),
      local_rows_(options.with_constraint ? system.row_range().size() : 0),
      inertia_(options.inertia && system.symmetric),
      factor_(send_matrix(system, given, options, scale_)) {}

template <typename Scalar>
void FactoredSaddle<Scalar>::set_up() {
  const core::Stopwatch watch(times_.factor);
  factor_.factor();
}

template <typename Scalar>
void FactoredSaddle<Scalar>::agree() {
  const core::Stopwatch watch(times_.factor);
  factor_.agree();
}

template <typename Scalar>
void FactoredSaddle<Scalar>::scale_rows(std::span<Scalar> values) const {
  for (int k = 0; k < count_; ++k) {
    Scalar* rows = values.data() + k * (local_dofs_ + local_rows_) + local_dofs_;
    for (PetscInt i = 0; i < local_rows_; ++i) rows[i] *= scale_;
  }
}

template <typename Scalar>
void FactoredSaddle<Scalar>::send(std::span<const Scalar> right, int count,
                                  typename Shifted<Scalar>::Guess) {
  const core::Stopwatch watch(times_.solve);
  count_ = count;
  scaled_.assign(right.begin(), right.end());
  scale_rows(scaled_);
  factor_.send(scaled_, count);
}

template <typename Scalar>
void FactoredSaddle<Scalar>::solve() {
  const core::Stopwatch watch(times_.solve);
  factor_.solve();
}

template <typename Scalar>
SolveResult FactoredSaddle<Scalar>::receive(std::span<Scalar> left) {
  const core::Stopwatch watch(times_.solve);
  factor_.receive(left, count_);
  scale_rows(left);
  return {};
}

template <typename Scalar>
std::optional<PetscInt> FactoredSaddle<Scalar>::negative_pivots() const {
  return inertia_ ? std::optional<PetscInt>(factor_.negative_pivots()) : std::nullopt;
}

template class FactoredSaddle<double>;
template class FactoredSaddle<std::complex<double>>;

}  // namespace sparkdyn::linear
