// SPDX-License-Identifier: BSD-3-Clause
#include "linear/null_motion.hpp"

#include <cmath>

#include "linear/assembly.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {
namespace {

constexpr int most_named = 3;

/// [P Gᵀ; G 0] for MUMPS, G brought to the size of P.
Triplets<double> entries_of(const Operators& system, const Interleaving& at,
                            const std::vector<WeightedMatrix<double>>& sum) {
  std::vector<KroneckerTerm> terms;
  std::vector<Mat> matrices;
  std::vector<std::complex<double>> sizes;
  BlockCoefficients<double> coefficients;
  for (const auto& [coefficient, matrix] : sum) {
    terms.push_back({{}, matrix});
    matrices.push_back(matrix->get());
    sizes.emplace_back(coefficient);
    coefficients.X.push_back(Matrix::Constant(1, 1, coefficient));
  }
  const int blocks = system.constrained() ? 1 : 0;
  const double scale =
      blocks ? diagonal_scale(terms, sizes) / std::max(system.constraint_norm, 1e-300) : 1.0;
  coefficients.L = Matrix::Constant(1, blocks, scale);
  coefficients.E = Matrix::Constant(blocks, 1, scale);
  const core::Matrix Gt = transposed_constraint(system);
  Triplets<double> entries;
  const bool symmetric = system.symmetric;
  visit_entries(at, matrices, blocks ? system.G() : nullptr, Gt, coefficients,
                [&](PetscInt i, PetscInt j, double value) {
                  if (symmetric && j > i) return;
                  entries.rows.push_back(static_cast<int>(i));
                  entries.columns.push_back(static_cast<int>(j));
                  entries.values.push_back(value);
                });
  return entries;
}

/// What moves most, or which row of G weighs most when nothing moves.
std::string describe(const Operators& system, const Interleaving& at,
                     const std::vector<double>& vector) {
  const auto largest = [&](const core::RowRange& range, auto place) {
    core::Located mine{0, -1};
    for (PetscInt i = range.begin; i < range.end; ++i) {
      const double size = std::abs(vector[static_cast<std::size_t>(place(i))]);
      if (mine.index < 0 || size > mine.value) mine = {size, i};
    }
    return core::maximum_location(system.comm(), mine);
  };
  const auto motion = largest(at.dofs(), [&](PetscInt i) { return at.velocity(0, i); });
  core::Located force;
  if (system.constrained())
    force = largest(at.rows(), [&](PetscInt i) { return at.multiplier(0, i); });
  if (motion.value > 1e-6 * force.value)
    return "one moves " + system.dof_name(static_cast<PetscInt>(motion.index)) + " most";
  return system.constraint_name(static_cast<PetscInt>(force.index)) +
         " depends on other constraints";
}

}  // namespace

std::string describe_null_motions(const Operators& system,
                                  const std::vector<WeightedMatrix<double>>& sum) {
  const Interleaving at(system, 1, system.constrained() ? 1 : 0);
  try {
    MumpsFactor<double> factor(
        system.comm(), static_cast<int>(at.global_size()), static_cast<int>(at.local_size()),
        entries_of(system, at, sum),
        {.symmetry = system.symmetric ? Symmetry::symmetric : Symmetry::general,
         .prefix = "null_motion_",
         .detect_null_pivots = true,
         .null_pivot_threshold = 1e-12});
    const auto count = factor.null_pivots().size();
    if (count == 0) return "";
    std::vector<std::string> named;
    for (const auto& vector : factor.null_space(most_named))
      named.push_back(describe(system, at, vector));
    return fmt::format(
        "{} motion{} no resistance: {}{}", count, count == 1 ? " meets" : "s meet",
        fmt::join(named, "; "),
        count > named.size() ? fmt::format("; and {} more", count - named.size()) : std::string());
  } catch (const core::Error& error) {
    // MUMPS answers on all ranks alike, so all come here.
    if (error.kind() != core::Failure::numerics) throw;
    return "";
  }
}

}  // namespace sparkdyn::linear
