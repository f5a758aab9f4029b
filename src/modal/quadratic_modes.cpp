// SPDX-License-Identifier: BSD-3-Clause
#include "modal/quadratic_modes.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <exception>
#include <limits>
#include <memory>
#include <numbers>

#include "gyroscopic_count.hpp"
#include "linear/saddle.hpp"
#include "pencil.hpp"
#include "slepc.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::modal {
namespace {

using core::check;
using mechanics::Kind;
using mechanics::System;
using Complex = std::complex<double>;

/// S, with the velocities in units of σ so that both parts weigh alike. This rank's entries of
/// (f, g) are those of f, then those of g.
class Companion {
 public:
  Companion(const System& system, double shift)
      : system_(system), shift_(shift), local_(core::row_range(system.mass()->get()).size()) {
    std::vector<linear::WeightedMatrix<double>> sum;
    for (const auto& term : system.terms())
      for (const auto& part : term.parts)
        sum.push_back({part.factor * (term.kind == Kind::elastic ? 1 : shift), part.matrix});
    sum.push_back({shift * shift, system.mass()});
    inverse_ = std::make_unique<linear::RealSaddle>(linear::operators_of(system), sum, "modes_");
  }

  core::Vector make() const { return core::make_vector(system_.comm(), 2 * local_); }
  PetscInt local() const { return 2 * local_; }

  void apply(Vec from, Vec to) {
    split(from, f_, g_);
    check(MatMult(*system_.mass(), f_, right_));
    check(VecScale(right_, -shift_));
    for (const auto& term : system_.terms())
      if (term.kind == Kind::damping) mechanics::add_product(term, -1.0, f_, right_, work_);
    check(MatMult(*system_.mass(), g_, work_));
    check(VecAXPY(right_, -shift_, work_));
    inverse_->solve(right_, zero_, x_, multiplier_);
    check(VecWAXPY(work_, shift_, x_, f_));
    check(VecScale(work_, 1 / shift_));
    const core::ReadArray x(x_), v(work_);
    const core::WriteArray all(to);
    std::copy_n(x.data(), local_, all.data());
    std::copy_n(v.data(), local_, all.data() + local_);
  }

  void split(Vec from, Vec f, Vec g) const {
    const core::ReadArray all(from);
    const core::WriteArray first(f), second(g);
    std::copy_n(all.data(), local_, first.data());
    std::copy_n(all.data() + local_, local_, second.data());
  }

  std::exception_ptr failure;

