// SPDX-License-Identifier: BSD-3-Clause
#include "linear/assembly.hpp"

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;

}  // namespace

Interleaving::Interleaving(const Operators& system, int velocity_blocks, int multiplier_blocks)
    : p_(velocity_blocks),
      r_(multiplier_blocks),
      rank_(core::rank(system.comm())),
      dofs_(core::row_range(*system.mass())) {
  if (system.constrained()) rows_ = core::row_range(system.G());
  first_dof_ = core::first_rows(system.comm(), dofs_);
  first_row_ = core::first_rows(system.comm(), rows_);
  for (std::size_t k = 0; k < first_dof_.size(); ++k)
    offsets_.push_back(p_ * first_dof_[k] + r_ * first_row_[k]);
}

PetscInt Interleaving::velocity(int block, PetscInt dof) const {
  const int k = dof >= dofs_.begin && dof < dofs_.end ? rank_ : core::owner(first_dof_, dof);
  return offsets_[k] + block * (first_dof_[k + 1] - first_dof_[k]) + dof - first_dof_[k];
}

PetscInt Interleaving::multiplier(int block, PetscInt row) const {
  const int k = row >= rows_.begin && row < rows_.end ? rank_ : core::owner(first_row_, row);
  return offsets_[k] + p_ * (first_dof_[k + 1] - first_dof_[k]) +
         block * (first_row_[k + 1] - first_row_[k]) + row - first_row_[k];
}

PetscInt Interleaving::local_size() const {
  return p_ * dofs_.size() + r_ * rows_.size();
}

void MergedRow::read(PetscInt row) {
  entries_.clear();
  columns_.clear();
  values_.clear();
  for (std::size_t k = 0; k < matrices_.size(); ++k) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    check(MatGetRow(matrices_[k], row, &count, &columns, &values));
    for (PetscInt c = 0; c < count; ++c) entries_.push_back({columns[c], k, values[c]});
    check(MatRestoreRow(matrices_[k], row, &count, &columns, &values));
  }
  // The diagonal always has a place, so that a massless row of a stage matrix is still a row.
  entries_.push_back({row, 0, 0.0});
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.column < b.column; });
  for (const Entry& entry : entries_) {
    if (columns_.empty() || columns_.back() != entry.column) {
      columns_.push_back(entry.column);
      values_.insert(values_.end(), matrices_.size(), 0.0);
    }
    values_[(columns_.size() - 1) * matrices_.size() + entry.matrix] += entry.value;
  }
}

std::vector<Mat> matrices_of(const std::vector<KroneckerTerm>& terms) {
  std::vector<Mat> matrices;
  for (const auto& term : terms) matrices.push_back(term.B->get());
  return matrices;
}

double diagonal_scale(const std::vector<KroneckerTerm>& terms,
                      std::span<const std::complex<double>> coefficients) {
  const core::RowRange rows = core::row_range(*terms.front().B);
  std::vector<std::complex<double>> diagonal(rows.size(), 0.0);
  core::Vector part;
  check(MatCreateVecs(*terms.front().B, nullptr, part.out()));
  for (std::size_t k = 0; k < terms.size(); ++k) {
    check(MatGetDiagonal(*terms[k].B, part));
    const core::ReadArray values(part);
    for (PetscInt i = 0; i < values.size(); ++i) diagonal[i] += coefficients[k] * values[i];
  }
  double mine = 0;
  for (const auto& entry : diagonal) mine += std::abs(entry);
  const double mean =
      core::sum(core::comm_of(terms.front().B->get()), mine) / static_cast<double>(rows.global);
  return mean > 0 ? mean : 1.0;
}

core::Matrix transposed_constraint(const Operators& system) {
  core::Matrix result;
  if (system.constrained()) check(MatTranspose(system.G(), MAT_INITIAL_MATRIX, result.out()));
  return result;
}

core::Matrix assemble(const Interleaving& at, std::span<const Mat> matrices, Mat G, Mat Gt,
                      const BlockCoefficients<double>& coefficients) {
  const MPI_Comm comm = core::comm_of(matrices.front());
  const PetscInt local = at.local_size();
  PetscInt end = 0;
  MPI_Scan(&local, &end, 1, MPIU_INT, MPI_SUM, comm);
  const PetscInt begin = end - local;
  std::vector<PetscInt> own(local, 0), others(local, 0);
  visit_entries(at, matrices, G, Gt, coefficients, [&](PetscInt i, PetscInt j, double) {
    ++(j >= begin && j < end ? own : others)[i - begin];
  });
  core::Matrix result;
  check(MatCreateAIJ(comm, local, local, PETSC_DETERMINE, PETSC_DETERMINE, 0, own.data(), 0,
                     others.data(), result.out()));
  visit_entries(at, matrices, G, Gt, coefficients, [&](PetscInt i, PetscInt j, double value) {
    check(MatSetValue(result, i, j, value, ADD_VALUES));
  });
  check(MatAssemblyBegin(result, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(result, MAT_FINAL_ASSEMBLY));
  return result;
}

template <typename Scalar>
Triplets<Scalar> triplets(const Interleaving& at, std::span<const Mat> matrices, Mat G, Mat Gt,
                          const BlockCoefficients<Scalar>& coefficients, Symmetry symmetry) {
  Triplets<Scalar> entries;
  visit_entries(at, matrices, G, Gt, coefficients, [&](PetscInt i, PetscInt j, Scalar value) {
    if (symmetry == Symmetry::symmetric && j > i) return;
    entries.rows.push_back(static_cast<int>(i));
    entries.columns.push_back(static_cast<int>(j));
    entries.values.push_back(value);
  });
  return entries;
}

template Triplets<double> triplets(const Interleaving&, std::span<const Mat>, Mat, Mat,
                                   const BlockCoefficients<double>&, Symmetry);
template Triplets<std::complex<double>> triplets(const Interleaving&, std::span<const Mat>, Mat,
                                                 Mat,
                                                 const BlockCoefficients<std::complex<double>>&,
                                                 Symmetry);

}  // namespace sparkdyn::linear
