// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/linear/group_iteration.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "sparkdyn/core/clock.hpp"

namespace sparkdyn::linear {
namespace {

int local_size(const core::Vector& vector) {
  return static_cast<int>(core::row_range(Vec(vector)).size());
}

std::size_t total(const std::vector<int>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
}

}  // namespace

template <typename Scalar>
GroupIteration<Scalar>::GroupIteration(const Operators& whole,
                                       std::shared_ptr<const GroupSpaces> spaces, Group group,
                                       std::vector<Scalar> sigma, const IterativeOptions& options)
    : exchange_(whole.comm(), group),
      spaces_(std::move(spaces)),
      sigma_(std::move(sigma)),
      options_(options),
      dofs_(local_size(whole.make_displacement())),
      rows_(local_size(whole.make_multiplier())),
      client_dofs_(exchange_.sizes(static_cast<int>(dofs_))),
      client_rows_(exchange_.sizes(static_cast<int>(rows_))) {}

template <typename Scalar>
template <typename Body>
void GroupIteration<Scalar>::on_group(Body body) {
  if (!exchange_.member()) return;
  try {
    body();
  } catch (const core::Error& error) {
    failure_ = error;
  }
}

template <typename Scalar>
void GroupIteration<Scalar>::tell_failure() {
  core::collectively(exchange_.comm(), [&] {
    if (failure_) throw core::Error(*failure_);
  });
}

template <typename Scalar>
void GroupIteration<Scalar>::prepare() {
  const core::Stopwatch watch(times_.factor);
  on_group([&] {
    const auto& mine = spaces_->mine();
    std::vector<typename IterativeSaddle<Scalar>::Weighted> sum;
    for (std::size_t k = 0; k < sigma_.size(); ++k)
      sum.push_back({sigma_[k], mine->system().matrices[k]->get()});
    system_.emplace(mine, sum, options_);
    entries_ = system_->factor_entries();
  });
}

template <typename Scalar>
void GroupIteration<Scalar>::agree() {
  const core::Stopwatch watch(times_.factor);
  tell_failure();
  MPI_Bcast(&entries_, 1, MPI_DOUBLE, exchange_.group().first, exchange_.comm());
}

template <typename Scalar>
void GroupIteration<Scalar>::to_group(std::span<const Complex> mine, const std::vector<int>& sizes,
                                      std::vector<Scalar>& parts) {
  parts.resize(total(sizes));
  work_.resize(mine.size());
  std::transform(mine.begin(), mine.end(), work_.begin(), [](const Complex& z) {
    if constexpr (std::is_same_v<Scalar, double>)
      return z.real();
    else
      return z;
  });
  exchange_.to_group(work_.data(), static_cast<int>(work_.size()), sizes, parts.data());
}

template <typename Scalar>
void GroupIteration<Scalar>::to_all(const std::vector<Scalar>& parts, const std::vector<int>& sizes,
                                    std::span<Complex> mine) {
  work_.resize(mine.size());
  exchange_.to_all(parts.data(), sizes, work_.data(), static_cast<int>(work_.size()));
  std::copy(work_.begin(), work_.end(), mine.begin());
}

template <typename Scalar>
void GroupIteration<Scalar>::send(std::span<const Complex> right,
                                  const std::vector<Complex>* guess) {
  const core::Stopwatch watch(times_.solve);
  const auto dofs = static_cast<std::size_t>(dofs_);
  to_group(right.first(dofs), client_dofs_, f_);
  to_group(right.subspan(dofs), client_rows_, g_);
  guess_ = guess != nullptr;
  if (guess_)
    to_group(std::span(*guess).first(dofs), client_dofs_, x_);
  else
    x_.resize(f_.size());
  y_.resize(g_.size());
}

template <typename Scalar>
void GroupIteration<Scalar>::solve() {
  const core::Stopwatch watch(times_.solve);
  on_group([&] { result_ = system_->solve(f_, g_, x_, y_, guess_); });
}

template <typename Scalar>
SolveResult GroupIteration<Scalar>::receive(std::span<Complex> left) {
  const core::Stopwatch watch(times_.solve);
  tell_failure();
  const MPI_Comm comm = exchange_.comm();
  const int first = exchange_.group().first;
  std::array<int, 2> outcome{result_.converged ? 1 : 0, result_.iterations};
  MPI_Bcast(outcome.data(), 2, MPI_INT, first, comm);
  double tolerance = result_.tolerance;
  MPI_Bcast(&tolerance, 1, MPI_DOUBLE, first, comm);
  if (outcome[0] == 0) return {false, outcome[1], core::broadcast(comm, result_.cause, first)};
  const auto dofs = static_cast<std::size_t>(dofs_);
  to_all(x_, client_dofs_, left.first(dofs));
  to_all(y_, client_rows_, left.subspan(dofs));
  return {.iterations = outcome[1], .tolerance = tolerance};
}

template class GroupIteration<double>;
template class GroupIteration<std::complex<double>>;

}  // namespace sparkdyn::linear
