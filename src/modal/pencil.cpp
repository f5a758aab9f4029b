// SPDX-License-Identifier: BSD-3-Clause
#include "pencil.hpp"

#include <cstdint>

#include "core/hash.hpp"

namespace sparkdyn::modal {

using core::check;
using mechanics::Kind;

std::unique_ptr<linear::RealSaddle> factor_pencil(const mechanics::System& system,
                                                  const linear::Operators& operators, double mu) {
  std::vector<linear::WeightedMatrix<double>> sum;
  for (const auto& term : system.terms())
    if (term.kind == Kind::elastic)
      for (const auto& [weight, matrix] : term.parts) sum.push_back({weight, matrix});
  sum.push_back({-mu, system.mass()});
  return std::make_unique<linear::RealSaddle>(operators, sum, "modes_",
                                              linear::SaddleOptions{.inertia = true});
}

std::optional<PetscInt> count_below(const mechanics::System& system,
                                    const linear::RealSaddle& factors) {
  const auto negative = factors.negative_eigenvalues();
  if (!negative) return {};
  return *negative - system.constraints();
}

core::Vector stiffness_diagonal(const mechanics::System& system) {
  core::Vector sum = system.make_displacement();
  const core::Vector part = system.make_displacement();
  for (const auto& term : system.terms()) {
    if (term.kind != Kind::elastic) continue;
    for (const auto& [factor, matrix] : term.parts) {
      check(MatGetDiagonal(*matrix, part));
      check(VecAXPY(sum, factor, part));
    }
  }
  return sum;
}

void fill_by_index(Vec vector) {
  const PetscInt begin = core::row_range(vector).begin;
  const core::WriteArray values(vector);
  for (PetscInt i = 0; i < values.size(); ++i) {
    const std::uint64_t bits =
        core::scrambled(core::golden * static_cast<std::uint64_t>(begin + i));
    values[i] = static_cast<double>(bits >> 11) * 0x1p-52 - 1.0;
  }
}

}  // namespace sparkdyn::modal
