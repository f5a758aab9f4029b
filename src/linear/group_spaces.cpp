// SPDX-License-Identifier: BSD-3-Clause
#include "linear/group_spaces.hpp"

#include <algorithm>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;

/// The rows of all clients together.
core::RowRange rows_of(Mat matrix, const std::vector<int>& clients) {
  const PetscInt* begin = nullptr;
  check(MatGetOwnershipRanges(matrix, &begin));
  return {begin[clients.front()], begin[clients.back() + 1], core::row_range(matrix).global};
}

/// These rows of the matrix on this rank, distributed over `members`. @note Collective over the
/// ranks of the matrix, each of which may ask for rows of another group's copy.
core::Matrix on_members(Mat matrix, const core::RowRange& rows, PetscInt local_columns,
                        MPI_Comm members) {
  PetscInt columns = 0;
  check(MatGetSize(matrix, nullptr, &columns));
  core::IndexSet wanted, all;
  check(ISCreateStride(PETSC_COMM_SELF, rows.size(), rows.begin, 1, wanted.out()));
  check(ISCreateStride(PETSC_COMM_SELF, columns, 0, 1, all.out()));
  const IS row_set = wanted, column_set = all;
  Mat* parts = nullptr;
  check(MatCreateSubMatrices(matrix, 1, &row_set, &column_set, MAT_INITIAL_MATRIX, &parts));
  core::Matrix result;
  const PetscErrorCode code = MatCreateMPIMatConcatenateSeqMat(members, parts[0], local_columns,
                                                               MAT_INITIAL_MATRIX, result.out());
  check(MatDestroySubMatrices(1, &parts));
  check(code);
  return result;
}

/// This rank's part of the group's copy of a vector. @note Collective over all ranks.
std::vector<double> send_vector(const GroupExchange& exchange, Vec vector) {
  const core::ReadArray mine(vector);
  const std::vector<int> sizes = exchange.sizes(static_cast<int>(mine.size()));
  std::size_t total = 0;
  for (const int size : sizes) total += static_cast<std::size_t>(size);
  std::vector<double> parts(total);
  exchange.to_group(mine.data(), static_cast<int>(mine.size()), sizes, parts.data());
  return parts;
}

core::Vector as_vector(MPI_Comm members, const std::vector<double>& values) {
  core::Vector vector = core::make_vector(members, static_cast<PetscInt>(values.size()));
  const core::WriteArray entries(vector);
  std::copy(values.begin(), values.end(), entries.data());
  return vector;
}

}  // namespace

GroupSpaces::GroupSpaces(const Operators& whole, const std::vector<RankGroup>& groups)
    : groups_(groups) {
  std::vector<RankGroup> distinct;
  for (const auto& group : groups)
    if (std::find(distinct.begin(), distinct.end(), group) == distinct.end())
      distinct.push_back(group);
  std::vector<std::vector<double>> motions;
  for (const auto& group : distinct) {
    GroupExchange exchange(whole.comm(), group);
    std::vector<std::vector<double>> sent;
    for (const auto& motion : whole.near_null_space) sent.push_back(send_vector(exchange, motion));
    if (!exchange.member()) continue;
    exchange_.emplace(std::move(exchange));
    motions = std::move(sent);
  }
  if (core::any(whole.comm(), !exchange_))
    throw core::Error(core::Failure::internal, "a rank is in no group");
  for (const auto& motion : motions) motions_.push_back(as_vector(exchange_->members(), motion));
  mine_ = std::make_shared<MultigridSpaces>(copy(whole));
}

/// On this rank's group. @note Collective over all ranks.
Operators GroupSpaces::copy(const Operators& whole) {
  const core::RowRange rows = rows_of(*whole.mass(), exchange_->clients());
  const auto sent = [&](Mat matrix) {
    return on_members(matrix, rows_of(matrix, exchange_->clients()), rows.size(),
                      exchange_->members());
  };
  Operators result{.matrices = {},
                   .stiffness = whole.stiffness,
                   .uses = whole.uses,
                   .constraint_norm = whole.constraint_norm,
                   .symmetric = whole.symmetric,
                   .near_null_space = motions_,
                   .node_size = whole.node_size};
  for (const auto& matrix : whole.matrices)
    result.matrices.push_back(std::make_shared<const core::Matrix>(sent(*matrix)));
  if (whole.constrained())
    result.constraint = std::make_shared<const core::Matrix>(sent(whole.G()));
  return result;
}

}  // namespace sparkdyn::linear
