#include "sparkdyn/stage/group_spaces.hpp"

#include <algorithm>
#include <map>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;
using mechanics::MatrixPtr;

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
std::vector<double> send_vector(const core::GroupExchange& exchange, Vec vector) {
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

/// The structure without its loads on this rank's group. @note Collective over all ranks.
std::unique_ptr<mechanics::System> copy_system(const mechanics::System& whole,
                                               const core::GroupExchange& exchange,
                                               const std::vector<std::vector<double>>& motions) {
  const core::RowRange rows = rows_of(*whole.mass(), exchange.clients());
  std::map<Mat, MatrixPtr> copies;
  const auto copy = [&](const MatrixPtr& matrix) {
    MatrixPtr& known = copies[matrix->get()];
    if (!known)
      known = std::make_shared<const core::Matrix>(
          on_members(*matrix, rows, rows.size(), exchange.members()));
    return known;
  };
  const MatrixPtr mass = copy(whole.mass());
  std::vector<mechanics::MatrixTerm> terms = whole.terms();
  for (auto& term : terms)
    for (auto& part : term.parts) part.matrix = copy(part.matrix);
  std::optional<mechanics::Constraint> constraint;
  if (whole.constrained())
    constraint = mechanics::Constraint{on_members(whole.G(), rows_of(whole.G(), exchange.clients()),
                                                  rows.size(), exchange.members()),
                                       {}};
  auto system = std::make_unique<mechanics::System>(mass, std::move(terms),
                                                    std::vector<mechanics::TimedVector>{},
                                                    std::move(constraint), whole.symmetric());
  std::vector<core::Vector> vectors;
  for (const auto& motion : motions) vectors.push_back(as_vector(exchange.members(), motion));
  system->set_near_null_space(std::move(vectors), whole.node_size());
  return system;
}

}  // namespace

GroupSpaces::GroupSpaces(const mechanics::System& whole, const std::vector<core::Group>& groups)
    : groups_(groups) {
  std::vector<core::Group> distinct;
  for (const auto& group : groups)
    if (std::find(distinct.begin(), distinct.end(), group) == distinct.end())
      distinct.push_back(group);
  std::vector<std::vector<double>> motions;
  for (const auto& group : distinct) {
    core::GroupExchange exchange(whole.comm(), group);
    std::vector<std::vector<double>> sent;
    for (const auto& motion : whole.near_null_space())
      sent.push_back(send_vector(exchange, motion));
    if (!exchange.member()) continue;
    exchange_.emplace(std::move(exchange));
    motions = std::move(sent);
  }
  if (core::any(whole.comm(), !exchange_))
    throw core::Error(core::Failure::internal, "a rank is in no group");
  system_ = copy_system(whole, *exchange_, motions);
  mine_ = std::make_shared<MultigridSpaces>(*system_);
}

}  // namespace sparkdyn::stage
