// SPDX-License-Identifier: BSD-3-Clause
#include "linear/elimination.hpp"

#include <algorithm>
#include <numeric>

#include "core/gather.hpp"
#include "distributed_matrix.hpp"
#include "pivot_rows.hpp"
#include "sparkdyn/core/error.hpp"
#include "touched_saddle.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;
using Complex = std::complex<double>;

/// k masters of one slave couple with each other, k² entries; more of them are left out.
constexpr PetscInt many_masters = 100;

/// Rows as flat arrays, to travel.
struct Packed {
  std::vector<PetscInt> lengths, columns;
  std::vector<double> values;
};

std::vector<int> offsets(const std::vector<int>& counts) {
  std::vector<int> result(counts.size(), 0);
  std::partial_sum(counts.begin(), counts.end() - 1, result.begin() + 1);
  return result;
}

/// parts[k] of rank 0 arrives on rank k. @note Collective.
template <typename T>
std::vector<T> scatter(MPI_Comm comm, const std::vector<std::vector<T>>& parts) {
  const MPI_Datatype type = core::mpi_type<T>();
  std::vector<int> counts(core::size(comm));
  std::vector<T> all;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    counts[k] = static_cast<int>(parts[k].size());
    all.insert(all.end(), parts[k].begin(), parts[k].end());
  }
  int count = 0;
  MPI_Scatter(counts.data(), 1, MPI_INT, &count, 1, MPI_INT, 0, comm);
  const auto starts = offsets(counts);
  std::vector<T> mine(count);
  MPI_Scatterv(all.data(), counts.data(), starts.data(), type, mine.data(), count, type, 0, comm);
  return mine;
}

Packed gather_rows(MPI_Comm comm, Mat G) {
  Packed mine;
  core::for_each_row(G, [&](PetscInt, auto columns, auto values) {
    mine.lengths.push_back(static_cast<PetscInt>(columns.size()));
    mine.columns.insert(mine.columns.end(), columns.begin(), columns.end());
    mine.values.insert(mine.values.end(), values.begin(), values.end());
  });
  return {core::gather_on_first(comm, mine.lengths), core::gather_on_first(comm, mine.columns),
          core::gather_on_first(comm, mine.values)};
}

std::vector<SparseRow> unpack(const Packed& packed) {
  std::vector<SparseRow> rows;
  std::size_t at = 0;
  for (const PetscInt length : packed.lengths) {
    SparseRow row;
    for (PetscInt k = 0; k < length; ++k, ++at)
      if (packed.values[at] != 0) row.emplace_back(packed.columns[at], packed.values[at]);
    std::sort(row.begin(), row.end());
    rows.push_back(std::move(row));
  }
  return rows;
}

/// This rank's slaves, ascending, with their masters. Rank 0 eliminates: G is small beside K.
std::vector<SlaveRow> slaves_of(const Operators& system, const core::RowRange& dofs) {
  const MPI_Comm comm = system.comm();
  const Packed all = gather_rows(comm, system.G());
  const auto first = core::first_rows(comm, dofs);
  const auto ranks = static_cast<std::size_t>(core::size(comm));
  std::vector<std::vector<PetscInt>> lengths(ranks), columns(ranks);
  std::vector<std::vector<double>> values(ranks);
  core::on_rank_zero(comm, [&] {
    auto found = eliminate(unpack(all));
    std::sort(found.begin(), found.end(),
              [](const SlaveRow& a, const SlaveRow& b) { return a.slave < b.slave; });
    for (const auto& [slave, masters] : found) {
      const int k = core::owner(first, slave);
      lengths[k].push_back(static_cast<PetscInt>(masters.size()));
      columns[k].push_back(slave);
      values[k].push_back(1.0);
      for (const auto& [master, t] : masters) {
        columns[k].push_back(master);
        values[k].push_back(t);
      }
    }
  });
  const auto my_lengths = scatter(comm, lengths);
  const auto my_columns = scatter(comm, columns);
  const auto my_values = scatter(comm, values);
  std::vector<SlaveRow> mine;
  std::size_t at = 0;
  for (const PetscInt length : my_lengths) {
    SlaveRow row{my_columns[at++], {}};
    for (PetscInt k = 0; k < length; ++k, ++at)
      row.masters.emplace_back(my_columns[at], my_values[at]);
    mine.push_back(std::move(row));
  }
  return mine;
}

double part(const double& value, int) {
  return value;
}
double part(const Complex& value, int which) {
  return which == 0 ? value.real() : value.imag();
}
void add_part(double& target, double value, int) {
  target += value;
}
void add_part(Complex& target, double value, int which) {
  target += which == 0 ? Complex(value, 0) : Complex(0, value);
}
template <typename Scalar>
constexpr int parts = std::is_same_v<Scalar, double> ? 1 : 2;

}  // namespace

struct Elimination::Data {
  MPI_Comm comm = MPI_COMM_NULL;
  core::RowRange dofs, rows;
  std::vector<PetscInt> slaves;
  DistributedMatrix<double> masters;  // one row per slave
  DistributedMatrix<double> G;
  DistributedMatrix<double>::Entries slave_rows;  // global columns, for T
  std::unique_ptr<TouchedSaddle> saddle;
};