 private:
  const System& system_;
  double shift_;
  PetscInt local_;
  std::unique_ptr<linear::RealSaddle> inverse_;
  core::Vector zero_ = system_.make_multiplier(), multiplier_ = system_.make_multiplier(),
               f_ = system_.make_displacement(), g_ = system_.make_displacement(),
               right_ = system_.make_displacement(), work_ = system_.make_displacement(),
               x_ = system_.make_displacement();
};

PetscErrorCode apply_companion(Mat matrix, Vec from, Vec to) {
  void* context = nullptr;
  MatShellGetContext(matrix, &context);
  auto& companion = *static_cast<Companion*>(context);
  try {
    companion.apply(from, to);
    return 0;
  } catch (...) {
    companion.failure = std::current_exception();
    return PETSC_ERR_LIB;
  }
}

/// One λ with its vector.
struct Found {
  Complex lambda;
  double error = 0;
  core::Vector real, imaginary;
};

std::vector<Found> search(const System& system, double shift, PetscInt wanted,
                          const ModesOptions& options) {
  const Slepc slepc;
  Companion companion(system, shift);
  core::Matrix S;
  check(MatCreateShell(system.comm(), companion.local(), companion.local(), PETSC_DETERMINE,
                       PETSC_DETERMINE, &companion, S.out()));
  check(MatShellSetOperation(S, MATOP_MULT, reinterpret_cast<void (*)()>(apply_companion)));
  EigenSolver solver;
  check(EPSCreate(system.comm(), solver.out()));
  check(EPSSetOperators(solver, S, nullptr));
  check(EPSSetOptionsPrefix(solver, "modes_"));
  check(EPSSetProblemType(solver, EPS_NHEP));
  check(EPSSetType(solver, EPSKRYLOVSCHUR));
  check(EPSSetWhichEigenpairs(solver, EPS_LARGEST_MAGNITUDE));
  const PetscInt space = std::min(2 * system.dofs(), std::max(2 * wanted + 1, wanted + 24));
  check(EPSSetDimensions(solver, wanted, space, PETSC_DEFAULT));
  check(EPSSetTolerances(solver, options.tolerance, options.max_restarts));
  // Twice through S, so that constraints hold and what has no mass follows the rest.
  const core::Vector start = companion.make(), once = companion.make();
  fill_by_index(start);
  companion.apply(start, once);
  companion.apply(once, start);
  Vec first = start;
  check(EPSSetInitialSpace(solver, 1, &first));
  check(EPSSetFromOptions(solver));
  const PetscErrorCode code = EPSSolve(solver);
  if (companion.failure) std::rethrow_exception(companion.failure);
  check(code);
  PetscInt converged = 0;
  check(EPSGetConverged(solver, &converged));
  std::vector<Found> found;
  const core::Vector re = companion.make(), im = companion.make(),
                     rest = system.make_displacement();
  for (PetscInt i = 0; i < converged; ++i) {
    PetscScalar a = 0, b = 0;
    Found mine;
    check(EPSGetEigenpair(solver, i, &a, &b, re, im));
    mine.lambda = shift + 1.0 / Complex(a, b);
    check(EPSComputeError(solver, i, EPS_ERROR_RELATIVE, &mine.error));
    mine.real = system.make_displacement();
    mine.imaginary = system.make_displacement();
    companion.split(re, mine.real, rest);
    companion.split(im, mine.imaginary, rest);
    found.push_back(std::move(mine));
  }
  return found;
}

/// x̄ᵀMx = 1, the largest entry real and positive.
void fix_phase(const System& system, Vec re, Vec im) {
  const double mass = 2 * (system.kinetic_energy(re) + system.kinetic_energy(im));
  core::Vector size = core::make_like(re);
  const core::Vector other = core::make_like(re);
  check(VecPointwiseMult(size, re, re));
  check(VecPointwiseMult(other, im, im));
  check(VecAXPY(size, 1.0, other));
  PetscReal largest = 0;
  check(VecMax(size, nullptr, &largest));
  // Of entries that round-off alone tells apart the first.
  const PetscInt begin = core::row_range(size.get()).begin;
  double place = std::numeric_limits<double>::max();
  {
    const core::ReadArray values(size);
    for (PetscInt i = 0; i < values.size(); ++i)
      if (values[i] >= (1 - 1e-6) * largest) {
        place = static_cast<double>(begin + i);
        break;
      }
  }
  const auto at = static_cast<PetscInt>(core::minimum(system.comm(), place));
  const Complex pivot(core::entry(re, at), core::entry(im, at));
  const Complex turn = std::abs(pivot) / pivot / (mass > 0 ? std::sqrt(mass) : 1.0);
  core::copy(re, other);
  check(VecAXPBY(re, -turn.imag(), turn.real(), im));
  check(VecAXPBY(im, turn.imag(), turn.real(), other));
}

/// Whether the first `wanted` of them, in their order, are the lowest, none of them missing.
/// Between the last of these and a next one that is not its neighbour counts must agree.
bool none_missing(const System& system, const std::vector<double>& omegas, std::size_t wanted) {
  constexpr double apart = 1e-6, first_share = 1e-3;
  std::size_t end = wanted;
  while (end < omegas.size() && omegas[end] - omegas[end - 1] <= apart * omegas[end]) ++end;
  if (wanted == 0 || end >= omegas.size() || !(omegas.front() > 0)) return false;
  const GyroscopicCount count(system);
  const auto none = count.below(first_share * omegas.front());
  if (!none || *none != 0) return false;  // K is not positive, or nobody can tell
  const auto below = count.below(0.5 * (omegas[end - 1] + omegas[end]));
  if (below && *below > static_cast<PetscInt>(end))
    core::numerics_error("{} modes of the spinning structure were found where there are {}", end,
                         *below);
  return below && *below == static_cast<PetscInt>(end);
}

}  // namespace

NaturalModes quadratic_modes(const System& system, double shift, const ModesOptions& options) {
  constexpr double nothing = 1e-6, acceptable = 1e-8;
  const PetscInt most = 2 * (system.dofs() - system.constraints());
  auto found = search(system, shift, std::min<PetscInt>(2 * options.count + 4, most), options);
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return std::abs(a.lambda) < std::abs(b.lambda); });
  NaturalModes result;
  bool half = false;  // of a motion without stiffness, whose λ = 0 is found twice
  std::vector<double> omegas;
  for (Found& each : found) {
    const bool zero = std::abs(each.lambda) < nothing * shift;
    if (zero) half = !half;
    if (zero && !half) continue;
    if (!zero && each.lambda.imag() < 0) continue;
    if (!zero && !(each.error <= acceptable)) continue;
    omegas.push_back(zero ? 0 : each.lambda.imag());
    if (result.modes.size() == static_cast<std::size_t>(options.count)) continue;
    fix_phase(system, each.real, each.imaginary);
    Mode mode;
    mode.omega = zero ? 0 : each.lambda.imag();
    mode.growth = zero ? 0 : each.lambda.real();
    mode.eigenvalue = mode.omega * mode.omega;
    mode.frequency = mode.omega / (2 * std::numbers::pi);
    mode.residual = each.error;
    mode.shape = std::move(each.real);
    mode.quadrature = std::move(each.imaginary);
    result.modes.push_back(std::move(mode));
  }
  if (result.modes.size() < std::min<std::size_t>(options.count, most / 2))
    core::numerics_error("{} of {} modes with damping or spin converged in {} restarts",
                         result.modes.size(), options.count, options.max_restarts);
  result.verified = none_missing(system, omegas, result.modes.size());
  return result;
}

}  // namespace sparkdyn::modal
