// SPDX-License-Identifier: BSD-3-Clause
#include "mechanics/parts.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::mechanics {
namespace {

using core::check;

/// Sets of this rank's degrees of freedom and of others' that its rows touch.
class LocalSets {
 public:
  explicit LocalSets(const core::RowRange& rows) : rows_(rows), parent_(rows.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  void join(PetscInt a, PetscInt b) {
    const std::size_t left = root(index(a)), right = root(index(b));
    parent_[std::max(left, right)] = std::min(left, right);
  }

  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  const std::vector<PetscInt>& others() const { return others_; }
  std::size_t size() const { return parent_.size(); }

 private:
  std::size_t index(PetscInt dof) {
    if (dof >= rows_.begin && dof < rows_.end) return static_cast<std::size_t>(dof - rows_.begin);
    const auto [at, added] = place_.try_emplace(dof, parent_.size());
    if (added) {
      parent_.push_back(parent_.size());
      others_.push_back(dof);
    }
    return at->second;
  }

  core::RowRange rows_;
  std::vector<std::size_t> parent_;
  std::vector<PetscInt> others_;  // in the order of their indices
  std::unordered_map<PetscInt, std::size_t> place_;
};

void join_rows(Mat matrix, LocalSets& sets, bool row_is_dof) {
  core::for_each_row(matrix, [&](PetscInt row, auto columns, auto values) {
    PetscInt first = row_is_dof ? row : -1;
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (values[k] == 0) continue;
      if (first < 0) first = columns[k];
      sets.join(first, columns[k]);
    }
  });
}

/// The lowest number of each set goes round among ranks until none changes.
core::Vector agreed_labels(const System& system, LocalSets& sets) {
  core::Vector labels = system.make_displacement();
  const core::RowRange rows = core::row_range(Vec(labels));
  const auto owned = static_cast<std::size_t>(rows.size());
  core::IndexSet from;
  core::Vector ghosts;
  core::Scatter scatter;
  const auto count = static_cast<PetscInt>(sets.others().size());
  check(
      ISCreateGeneral(PETSC_COMM_SELF, count, sets.others().data(), PETSC_COPY_VALUES, from.out()));
  check(VecCreateSeq(PETSC_COMM_SELF, count, ghosts.out()));
  check(VecScatterCreate(labels, from, ghosts, nullptr, scatter.out()));
  {
    const core::WriteArray mine(labels);
    for (PetscInt i = 0; i < mine.size(); ++i) mine[i] = static_cast<double>(rows.begin + i);
  }
  std::vector<double> lowest(sets.size());
  for (bool changed = true; core::any(system.comm(), changed);) {
    changed = false;
    check(VecScatterBegin(scatter, labels, ghosts, INSERT_VALUES, SCATTER_FORWARD));
    check(VecScatterEnd(scatter, labels, ghosts, INSERT_VALUES, SCATTER_FORWARD));
    {
      const core::WriteArray mine(labels), theirs(ghosts);
      std::fill(lowest.begin(), lowest.end(), static_cast<double>(rows.global));
      const auto value = [&](std::size_t i) -> double& {
        return i < owned ? mine[static_cast<PetscInt>(i)]
                         : theirs[static_cast<PetscInt>(i - owned)];
      };
      for (std::size_t i = 0; i < sets.size(); ++i) {
        double& low = lowest[sets.root(i)];
        low = std::min(low, value(i));
      }
      for (std::size_t i = 0; i < sets.size(); ++i) {
        const double low = lowest[sets.root(i)];
        changed |= low < value(i);
        value(i) = low;
      }
    }
    check(VecScatterBegin(scatter, ghosts, labels, MIN_VALUES, SCATTER_REVERSE));
    check(VecScatterEnd(scatter, ghosts, labels, MIN_VALUES, SCATTER_REVERSE));
  }
  return labels;
}

/// How many degrees of freedom carry each label, at the place of that label.
core::Vector label_counts(const System& system, Vec labels) {
  core::Vector counts = system.make_displacement();
  std::unordered_map<PetscInt, double> mine;
  {
    const core::ReadArray label(labels);
    for (PetscInt i = 0; i < label.size(); ++i) mine[static_cast<PetscInt>(label[i])] += 1;
  }
  for (const auto& [at, count] : mine) check(VecSetValue(counts, at, count, ADD_VALUES));
  check(VecAssemblyBegin(counts));
  check(VecAssemblyEnd(counts));
  return counts;
}

bool larger(const ConnectedPart& a, const ConnectedPart& b) {
  return a.dofs != b.dofs ? a.dofs > b.dofs : a.first < b.first;
}

}  // namespace

