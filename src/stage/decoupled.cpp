// SPDX-License-Identifier: BSD-3-Clause
#include "stage/decoupled.hpp"

#include <algorithm>

#include "linear/group_spaces.hpp"
#include "linear/placement.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;
using Complex = std::complex<double>;
using linear::Matrix;

constexpr auto real_prefix = "stage_real_", complex_prefix = "stage_complex_";

bool is_invertible(const Matrix& A) {
  return A.rows() == A.cols() && tableau::reciprocal_condition(A) > 1e-12;
}

std::vector<double> costs(const Decoupling& form) {
  std::vector<double> result;
  for (const auto& block : form.blocks)
    result.push_back(
        linear::solve_costs(block.complex_pair ? 0 : 1, block.complex_pair ? 1 : 0).front());
  return result;
}

/// Of iterations: complex ones are twice the work, and with arg μ, half of what lies between mass
/// and stiffness, there are about 1/cos(arg μ) times as many (scripts/bench multigrid_iterations).
std::vector<double> iteration_costs(const Decoupling& form) {
  constexpr double least_cosine = 0.1;
  std::vector<double> result;
  for (const auto& block : form.blocks) {
    double angle = 0;
    for (const auto& X : form.X) {
      const Complex sigma = X(block.row, block.row) / form.X.front()(block.row, block.row);
      angle = std::max(angle, std::abs(std::arg(sigma)) / 2);
    }
    result.push_back(block.complex_pair ? 2 / std::max(std::cos(angle), least_cosine) : 1);
  }
  return result;
}

/// The first block of each matrix, and for each block which of them it shares it with. Blocks that
/// do not wait for each other are solved at the same time, each by a system of its own.
std::vector<std::size_t> distinct_blocks(const Decoupling& form, std::vector<std::size_t>& which) {
  std::vector<std::size_t> firsts;
  for (const auto& block : form.blocks) {
    const auto same = [&](std::size_t first) {
      const int other = form.blocks[first].row;
      return !form.diagonal && std::all_of(form.X.begin(), form.X.end(), [&](const auto& X) {
        return X(block.row, block.row) == X(other, other);
      });
    };
    const auto found = std::find_if(firsts.begin(), firsts.end(), same);
    which.push_back(static_cast<std::size_t>(found - firsts.begin()));
    if (found == firsts.end())
      firsts.push_back(static_cast<std::size_t>(&block - form.blocks.data()));
  }
  return firsts;
}

/// target ← target + Σ coefficient_i · block_i over this rank's entries, from `offset` on.
void accumulate(Complex coefficient, Vec block, Complex* target, PetscInt offset) {
  const core::ReadArray values(block);
  Complex* to = target + offset;
  if (coefficient.imag() == 0)
    for (PetscInt i = 0; i < values.size(); ++i) to[i] += coefficient.real() * values[i];
  else
    for (PetscInt i = 0; i < values.size(); ++i) to[i] += coefficient * values[i];
}

/// block ← block + Re(coefficient · source) (twice that for a pair, which adds its conjugate).
void spread(Complex coefficient, bool pair, const Complex* source, Vec block) {
  const core::WriteArray values(block);
  if (!pair) {
    for (PetscInt i = 0; i < values.size(); ++i) values[i] += coefficient.real() * source[i].real();
    return;
  }
  const double re = 2 * coefficient.real(), im = 2 * coefficient.imag();
  for (PetscInt i = 0; i < values.size(); ++i)
    values[i] += re * source[i].real() - im * source[i].imag();
}

/// (A·B)⁻¹, rounded at the end: what is ill-conditioned in one of them loses no more by it.
ComplexMatrix inverse_product(const ComplexMatrix& A, const ComplexMatrix& B) {
  using Wide = std::complex<long double>;
  return tableau::inverse(A.cast<Wide>() * B.cast<Wide>()).cast<Complex>();
}

void add(SolveResult one, SolveResult& all) {
  all.iterations += one.iterations;
  all.tolerance = std::max(all.tolerance, one.tolerance);
  if (one.converged || !all.converged) return;
  all.converged = false;
  all.cause = std::move(one.cause);
}

}  // namespace

std::optional<Decoupling> DecoupledSolver::analyse(const BlockOperator& op) {
  if (op.multiplier_blocks() > 0 && !(is_invertible(op.E()) && is_invertible(op.L()))) return {};
  std::vector<Matrix> X;
  for (const auto& term : op.terms()) X.push_back(term.X);
  return decouple(X);
}

