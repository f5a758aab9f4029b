// SPDX-License-Identifier: BSD-3-Clause
#include "massless_rows.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/massless.hpp"
#include "mechanics/parts.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::integrate {

using mechanics::Kind;

std::vector<double> row_sizes(const mechanics::System& system, Kind kind) {
  std::vector<double> sizes(static_cast<std::size_t>(core::row_range(*system.mass()).size()));
  for (const auto& term : system.terms())
    if (term.kind == kind)
      for (const auto& part : term.parts) {
        const PetscInt begin = core::row_range(*part.matrix).begin;
        core::for_each_row(*part.matrix, [&](PetscInt row, auto, auto values) {
          double& size = sizes[static_cast<std::size_t>(row - begin)];
          for (const double value : values) size += std::abs(part.factor * value);
        });
      }
  return sizes;
}

std::vector<char> rows_that_settle(const mechanics::System& system,
                                   const std::vector<double>& stiffness, double h) {
  constexpr double fast = 0.05;
  std::vector<char> found = mechanics::rows_without_mass(system);
  const std::vector<double> damping = row_sizes(system, Kind::damping);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (damping[i] > fast * h * stiffness[i]) found[i] = 0;
  return found;
}

PetscInt count_of(const mechanics::System& system, const std::vector<char>& settles) {
  PetscInt mine = std::count(settles.begin(), settles.end(), 1), all = 0;
  MPI_Allreduce(&mine, &all, 1, MPIU_INT, MPI_SUM, system.comm());
  return all;
}

PetscInt count_settling(const mechanics::System& system, double h) {
  return count_of(system, rows_that_settle(system, row_sizes(system, Kind::elastic), h));
}

}  // namespace sparkdyn::integrate
