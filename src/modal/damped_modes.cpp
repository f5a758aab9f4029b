// SPDX-License-Identifier: BSD-3-Clause
#include "modal/damped_modes.hpp"

#include <slepceps.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "energy_space.hpp"
#include "pencil.hpp"
#include "slepc.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/modal/modes.hpp"

namespace sparkdyn::modal {
namespace {

using core::check;
using Complex = std::complex<double>;
using mechanics::Kind;

/// (x, v/ω₀) of one vector, first all x of a rank, then all v: PETSc's vector with twice the
/// entries.
void split(Vec whole, Vec x, Vec v) {
  const core::ReadArray from(whole);
  const core::WriteArray first(x), second(v);
  std::copy_n(from.data(), first.size(), first.data());
  std::copy_n(from.data() + first.size(), second.size(), second.data());
}

void join(Vec x, Vec v, Vec whole) {
  const core::ReadArray first(x), second(v);
  const core::WriteArray to(whole);
  std::copy_n(first.data(), first.size(), to.data());
  std::copy_n(second.data(), second.size(), to.data() + first.size());
}

/// With λx = v: x ← −(K + σC + σ²M)⁻¹(M v + (C + σM) x), v ← x_before + σ x, times ω₀; its
/// eigenvalues are ω₀/(λ − σ). With σ > 0 the matrix is positive.
class DampedInverse {
 public:
  DampedInverse(const mechanics::System& system, double sigma, double unit)
      : system_(system), sigma_(sigma), unit_(unit), factors_(factor(system, sigma)) {
    if (system.constrained()) {
      zero_ = system.make_multiplier();
      lambda_ = system.make_multiplier();
    }
  }

  void apply(Vec from, Vec to) {
    const core::Vector x = system_.make_displacement(), v = system_.make_displacement();
    split(from, x, v);
    check(VecScale(v, unit_));
    const core::Vector right = system_.make_displacement(), sum = core::make_copy(Vec(v));
    check(VecAXPY(sum, sigma_, x));
    check(MatMult(*system_.mass(), sum, right));
    system_.add_internal(1.0, nullptr, x, right);
    check(VecScale(right, -unit_));
    const bool held = system_.constrained();
    core::Vector next = system_.make_displacement();
    factors_->solve(right, held ? Vec(zero_) : nullptr, next, held ? Vec(lambda_) : nullptr);
    check(VecCopy(x, v));
    check(VecScale(v, unit_));
    check(VecAXPY(v, sigma_, next));
    check(VecScale(v, 1 / unit_));
    join(next, v, to);
  }
  std::exception_ptr failure;

 private:
  static std::unique_ptr<linear::RealSaddle> factor(const mechanics::System& system, double sigma) {
    std::vector<linear::WeightedMatrix<double>> sum{{sigma * sigma, system.mass()}};
    for (const auto& term : system.terms())
      for (const auto& [weight, matrix] : term.parts)
        sum.push_back({weight * (term.kind == Kind::elastic ? 1.0 : sigma), matrix});
    return std::make_unique<linear::RealSaddle>(linear::operators_of(system), sum, "modes_");
  }