namespace {

/// D in units of its mean; unknowns without an entry count as the mean.
core::Vector in_units_of_mean(Vec diagonal) {
  core::Vector result = core::make_copy(diagonal);
  check(VecAbs(result));
  PetscReal sum = 0;
  check(VecNorm(result, NORM_1, &sum));
  const double mean = sum > 0 ? sum / static_cast<double>(core::row_range(diagonal).global) : 1.0;
  const core::WriteArray entries(result);
  for (PetscInt i = 0; i < entries.size(); ++i)
    entries[i] = entries[i] > 0 ? entries[i] / mean : 1.0;
  return result;
}

}  // namespace

Elimination::Elimination(const Operators& system, Vec diagonal) : data_(std::make_unique<Data>()) {
  Data& d = *data_;
  d.comm = system.comm();
  d.dofs = core::row_range(*system.mass());
  d.rows = core::row_range(system.G());
  for (const SlaveRow& row : slaves_of(system, d.dofs)) {
    d.slaves.push_back(row.slave - d.dofs.begin);
    for (const auto& [master, t] : row.masters) {
      d.slave_rows.columns.push_back(master);
      d.slave_rows.values.push_back(t);
    }
    d.slave_rows.begin.push_back(static_cast<PetscInt>(d.slave_rows.columns.size()));
  }
  d.masters = DistributedMatrix<double>(system.comm(), d.dofs.begin, d.dofs.size(), d.slave_rows);
  d.G = copy_of<double>(system.G());
  d.saddle = std::make_unique<TouchedSaddle>(system.G(), in_units_of_mean(diagonal));
}

Elimination::~Elimination() = default;

const std::vector<PetscInt>& Elimination::slaves() const {
  return data_->slaves;
}

core::Matrix Elimination::transformation() const {
  const Data& d = *data_;
  std::vector<PetscInt> begin{0}, columns;
  std::vector<double> values;
  std::size_t next = 0;
  for (PetscInt i = 0; i < d.dofs.size(); ++i) {
    if (next < d.slaves.size() && d.slaves[next] == i) {
      const PetscInt first = d.slave_rows.begin[next], end = d.slave_rows.begin[next + 1];
      for (PetscInt k = first; k < end && end - first <= many_masters; ++k) {
        columns.push_back(d.slave_rows.columns[k]);
        values.push_back(d.slave_rows.values[k]);
      }
      ++next;
    } else {
      columns.push_back(d.dofs.begin + i);
      values.push_back(1.0);
    }
    begin.push_back(static_cast<PetscInt>(columns.size()));
  }
  core::Matrix T;
  check(MatCreate(d.comm, T.out()));
  check(MatSetSizes(T, d.dofs.size(), d.dofs.size(), PETSC_DETERMINE, PETSC_DETERMINE));
  check(MatSetType(T, MATAIJ));
  check(MatSeqAIJSetPreallocationCSR(T, begin.data(), columns.data(), values.data()));
  check(MatMPIAIJSetPreallocationCSR(T, begin.data(), columns.data(), values.data()));
  return T;
}

template <typename Scalar>
void Elimination::expand(Scalar* x) const {
  std::vector<Scalar> values(data_->slaves.size());
  data_->masters.multiply(x, values.data());
  for (std::size_t k = 0; k < values.size(); ++k) x[data_->slaves[k]] = values[k];
}

template <typename Scalar>
void Elimination::restrict(Scalar* r) const {
  std::vector<Scalar> values(data_->slaves.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    values[k] = r[data_->slaves[k]];
    r[data_->slaves[k]] = 0;
  }
  data_->masters.multiply_transposed_add(values.data(), r);
}

template <typename Scalar>
void Elimination::correct(Scalar* x, const Scalar* g) const {
  const Data& d = *data_;
  const auto& touched = d.saddle->touched();
  std::vector<Scalar> value(static_cast<std::size_t>(d.rows.size()));
  d.G.multiply(x, value.data());
  for (int which = 0; which < parts<Scalar>; ++which) {
    std::vector<double> dx(touched.size(), 0.0), y(value.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = part(g[i] - value[i], which);
    d.saddle->solve(dx, y);
    for (std::size_t i = 0; i < dx.size(); ++i) add_part(x[touched[i]], dx[i], which);
  }
}

template <typename Scalar>
void Elimination::multipliers(const Scalar* r, Scalar* lambda) const {
  const Data& d = *data_;
  const auto& touched = d.saddle->touched();
  const auto m = static_cast<std::size_t>(d.rows.size());
  std::fill_n(lambda, m, Scalar(0));
  for (int which = 0; which < parts<Scalar>; ++which) {
    std::vector<double> f(touched.size()), y(m, 0.0);
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = part(r[touched[i]], which);
    d.saddle->solve(f, y);
    for (std::size_t i = 0; i < m; ++i) add_part(lambda[i], y[i], which);
  }
}

template void Elimination::expand(double*) const;
template void Elimination::expand(Complex*) const;
template void Elimination::restrict(double*) const;
template void Elimination::restrict(Complex*) const;
template void Elimination::correct(double*, const double*) const;
template void Elimination::correct(Complex*, const Complex*) const;
template void Elimination::multipliers(const double*, double*) const;
template void Elimination::multipliers(const Complex*, Complex*) const;

}  // namespace sparkdyn::linear