DecoupledSolver::DecoupledSolver(const BlockOperator& op, Decoupling form,
                                 const BlockSolvers& solvers)
    : op_(&op),
      form_(std::move(form)),
      iterates_(solvers.spaces != nullptr),
      placement_(place(solvers)) {
  if (op.multiplier_blocks() > 0) {
    constraint_rows_ = inverse_product(op.E().cast<Complex>(), form_.right);
    multiplier_return_ = inverse_product(form_.left, op.L().cast<Complex>());
  }
  const auto& system = op.system();
  force_ = system.make_displacement();
  image_ = core::make_like(force_);
  part_ = core::make_like(force_);
  value_ = system.make_multiplier();
  local_ = core::row_range(Vec(force_)).size() + core::row_range(Vec(value_)).size();
  const auto p = form_.right.rows();
  guess_rows_ = inverse_product(ComplexMatrix::Identity(p, p), form_.right);
  solutions_.assign(form_.blocks.size(), std::vector<Complex>(static_cast<std::size_t>(local_)));
  if (iterates_ && solvers.judged) truth_.emplace(op);
  make_systems(solvers);
}

/// Systems that wait for each other are one to those who share the ranks. A solver of PETSc's works
/// on all ranks.
linear::Placement DecoupledSolver::place(const BlockSolvers& solvers) const {
  const auto& system = op_->system();
  const int ranks = core::size(system.comm());
  if (iterates_)
    return linear::place_iterations(solvers.placement, ranks,
                                    form_.diagonal ? static_cast<int>(form_.blocks.size()) : 1,
                                    system.dofs());
  if (linear::options_choose_solver(real_prefix)) return linear::Placement::spread;
  return linear::place_factors(solvers.placement, ranks, system.unknowns(),
                               form_.diagonal ? costs(form_) : std::vector{1.0});
}

template <typename Scalar>
std::unique_ptr<linear::Shifted<Scalar>> DecoupledSolver::make_system(
    int row, const linear::ShiftedOptions& options) const {
  std::vector<linear::WeightedMatrix<Scalar>> sum;
  for (std::size_t k = 0; k < op_->terms().size(); ++k) {
    const Complex sigma = form_.X[k](row, row);
    if constexpr (std::is_same_v<Scalar, double>)
      sum.push_back({sigma.real(), op_->terms()[k].B});
    else
      sum.push_back({sigma, op_->terms()[k].B});
  }
  return linear::make_shifted(op_->system(), sum, options);
}

/// All matrices are sent before the first is factored: each group then works on its own.
void DecoupledSolver::make_systems(const BlockSolvers& solvers) {
  const std::vector<std::size_t> blocks = distinct_blocks(form_, system_of_);
  std::vector<double> all = iterates_ ? iteration_costs(form_) : costs(form_), mine;
  for (const std::size_t block : blocks) mine.push_back(all[block]);
  const auto groups = linear::share_ranks(mine, core::size(op_->system().comm()), placement_);
  linear::ShiftedOptions options{.spaces = solvers.spaces, .iterative = solvers.iterative};
  if (iterates_ && placement_ == linear::Placement::groups) {
    groups_ = solvers.spaces->on(groups);
    options.spaces = groups_->mine();
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto& [row, pair] = form_.blocks[blocks[i]];
    options.group = groups[i];
    options.prefix = pair ? complex_prefix : real_prefix;
    systems_.push_back(pair ? make_system<Complex>(row, options)
                            : linear::as_complex(make_system<double>(row, options)));
  }
  for (auto& system : systems_) system->set_up();
  for (auto& system : systems_) system->agree();
}

void DecoupledSolver::load(const BlockVector& rhs, int row, Complex* target) const {
  std::fill_n(target, local_, Complex(0));
  for (int j = 0; j < rhs.velocity_blocks(); ++j)
    accumulate(form_.left(row, j), rhs.velocity(j), target, 0);
  const PetscInt offset = core::row_range(Vec(force_)).size();
  for (int j = 0; j < rhs.multiplier_blocks(); ++j)
    accumulate(constraint_rows_(row, j), rhs.multiplier(j), target, offset);
}

/// part_ ← real or imaginary part of the combination of solved blocks that B_k multiplies in `row`.
void DecoupledSolver::combine_solved(std::size_t block, std::size_t k, bool imaginary) {
  const core::WriteArray part(part_);
  std::fill_n(part.data(), part.size(), 0.0);
  const int row = form_.blocks[block].row;
  for (std::size_t c = block + 1; c < form_.blocks.size(); ++c) {
    const auto& other = form_.blocks[c];
    const Complex first = form_.X[k](row, other.row);
    const Complex second = other.complex_pair ? form_.X[k](row, other.row + 1) : Complex(0);
    for (PetscInt i = 0; i < part.size(); ++i) {
      const Complex z = solutions_[c][i];
      const Complex sum = first * z + second * std::conj(z);
      part[i] += imaginary ? sum.imag() : sum.real();
    }
  }
}

/// Removes what the blocks already solved contribute above the diagonal of the Schur form.
void DecoupledSolver::subtract_coupling(std::size_t block, std::vector<Complex>& target) {
  const bool complex_row = form_.blocks[block].complex_pair;
  for (std::size_t k = 0; k < op_->terms().size(); ++k)
    for (int imaginary = 0; imaginary <= (complex_row ? 1 : 0); ++imaginary) {
      combine_solved(block, k, imaginary == 1);
      check(MatMult(*op_->terms()[k].B, part_, image_));
      accumulate(imaginary ? Complex(0, -1) : Complex(-1, 0), image_, target.data(), 0);
    }
}