  const mechanics::System& system_;
  double sigma_, unit_;
  std::unique_ptr<linear::RealSaddle> factors_;
  core::Vector zero_, lambda_;
};

PetscErrorCode apply_damped_inverse(Mat matrix, Vec from, Vec to) {
  void* context = nullptr;
  MatShellGetContext(matrix, &context);
  auto& inverse = *static_cast<DampedInverse*>(context);
  try {
    inverse.apply(from, to);
    return 0;
  } catch (...) {
    inverse.failure = std::current_exception();
    return PETSC_ERR_LIB;
  }
}

/// λ once more from its shape: the root of λ² xᵀMx + λ xᵀCx + xᵀKx next to it, whose error is the
/// square of that of the shape.
Complex refined(const EnergySpace& space, const DampedMode& mode) {
  const auto form = [&](core::Vector (EnergySpace::*product)(Vec) const) {
    const core::Vector a = (space.*product)(mode.real), b = (space.*product)(mode.imaginary);
    return Complex(core::dot(mode.real, a) - core::dot(mode.imaginary, b),
                   core::dot(mode.real, b) + core::dot(mode.imaginary, a));
  };
  const Complex m = form(&EnergySpace::mass), c = form(&EnergySpace::damping),
                k = form(&EnergySpace::stiffness);
  Complex lambda = mode.lambda;
  for (int pass = 0; pass < 3; ++pass) {
    const Complex slope = 2.0 * lambda * m + c;
    if (std::abs(slope) < 1e-6 * std::abs(lambda * m))
      return mode.lambda;  // critical: a double root
    lambda -= (lambda * lambda * m + lambda * c + k) / slope;
  }
  return std::abs(lambda - mode.lambda) < 1e-4 * std::abs(mode.lambda) ? lambda : mode.lambda;
}

double residual_of(const EnergySpace& space, const DampedMode& mode) {
  const Complex l = mode.lambda, l2 = l * l;
  core::Vector real = space.stiffness(mode.real), imaginary = space.stiffness(mode.imaginary);
  const auto add = [&](Complex factor, const core::Vector& a, const core::Vector& b) {
    check(VecAXPY(real, factor.real(), a));
    check(VecAXPY(real, -factor.imag(), b));
    check(VecAXPY(imaginary, factor.imag(), a));
    check(VecAXPY(imaginary, factor.real(), b));
  };
  add(l, space.damping(mode.real), space.damping(mode.imaginary));
  add(l2, space.mass(mode.real), space.mass(mode.imaginary));
  double left = 0, size = 0;
  for (const auto& [force, part] :
       {std::pair<Vec, Vec>(real, mode.real), std::pair<Vec, Vec>(imaginary, mode.imaginary)}) {
    const core::Vector caused = space.image(force).x, stretched = space.apply(part);
    left += std::max(core::dot(caused, force), 0.0);
    size += core::dot(part, stretched);
  }
  return size > 0 ? std::sqrt(left / size) : 0;
}

/// The entry of largest modulus becomes 1.
void normalize(MPI_Comm comm, DampedMode& mode) {
  core::Located mine;
  const PetscInt begin = core::row_range(mode.real.get()).begin;
  Complex value = 1;
  {
    const core::ReadArray a(mode.real), b(mode.imaginary);
    for (PetscInt i = 0; i < a.size(); ++i)
      if (std::hypot(a[i], b[i]) > mine.value * (1 + 1e-9))
        mine = {std::hypot(a[i], b[i]), begin + i};
  }
  const core::Located largest = core::maximum_location(comm, mine);
  if (!(largest.value > 0)) return;
  value = Complex(core::entry(mode.real, static_cast<PetscInt>(largest.index)),
                  core::entry(mode.imaginary, static_cast<PetscInt>(largest.index)));
  const core::WriteArray a(mode.real), b(mode.imaginary);
  for (PetscInt i = 0; i < a.size(); ++i) {
    const Complex z = Complex(a[i], b[i]) / value;
    a[i] = z.real();
    b[i] = z.imag();
  }
}

using EigenSolver = core::Handle<EPS, core::PetscDestroy<EPS, EPSDestroy>>;

void search(EPS solver, Mat operation, PetscInt wanted, PetscInt most) {
  check(EPSSetOptionsPrefix(solver, "damped_"));
  check(EPSSetOperators(solver, operation, nullptr));
  check(EPSSetProblemType(solver, EPS_NHEP));
  check(EPSSetWhichEigenpairs(solver, EPS_LARGEST_MAGNITUDE));
  check(EPSSetDimensions(solver, wanted, std::min(most, 2 * wanted + 20), PETSC_DEFAULT));
  check(EPSSetTolerances(solver, 1e-12, 500));
  check(EPSSetFromOptions(solver));
}

}  // namespace

std::vector<DampedMode> damped_modes(const mechanics::System& system, int count) {
  if (!system.symmetric()) core::input_error("damped modes need symmetric matrices");
  const auto undamped = natural_modes(system, {.count = count});
  if (undamped.modes.empty()) return {};
  const double highest = std::max(undamped.modes.back().omega, 1e-12);
  const auto first = std::find_if(undamped.modes.begin(), undamped.modes.end(),
                                  [](const Mode& mode) { return mode.omega > 0; });
  const double lowest = first == undamped.modes.end() ? highest : first->omega;
  DampedInverse inverse(system, 0.3 * lowest, highest);
  const Slepc slepc;
  const PetscInt local = 2 * core::row_range(system.mass()->get()).size();
  core::Matrix operation;
  check(MatCreateShell(system.comm(), local, local, PETSC_DETERMINE, PETSC_DETERMINE, &inverse,
                       operation.out()));
  check(MatShellSetOperation(operation, MATOP_MULT,
                             reinterpret_cast<void (*)(void)>(apply_damped_inverse)));
  EigenSolver solver;
  check(EPSCreate(system.comm(), solver.out()));
  const auto existing = static_cast<PetscInt>(2 * (system.dofs() - system.constraints()));
  const PetscInt wanted =
      std::min<PetscInt>(existing, 2 * static_cast<PetscInt>(undamped.modes.size()) + 2);
  search(solver, operation, wanted, 2 * system.dofs());
  const PetscErrorCode code = EPSSolve(solver);
  if (inverse.failure) std::rethrow_exception(inverse.failure);
  check(code);
  PetscInt converged = 0;
  check(EPSGetConverged(solver, &converged));
  if (converged < std::min<PetscInt>(wanted, 2 * static_cast<PetscInt>(undamped.modes.size())))
    core::numerics_error("{} of {} damped modes converged", converged, wanted);
  const EnergySpace space(system, highest * highest);
  std::vector<DampedMode> modes;
  const core::Vector a = core::make_vector(system.comm(), local), b = core::make_like(a);
  const core::Vector unused = system.make_displacement();
  for (PetscInt i = 0; i < converged; ++i) {
    double real = 0, imaginary = 0;
    check(EPSGetEigenpair(solver, i, &real, &imaginary, a, b));
    const Complex theta(real, imaginary);
    const Complex lambda = 0.3 * lowest + highest / theta;
    DampedMode mode{lambda, system.make_displacement(), system.make_displacement()};
    split(a, mode.real, unused);
    split(b, mode.imaginary, unused);
    constexpr double round_off = 1e-9;
    if (lambda.imag() < -round_off * std::abs(lambda)) continue;  // the other of a pair
    if (std::abs(lambda.imag()) <= round_off * std::abs(lambda)) mode.lambda = lambda.real();
    mode.lambda = refined(space, mode);
    normalize(system.comm(), mode);
    mode.residual = residual_of(space, mode);
    modes.push_back(std::move(mode));
  }
  std::stable_sort(modes.begin(), modes.end(), [](const DampedMode& x, const DampedMode& y) {
    return std::abs(x.lambda) < std::abs(y.lambda);
  });
  if (modes.size() > static_cast<std::size_t>(count)) modes.resize(static_cast<std::size_t>(count));
  constexpr double acceptable = 1e-7;
  for (const DampedMode& mode : modes)
    if (!(mode.residual <= acceptable))
      core::numerics_error("the damped mode with λ = {:.6g} {:+.6g}i has a residual of {:.1e}",
                           mode.lambda.real(), mode.lambda.imag(), mode.residual);
  return modes;
}

}  // namespace sparkdyn::modal
