// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/linear/saddle.hpp"

#include "saddle_sum.hpp"
#include "sparkdyn/core/clock.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/linear/assembly.hpp"
#include "sparkdyn/linear/elimination_order.hpp"
#include "sparkdyn/linear/linear_solver.hpp"
#include "sparkdyn/linear/placement.hpp"

namespace sparkdyn::linear {

using core::check;

/// The system as a block operator of one stage, to look at what an iteration made of it.
struct RealSaddle::Truth {
  BlockOperator op;
  TrueResidual residual;
  BlockVector right, left;

  explicit Truth(BlockOperator given)
      : op(std::move(given)), residual(op), right(op.make_vector()), left(op.make_vector()) {}
};

namespace {

BlockOperator one_block(const Operators& system, const std::vector<WeightedMatrix<double>>& sum,
                        bool constrained) {
  std::vector<KroneckerTerm> terms;
  for (const auto& [coefficient, matrix] : sum)
    terms.push_back({Matrix::Constant(1, 1, coefficient), matrix});
  const int rows = constrained ? 1 : 0;
  return {system, std::move(terms), Matrix::Ones(1, rows), Matrix::Ones(rows, 1)};
}

}  // namespace

RealSaddle::~RealSaddle() = default;
RealSaddle::RealSaddle(RealSaddle&&) noexcept = default;

RealSaddle::RealSaddle(const Operators& system, const std::vector<WeightedMatrix<double>>& given,
                       const std::string& prefix, SaddleOptions options)
    : system_(system),
      constrained_(options.with_constraint && system.constrained()),
      inertia_(options.inertia && system.symmetric),
      what_(prefix) {
  if (options.spaces) {
    std::vector<IterativeSaddle<double>::Weighted> sum;
    for (const auto& [coefficient, matrix] : given) sum.push_back({coefficient, matrix->get()});
    options.iterative.with_constraint = options.with_constraint;
    iterative_ = std::make_unique<IterativeSaddle<double>>(options.spaces, sum, options.iterative);
    truth_ = std::make_unique<Truth>(one_block(system, given, constrained_));
    return;
  }
  const core::Stopwatch watch(times_.factor);
  local_dofs_ = core::row_range(Vec(system.make_displacement())).size();
  if (!options_choose_solver(prefix)) {
    factors_ = std::make_unique<GroupSaddle<double>>(
        system, given, prefix, group_for_one(system),
        FactorNeeds{.with_constraint = options.with_constraint, .inertia = inertia_});
    factors_->factor();
    factors_->agree();
    return;
  }
  auto sum = gather(given);
  if (constrained_) scale_ = constraint_scale(system, diagonal_scale(sum.terms, sum.coefficients));
  add_constraint(sum, constrained_, scale_);
  const Interleaving at(system, 1, constrained_ ? 1 : 0);
  const core::Matrix Gt = constrained_ ? transposed_constraint(system) : core::Matrix();
  matrix_ = assemble(at, sum.matrices, constrained_ ? system.G() : nullptr, Gt, sum.blocks);
  solver_ =
      make_direct_solver(matrix_, prefix, {.symmetric = system.symmetric, .inertia = inertia_});
  right_ = core::make_vector(system.comm(), at.local_size());
  left_ = core::make_like(right_);
}

void RealSaddle::solve_by_factors(Vec f, Vec g, Vec x, Vec y) {
  std::vector<double> right;
  const auto append = [&](Vec part) {
    const core::ReadArray values(part);
    right.insert(right.end(), values.data(), values.data() + values.size());
  };
  append(f);
  if (constrained_) append(g);
  solve_all(right, 1);
  std::copy_n(right.data(), local_dofs_, core::WriteArray(x).data());
  if (!constrained_) return;
  const core::WriteArray multiplier(y);
  std::copy_n(right.data() + local_dofs_, multiplier.size(), multiplier.data());
}

SolveResult RealSaddle::iterate_once(const BlockVector& right, BlockVector& left, bool guess) {
  const core::ReadArray force(right.velocity(0));
  const core::WriteArray x(left.velocity(0));
  const auto count = [](const auto& array) { return static_cast<std::size_t>(array.size()); };
  if (!constrained_)
    return iterative_->solve({force.data(), count(force)}, {}, {x.data(), count(x)}, {}, guess);
  const core::ReadArray value(right.multiplier(0));
  const core::WriteArray y(left.multiplier(0));
  return iterative_->solve({force.data(), count(force)}, {value.data(), count(value)},
                           {x.data(), count(x)}, {y.data(), count(y)}, guess);
}

int RealSaddle::solve_iteratively(Vec f, Vec g, Vec x, Vec y, Vec guess) {
  auto& [op, residual, right, left] = *truth_;
  core::copy(f, right.velocity(0));
  if (constrained_) core::copy(g, right.multiplier(0));
  if (guess) core::copy(guess, left.velocity(0));
  const SolveResult result = residual.solve(
      right, left,
      [&](const auto& b, auto& solution) { return iterate_once(b, solution, guess != nullptr); },
      [&](const auto& b, auto& solution) { return iterate_once(b, solution, false); });
  if (!result.converged) core::numerics_error("linear solve ({}) failed: {}", what_, result.cause);
  core::copy(left.velocity(0), x);
  if (constrained_) core::copy(left.multiplier(0), y);
  return result.iterations;
}

int RealSaddle::iterate(Vec f, Vec g, Vec x, Vec y, Vec guess) {
  if (iterative_) return solve_iteratively(f, g, x, y, guess);
  if (factors_) {
    solve_by_factors(f, g, x, y);
    return 0;
  }
  const core::Stopwatch watch(times_.solve);
  if (!constrained_) {
    const core::Vector& target = left_;
    check(KSPSolve(solver_, f, target));
    require_solved(solver_, what_);
    core::copy(target, x);
    return 0;
  }
  {
    core::WriteArray right(right_);
    const core::ReadArray force(f), value(g);
    std::copy_n(force.data(), force.size(), right.data());
    for (PetscInt i = 0; i < value.size(); ++i) right[force.size() + i] = scale_ * value[i];
  }
  check(KSPSolve(solver_, right_, left_));
  require_solved(solver_, what_);
  const core::ReadArray left(left_);
  const core::WriteArray displacement(x), multiplier(y);
  std::copy_n(left.data(), displacement.size(), displacement.data());
  for (PetscInt i = 0; i < multiplier.size(); ++i)
    multiplier[i] = scale_ * left[displacement.size() + i];
  return 0;
}

void RealSaddle::solve_all(std::vector<double>& right, int count) {
  if (iterative_)
    throw core::Error(core::Failure::internal, "blocks of right-hand sides need factors");
  const core::Stopwatch watch(times_.solve);
  if (factors_) {
    factors_->send(right, count);
    factors_->solve();
    factors_->receive(right, count);
    return;
  }
  const PetscInt local = core::row_range(Vec(right_)).size();
  const PetscInt dofs = local_dofs_;
  const auto scale_rows = [&] {
    for (int k = 0; k < count; ++k)
      for (PetscInt i = dofs; i < local; ++i) right[k * local + i] *= scale_;
  };
  scale_rows();
  if (count > 1 && is_direct(solver_)) {
    solve_block(right, count, local);
    require_solved(solver_, what_);
  } else {
    for (int k = 0; k < count; ++k) {
      std::copy_n(right.data() + k * local, local, core::WriteArray(right_).data());
      check(KSPSolve(solver_, right_, left_));
      require_solved(solver_, what_);
      std::copy_n(core::ReadArray(left_).data(), local, right.data() + k * local);
    }
  }
  scale_rows();
}

/// PETSc keeps the arrays of dense matrices where they are: no copies on the way in.
void RealSaddle::solve_block(std::vector<double>& right, int count, PetscInt local) {
  std::vector<double> left(right.size());
  const auto dense = [&](std::vector<double>& values) {
    core::Matrix matrix;
    check(MatCreateDense(system_.comm(), local, PETSC_DECIDE, PETSC_DETERMINE, count, values.data(),
                         matrix.out()));
    check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
    check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
    return matrix;
  };
  {
    const core::Matrix B = dense(right), X = dense(left);
    check(KSPMatSolve(solver_, B, X));
  }
  right.swap(left);
}

double RealSaddle::factor_entries() const {
  if (iterative_) return iterative_->factor_entries();
  return factors_ ? factors_->factor_entries() : linear::factor_entries(solver_);
}

std::optional<PetscInt> RealSaddle::negative_eigenvalues() const {
  if (!inertia_) return std::nullopt;
  return factors_ ? std::optional<PetscInt>(factors_->negative_pivots()) : negative_pivots(solver_);
}

ComplexSaddle::ComplexSaddle(const Operators& system,
                             const std::vector<WeightedMatrix<Complex>>& given,
                             const std::string& prefix)
    : factors_(system, given, prefix, Group{0, core::size(system.comm())}) {
  factors_.factor();
  factors_.agree();
}

void ComplexSaddle::solve(std::vector<Complex>& right, int count) {
  factors_.send(right, count);
  factors_.solve();
  factors_.receive(right, count);
}

FactorEstimate estimate_complex_factor(const Operators& system) {
  using Complex = std::complex<double>;
  const std::string prefix = "stage_complex_";
  // Of each use but the first, that of the mass, in M + σC + σ²K.
  std::vector<WeightedMatrix<Complex>> all{{1.0, system.mass()}};
  for (std::size_t k = 0; k < system.matrices.size(); ++k)
    for (int use = k == 0 ? 1 : 0; use < system.uses[k]; ++use)
      all.push_back({Complex(1, 1), system.matrices[k]});
  auto sum = gather(all);
  add_constraint(sum, system.constrained(), 1.0);
  const Interleaving at(system, 1, system.constrained() ? 1 : 0);
  const core::Matrix Gt = transposed_constraint(system);
  const auto symmetry = system.symmetric ? Symmetry::symmetric : Symmetry::general;
  return estimate_factor<Complex>(
      system.comm(), static_cast<int>(at.global_size()), static_cast<int>(at.local_size()),
      triplets(at, sum.matrices, system.constrained() ? system.G() : nullptr, Gt, sum.blocks,
               symmetry),
      {.symmetry = symmetry,
       .prefix = prefix,
       .order = elimination_places(system, system.constrained(), prefix)});
}

}  // namespace sparkdyn::linear
