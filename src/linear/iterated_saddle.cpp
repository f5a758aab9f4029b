// SPDX-License-Identifier: BSD-3-Clause
#include "iterated_saddle.hpp"

#include <array>
#include <numeric>

#include "core/clock.hpp"

namespace sparkdyn::linear {
namespace {

std::size_t total(const std::vector<int>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
}

}  // namespace

template <typename Scalar>
IteratedSaddle<Scalar>::IteratedSaddle(const Operators& system,
                                       const std::vector<WeightedMatrix<Scalar>>& sum,
                                       const ShiftedOptions& options)
    : exchange_(system.comm(), options.group),
      spaces_(options.spaces),
      sigma_(system.matrices.size(), Scalar(0)),
      options_(options.iterative),
      dofs_(static_cast<std::size_t>(system.dof_range().size())),
      rows_(static_cast<std::size_t>(options.with_constraint ? system.row_range().size() : 0)),
      client_dofs_(exchange_.sizes(static_cast<int>(dofs_))),
      client_rows_(exchange_.sizes(static_cast<int>(rows_))) {
  options_.with_constraint = options.with_constraint;
  for (const auto& [coefficient, matrix] : sum) sigma_[system.index(*matrix)] += coefficient;
}

template <typename Scalar>
template <typename Body>
void IteratedSaddle<Scalar>::on_group(Body body) {
  if (!exchange_.member()) return;
  try {
    body();
  } catch (const core::Error& error) {
    failure_ = error;
  }
}

template <typename Scalar>
void IteratedSaddle<Scalar>::tell_failure() {
  core::collectively(exchange_.comm(), [&] {
    if (failure_) throw core::Error(*failure_);
  });
}

template <typename Scalar>
void IteratedSaddle<Scalar>::set_up() {
  const core::Stopwatch watch(times_.factor);
  on_group([&] {
    const auto& matrices = spaces_->system().matrices;
    std::vector<typename IterativeSaddle<Scalar>::Weighted> sum;
    for (std::size_t k = 0; k < sigma_.size(); ++k) sum.push_back({sigma_[k], matrices[k]->get()});
    system_.emplace(spaces_, sum, options_);
    entries_ = system_->factor_entries();
  });
}

template <typename Scalar>
void IteratedSaddle<Scalar>::agree() {
  const core::Stopwatch watch(times_.factor);
  tell_failure();
  MPI_Bcast(&entries_, 1, MPI_DOUBLE, exchange_.group().first, exchange_.comm());
}

template <typename Scalar>
void IteratedSaddle<Scalar>::to_group(std::span<const Scalar> mine, const std::vector<int>& sizes,
                                      std::vector<Scalar>& parts) {
  parts.resize(total(sizes));
  exchange_.to_group(mine.data(), static_cast<int>(mine.size()), sizes, parts.data());
}

template <typename Scalar>
void IteratedSaddle<Scalar>::to_all(const std::vector<Scalar>& parts, const std::vector<int>& sizes,
                                    std::span<Scalar> mine) {
  exchange_.to_all(parts.data(), sizes, mine.data(), static_cast<int>(mine.size()));
}

template <typename Scalar>
void IteratedSaddle<Scalar>::send(std::span<const Scalar> right, int count,
                                  typename Shifted<Scalar>::Guess guess) {
  const core::Stopwatch watch(times_.solve);
  if (count != 1)
    throw core::Error(core::Failure::internal, "blocks of right-hand sides need factors");
  to_group(right.first(dofs_), client_dofs_, f_);
  to_group(right.subspan(dofs_), client_rows_, g_);
  guess_ = guess.has_value();
  if (guess_)
    to_group(guess->first(dofs_), client_dofs_, x_);
  else
    x_.resize(f_.size());
  y_.resize(g_.size());
}

template <typename Scalar>
void IteratedSaddle<Scalar>::solve() {
  const core::Stopwatch watch(times_.solve);
  on_group([&] { result_ = system_->solve(f_, g_, x_, y_, guess_); });
}

template <typename Scalar>
SolveResult IteratedSaddle<Scalar>::receive(std::span<Scalar> left) {
  const core::Stopwatch watch(times_.solve);
  tell_failure();
  const MPI_Comm comm = exchange_.comm();
  const int first = exchange_.group().first;
  std::array<int, 2> outcome{result_.converged ? 1 : 0, result_.iterations};
  MPI_Bcast(outcome.data(), 2, MPI_INT, first, comm);
  double tolerance = result_.tolerance;
  MPI_Bcast(&tolerance, 1, MPI_DOUBLE, first, comm);
  if (outcome[0] == 0) return {false, outcome[1], core::broadcast(comm, result_.cause, first)};
  to_all(x_, client_dofs_, left.first(dofs_));
  to_all(y_, client_rows_, left.subspan(dofs_));
  return {.iterations = outcome[1], .tolerance = tolerance};
}

template class IteratedSaddle<double>;
template class IteratedSaddle<std::complex<double>>;

}  // namespace sparkdyn::linear
