// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/linear/group_saddle.hpp"

#include "saddle_sum.hpp"
#include "sparkdyn/core/clock.hpp"
#include "sparkdyn/linear/elimination_order.hpp"

namespace sparkdyn::linear {
namespace {

template <typename Scalar>
GroupFactor<Scalar> send_matrix(const Operators& system,
                                const std::vector<WeightedMatrix<Scalar>>& given,
                                const std::string& prefix, Group group, FactorNeeds needs,
                                double& scale) {
  const bool constrained = needs.with_constraint && system.constrained();
  auto sum = gather(given);
  if (constrained) scale = constraint_scale(system, diagonal_scale(sum.terms, sum.coefficients));
  add_constraint(sum, constrained, scale);
  const Interleaving at(system, 1, constrained ? 1 : 0);
  const core::Matrix Gt = constrained ? transposed_constraint(system) : core::Matrix();
  const auto symmetry = system.symmetric ? Symmetry::symmetric : Symmetry::general;
  return GroupFactor<Scalar>(
      system.comm(), group, static_cast<int>(at.global_size()), static_cast<int>(at.local_size()),
      triplets(at, sum.matrices, constrained ? system.G() : nullptr, Gt, sum.blocks, symmetry),
      {.symmetry = symmetry,
       .prefix = prefix,
       .order = elimination_places(system, constrained, prefix),
       .inertia = needs.inertia});
}

}  // namespace

template <typename Scalar>
GroupSaddle<Scalar>::GroupSaddle(const Operators& system,
                                 const std::vector<WeightedMatrix<Scalar>>& given,
                                 const std::string& prefix, Group group, FactorNeeds needs)
    : local_dofs_(core::row_range(Vec(system.make_displacement())).size()),
      factor_(send_matrix(system, given, prefix, group, needs, scale_)) {
  if (needs.with_constraint && system.constrained())
    local_rows_ = core::row_range(system.G()).size();
}

template <typename Scalar>
void GroupSaddle<Scalar>::factor() {
  const core::Stopwatch watch(times_.factor);
  factor_.factor();
}

template <typename Scalar>
void GroupSaddle<Scalar>::agree() {
  const core::Stopwatch watch(times_.factor);
  factor_.agree();
}

template <typename Scalar>
void GroupSaddle<Scalar>::scale_rows(std::vector<Scalar>& values, int count) const {
  for (int k = 0; k < count; ++k) {
    Scalar* rows = values.data() + k * (local_dofs_ + local_rows_) + local_dofs_;
    for (PetscInt i = 0; i < local_rows_; ++i) rows[i] *= scale_;
  }
}

template <typename Scalar>
void GroupSaddle<Scalar>::send(std::vector<Scalar>& right, int count) {
  const core::Stopwatch watch(times_.solve);
  scale_rows(right, count);
  factor_.send(right, count);
}

template <typename Scalar>
void GroupSaddle<Scalar>::solve() {
  const core::Stopwatch watch(times_.solve);
  factor_.solve();
}

template <typename Scalar>
void GroupSaddle<Scalar>::receive(std::vector<Scalar>& left, int count) {
  const core::Stopwatch watch(times_.solve);
  factor_.receive(left, count);
  scale_rows(left, count);
}

template class GroupSaddle<double>;
template class GroupSaddle<std::complex<double>>;

}  // namespace sparkdyn::linear