ConnectedParts connected_parts(const System& system, std::span<const char> joined, int most) {
  const core::RowRange rows = core::row_range(system.mass()->get());
  LocalSets sets(rows);
  for (std::size_t i = 1; i < joined.size(); ++i)
    if (joined[i]) {
      const PetscInt dof = rows.begin + static_cast<PetscInt>(i);
      sets.join(dof - 1, dof);
    }
  join_rows(*system.mass(), sets, true);
  for (const auto& term : system.terms())
    for (const auto& part : term.parts) join_rows(*part.matrix, sets, true);
  if (system.constrained()) join_rows(system.G(), sets, false);
  const core::Vector labels = agreed_labels(system, sets);
  const core::Vector counts = label_counts(system, labels);
  std::vector<ConnectedPart> mine;
  {
    const core::ReadArray count(counts);
    for (PetscInt i = 0; i < count.size(); ++i)
      if (count[i] > 0) mine.push_back({rows.begin + i, static_cast<PetscInt>(count[i])});
  }
  ConnectedParts result;
  const auto here = static_cast<PetscInt>(mine.size());
  MPI_Allreduce(&here, &result.count, 1, MPIU_INT, MPI_SUM, system.comm());
  std::sort(mine.begin(), mine.end(), larger);
  mine.resize(static_cast<std::size_t>(most));
  std::vector<ConnectedPart> all(mine.size() * static_cast<std::size_t>(core::size(system.comm())));
  MPI_Allgather(mine.data(), 2 * most, MPIU_INT, all.data(), 2 * most, MPIU_INT, system.comm());
  std::erase_if(all, [](const ConnectedPart& part) { return part.dofs == 0; });
  std::sort(all.begin(), all.end(), larger);
  if (all.size() > static_cast<std::size_t>(most)) all.resize(static_cast<std::size_t>(most));
  result.largest = std::move(all);
  return result;
}

std::vector<char> rows_without_mass(const System& system) {
  std::vector<char> found;
  core::for_each_row(*system.mass(), [&](PetscInt, auto, auto values) {
    found.push_back(std::all_of(values.begin(), values.end(), [](double x) { return x == 0; }));
  });
  return found;
}

Massless massless_dofs(const System& system, int most) {
  const std::vector<char> without = rows_without_mass(system);
  const PetscInt begin = core::row_range(*system.mass()).begin;
  const PetscInt count = std::count(without.begin(), without.end(), 1);
  std::vector<PetscInt> mine;
  for (std::size_t i = 0; i < without.size() && mine.size() < static_cast<std::size_t>(most); ++i)
    if (without[i]) mine.push_back(begin + static_cast<PetscInt>(i));
  Massless result;
  MPI_Allreduce(&count, &result.count, 1, MPIU_INT, MPI_SUM, system.comm());
  mine.resize(static_cast<std::size_t>(most), -1);
  result.first.resize(mine.size() * static_cast<std::size_t>(core::size(system.comm())));
  MPI_Allgather(mine.data(), most, MPIU_INT, result.first.data(), most, MPIU_INT, system.comm());
  std::erase(result.first, -1);
  if (result.first.size() > static_cast<std::size_t>(most))
    result.first.resize(static_cast<std::size_t>(most));
  return result;
}

}  // namespace sparkdyn::mechanics
