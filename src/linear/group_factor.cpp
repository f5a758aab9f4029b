// SPDX-License-Identifier: BSD-3-Clause
#include "linear/group_factor.hpp"

#include <numeric>

namespace sparkdyn::linear {

template <typename Scalar>
GroupFactor<Scalar>::GroupFactor(MPI_Comm comm, RankGroup group, int global_size, int local_rows,
                                 Triplets<Scalar> entries, Options options)
    : exchange_(comm, group),
      local_rows_(local_rows),
      global_size_(global_size),
      options_(std::move(options)),
      client_rows_(exchange_.sizes(local_rows)),
      rows_(std::accumulate(client_rows_.begin(), client_rows_.end(), 0)) {
  if (exchange_.alone()) {  // not copied
    entries_ = std::move(entries);
    return;
  }
  const int count = static_cast<int>(entries.values.size());
  const std::vector<int> sizes = exchange_.sizes(count);
  const auto send = [&](const auto& mine, auto& parts) {
    parts.resize(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
    exchange_.to_group(mine.data(), count, sizes, parts.data());
  };
  send(entries.rows, entries_.rows);
  send(entries.columns, entries_.columns);
  send(entries.values, entries_.values);
}

/// Whether dense factors are tried: on one rank, unless what only MUMPS tells is asked for.
template <typename Scalar>
bool GroupFactor<Scalar>::dense() const {
  return exchange_.group().count == 1 && global_size_ <= DenseFactor<Scalar>::largest &&
         !options_.inertia && !options_.detect_null_pivots && !controls_chosen(options_.prefix);
}

template <typename Scalar>
void GroupFactor<Scalar>::factor() {
  if (!exchange_.member()) return;
  if (dense()) dense_ = DenseFactor<Scalar>::make(global_size_, entries_, options_.symmetry);
  if (dense_) {
    about_ = {dense_->factor_entries(), 0.0, 0.0};
    entries_ = {};
    return;
  }
  try {
    factor_.emplace(exchange_.members(), global_size_, rows_, std::move(entries_), options_);
    about_ = {factor_->factor_entries(), factor_->memory(),
              static_cast<double>(factor_->negative_pivots())};
  } catch (const core::Error& error) {
    failure_ = error;
  }
  entries_ = {};
}

template <typename Scalar>
void GroupFactor<Scalar>::agree() {
  core::collectively(exchange_.comm(), [&] {
    if (failure_) throw core::Error(*failure_);
  });
  MPI_Bcast(about_.data(), 3, MPI_DOUBLE, exchange_.group().first, exchange_.comm());
}

template <typename Scalar>
void GroupFactor<Scalar>::send(std::span<const Scalar> right, int count) {
  count_ = count;
  const auto mine = static_cast<std::size_t>(local_rows_), all = static_cast<std::size_t>(rows_);
  x_.resize(all * static_cast<std::size_t>(count));
  for (std::size_t c = 0; c < static_cast<std::size_t>(count); ++c)
    exchange_.to_group(right.data() + c * mine, local_rows_, client_rows_, x_.data() + c * all);
}

template <typename Scalar>
void GroupFactor<Scalar>::solve() {
  if (!exchange_.member()) return;
  if (dense_) return dense_->solve(x_, count_);
  try {
    factor_->solve(x_, count_);
  } catch (const core::Error& error) {
    failure_ = error;  // told to all by receive()
  }
}

template <typename Scalar>
void GroupFactor<Scalar>::receive(std::span<Scalar> left, int count) {
  const auto mine = static_cast<std::size_t>(local_rows_), all = static_cast<std::size_t>(rows_);
  for (std::size_t c = 0; c < static_cast<std::size_t>(count); ++c)
    exchange_.to_all(x_.data() + c * all, client_rows_, left.data() + c * mine, local_rows_);
  core::collectively(exchange_.comm(), [&] {
    if (failure_) throw core::Error(*failure_);
  });
}

template class GroupFactor<double>;
template class GroupFactor<std::complex<double>>;

}  // namespace sparkdyn::linear