void DecoupledSolver::send(std::size_t block, int count, const BlockVector* guess) {
  if (guess) {
    start_.assign(static_cast<std::size_t>(local_), Complex(0));
    for (int j = 0; j < guess->velocity_blocks(); ++j)
      accumulate(guess_rows_(form_.blocks[block].row, j), guess->velocity(j), start_.data(), 0);
  }
  systems_[system_of_[block]]->send(solutions_[block], count,
                                    guess ? System::Guess(start_) : std::nullopt);
}

void DecoupledSolver::unload(std::size_t which, BlockVector& x) const {
  check(VecSet(x.whole(), 0.0));
  const PetscInt dofs = core::row_range(Vec(force_)).size();
  for (std::size_t block = 0; block < form_.blocks.size(); ++block) {
    const auto [row, pair] = form_.blocks[block];
    const Complex* source = solutions_[block].data() + which * static_cast<std::size_t>(local_);
    for (int i = 0; i < x.velocity_blocks(); ++i)
      spread(form_.right(i, row), pair, source, x.velocity(i));
    for (int i = 0; i < x.multiplier_blocks(); ++i)
      spread(multiplier_return_(i, row), pair, source + dofs, x.multiplier(i));
  }
}

/// Where each waits for those solved before, or all would share the same ranks: the last first.
SolveResult DecoupledSolver::solve_blocks(const BlockVector& rhs, BlockVector& x, bool guess) {
  SolveResult all;
  if (form_.diagonal && !(iterates_ && placement_ == linear::Placement::spread)) {
    const BlockVector* const only = &rhs;
    all = solve_at_once({&only, 1}, guess ? &x : nullptr);
  } else {
    for (std::size_t block = form_.blocks.size(); block-- > 0 && all.converged;) {
      load(rhs, form_.blocks[block].row, solutions_[block].data());
      if (!form_.diagonal) subtract_coupling(block, solutions_[block]);
      send(block, 1, guess ? &x : nullptr);
      System& system = *systems_[system_of_[block]];
      system.solve();
      add(system.receive(solutions_[block]), all);
    }
  }
  if (all.converged) unload(0, x);
  return all;
}

/// All blocks at the same time, where they are on different ranks. All ranks hear of every system
/// before one that failed is told.
SolveResult DecoupledSolver::solve_at_once(std::span<const BlockVector* const> rhs,
                                           const BlockVector* guess) {
  const auto size = static_cast<std::size_t>(local_);
  for (std::size_t block = 0; block < form_.blocks.size(); ++block) {
    solutions_[block].resize(rhs.size() * size);
    for (std::size_t k = 0; k < rhs.size(); ++k)
      load(*rhs[k], form_.blocks[block].row, solutions_[block].data() + k * size);
    send(block, static_cast<int>(rhs.size()), guess);
  }
  for (auto& system : systems_) system->solve();
  SolveResult all;
  for (std::size_t block = 0; block < systems_.size(); ++block)
    add(systems_[block]->receive(solutions_[block]), all);
  return all;
}

SolveResult DecoupledSolver::solve_truly(const BlockVector& rhs, BlockVector& x, bool guess) {
  if (!truth_) return solve_blocks(rhs, x, guess);
  return truth_->solve(
      rhs, x, [&](const auto& b, auto& y) { return solve_blocks(b, y, guess); },
      [&](const auto& b, auto& y) { return solve_blocks(b, y, false); });
}

SolveResult DecoupledSolver::solve(const BlockVector& rhs, BlockVector& x) {
  return solve_truly(rhs, x, false);
}

SolveResult DecoupledSolver::improve(const BlockVector& rhs, BlockVector& x) {
  return solve_truly(rhs, x, iterates_);
}

SolveResult DecoupledSolver::solve_all(std::span<const BlockVector* const> rhs,
                                       std::span<BlockVector* const> x) {
  if (rhs.size() == 1 || !form_.diagonal || iterates_) return Solver::solve_all(rhs, x);
  solve_at_once(rhs, nullptr);
  for (std::size_t k = 0; k < rhs.size(); ++k) unload(k, *x[k]);
  return {};
}

double DecoupledSolver::factor_entries() const {
  double entries = 0;
  for (const auto& system : systems_) entries += system->cost().entries;
  return entries;
}

double DecoupledSolver::factor_bytes() const {
  double bytes = 0;
  std::vector<bool> counted(systems_.size());
  for (std::size_t i = 0; i < form_.blocks.size(); ++i) {
    const std::size_t which = system_of_[i];
    if (!counted[which])
      bytes += systems_[which]->cost().entries *
               (form_.blocks[i].complex_pair ? sizeof(Complex) : sizeof(double));
    counted[which] = true;
  }
  return bytes;
}

SolverTimes DecoupledSolver::times() const {
  SolverTimes sum;
  for (const auto& system : systems_) {
    const SolverTimes times = system->cost().times;
    sum.factor += times.factor;
    sum.solve += times.solve;
  }
  return sum;
}

}  // namespace sparkdyn::stage
