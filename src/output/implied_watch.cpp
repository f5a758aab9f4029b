// SPDX-License-Identifier: BSD-3-Clause
#include "output/implied_watch.hpp"

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "structure/nonlinear/assemble_exact.hpp"

namespace sparkdyn::output {

void ImpliedWatch::use(std::size_t step) {
  const structure::LocalConditions& conditions = structure_->steps[step];
  rows_ = &conditions.implied;
  constraints_.reset();
  const MPI_Comm comm = structure_->comm;
  if (!core::any(comm, !rows_->terms.empty())) return;
  constraints_ = std::make_unique<structure::nonlinear::ExactConstraints>(
      structure_->amplitudes, *rows_, structure::nonlinear::layout_of(*structure_, conditions));
  residual_ = core::make_vector(comm, constraints_->rows());
  magnitude_ = core::make_vector(comm, constraints_->rows());
  double mine = 0;
  for (const auto& point : structure_->nodes.points)
    for (const double x : point) mine = std::max(mine, std::abs(x));
  size_ = core::maximum(comm, mine);
}

void ImpliedWatch::on_step(const run::Frame& frame) {
  if (!constraints_) return;
  constexpr double tolerance = 1e-9;
  const Vec q = frame_->shown().inner->q();
  constraints_->residual(frame.time(), q, residual_);
  constraints_->magnitude(frame.time(), q, magnitude_);
  double worst = 0;
  std::size_t which = 0;
  {
    const core::ReadArray residual(residual_), magnitude(magnitude_);
    for (PetscInt i = 0; i < residual.size(); ++i) {
      const double violation = std::abs(residual[i]) / (magnitude[i] + size_);
      if (violation > worst) {
        worst = violation;
        which = static_cast<std::size_t>(i);
      }
    }
  }
  const MPI_Comm comm = structure_->comm;
  const double largest = core::maximum(comm, worst);
  if (!(largest > tolerance)) return;
  const bool here = worst == largest;
  const auto root =
      static_cast<int>(core::minimum(comm, here ? core::rank(comm) : core::size(comm)));
  const std::string name = core::broadcast(comm, here ? rows_->names[which] : "", root);
  core::numerics_error(
      "at t = {:.9g} {} no longer follows from the other constraints, as it did at the start, "
      "where "
      "it was left out: it is off by {:.2g} (relative); start from another position, or take the "
      "constraint out that repeats others",
      frame.time(), name, largest);
}

}  // namespace sparkdyn::output
