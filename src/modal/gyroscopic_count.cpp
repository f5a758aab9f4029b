// SPDX-License-Identifier: BSD-3-Clause
#include "gyroscopic_count.hpp"

#include "linear/saddle.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::modal {
namespace {

using core::check;
using mechanics::Kind;

/// [a b; c d]; null: zero. A rank has its rows of the upper half, then those of the lower one.
core::Matrix blocks(MPI_Comm comm, Mat a, Mat b, Mat c, Mat d) {
  Mat parts[4] = {a, b, c, d};
  core::Matrix nest, result;
  check(MatCreateNest(comm, 2, nullptr, 2, nullptr, parts, nest.out()));
  check(MatConvert(nest, MATAIJ, MAT_INITIAL_MATRIX, result.out()));
  return result;
}

core::MatrixPtr share(core::Matrix matrix) {
  return std::make_shared<const core::Matrix>(std::move(matrix));
}

}  // namespace

GyroscopicCount::GyroscopicCount(const mechanics::System& system) {
  constexpr double round_off = 1e-12;
  const MPI_Comm comm = system.comm();
  std::vector<mechanics::MatrixTerm> terms;
  core::Matrix C;
  for (const auto& term : system.terms())
    for (const auto& [factor, matrix] : term.parts) {
      const Mat part = matrix->get();
      if (term.kind == Kind::elastic) {
        terms.push_back({.kind = Kind::elastic,
                         .region = "",
                         .parts = {{factor, share(blocks(comm, part, nullptr, nullptr, part))}}});
      } else if (C.empty()) {
        C = core::make_copy(part);
        check(MatScale(C, factor));
      } else {
        check(MatAXPY(C, factor, part, DIFFERENT_NONZERO_PATTERN));
      }
    }
  core::Matrix turned;
  check(MatTranspose(C, MAT_INITIAL_MATRIX, turned.out()));
  PetscReal size = 0, rest = 0;
  check(MatNorm(C, NORM_FROBENIUS, &size));
  core::Matrix sum = core::make_copy(turned.get());
  check(MatAXPY(sum, 1.0, C, DIFFERENT_NONZERO_PATTERN));
  check(MatNorm(sum, NORM_FROBENIUS, &rest));
  skew_ = rest <= round_off * size;
  if (!skew_) return;
  coupling_ = share(blocks(comm, nullptr, turned, C, nullptr));  // Cᵀ = −C
  terms.push_back({.kind = Kind::elastic, .region = "", .parts = {{1.0, coupling_}}});
  std::optional<mechanics::Constraint> constraint;
  if (system.constrained())
    constraint = mechanics::Constraint{blocks(comm, system.G(), nullptr, nullptr, system.G()), {}};
  const Mat M = system.mass()->get();
  twice_ = std::make_unique<mechanics::System>(
      share(blocks(comm, M, nullptr, nullptr, M)), std::move(terms),
      std::vector<mechanics::TimedVector>{}, std::move(constraint), true);
}

std::optional<PetscInt> GyroscopicCount::below(double omega) const {
  if (!skew_) return {};
  std::vector<linear::WeightedMatrix<double>> sum{{-omega * omega, twice_->mass()}};
  for (const auto& term : twice_->terms())
    for (const auto& [factor, matrix] : term.parts)
      sum.push_back({matrix->get() == coupling_->get() ? omega : factor, matrix});
  try {
    const linear::RealSaddle factors(linear::operators_of(*twice_), sum, "modes_",
                                     {.inertia = true});
    const auto negative = factors.negative_eigenvalues();
    if (!negative) return {};
    return (*negative - twice_->constraints()) / 2;
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;  // a mode lies there: every rank sees it
    return {};
  }
}

}  // namespace sparkdyn::modal
