// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/stage/decoupled.hpp"

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/linear/placement.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;
using Complex = std::complex<double>;

constexpr auto real_prefix = "stage_real_";

bool is_invertible(const Matrix& A) {
  return A.rows() == A.cols() && tableau::reciprocal_condition(A) > 1e-12;
}

template <typename Saddle, typename Scalar>
Saddle make_saddle(const BlockOperator& op, const Decoupling& form, int row, const char* prefix,
                   auto... more) {
  std::vector<linear::WeightedMatrix<Scalar>> sum;
  for (std::size_t k = 0; k < op.terms().size(); ++k) {
    const Complex sigma = form.X[k](row, row);
    if constexpr (std::is_same_v<Scalar, double>)
      sum.push_back({sigma.real(), op.terms()[k].B});
    else
      sum.push_back({sigma, op.terms()[k].B});
  }
  return Saddle(op.system(), sum, prefix, more...);
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

}  // namespace

std::optional<Decoupling> DecoupledSolver::analyse(const BlockOperator& op) {
  if (op.multiplier_blocks() > 0 && !(is_invertible(op.E()) && is_invertible(op.L()))) return {};
  std::vector<Matrix> X;
  for (const auto& term : op.terms()) X.push_back(term.X);
  return decouple(X);
}

DecoupledSolver::DecoupledSolver(const BlockOperator& op, Decoupling form,
                                 std::optional<IterativeBlocks> iterative)
    : op_(&op), form_(std::move(form)), iterative_(std::move(iterative)) {
  if (op.multiplier_blocks() > 0) {
    constraint_rows_ = tableau::inverse(op.E().cast<Complex>() * form_.right);
    multiplier_return_ = tableau::inverse(form_.left * op.L().cast<Complex>());
  }
  const auto& system = op.system();
  force_ = system.make_displacement();
  image_ = core::make_like(force_);
  part_ = core::make_like(force_);
  value_ = system.make_multiplier();
  local_ = core::row_range(Vec(force_)).size() + core::row_range(Vec(value_)).size();
  guess_rows_ = tableau::inverse(form_.right);
  solutions_.assign(form_.blocks.size(), std::vector<Complex>(static_cast<std::size_t>(local_)));
  if (iterative_) {
    if (iterative_->judged) truth_.emplace(op);
    grouped_ = iterations(system, form_) == linear::Placement::groups;
    if (grouped_)
      iterate_on_groups();
    else
      iterate_on_levels();
    return;
  }
  const linear::Placement where = factors(system, form_);
  if (where == linear::Placement::spread)
    factor_spread();
  else
    factor_in_groups(linear::share_ranks(costs(form_), core::size(system.comm()), where));
}

/// Systems that wait for each other are one to those who share the ranks.
linear::Placement DecoupledSolver::factors(const linear::Operators& system,
                                           const Decoupling& form) {
  return linear::placement(system, real_prefix, form.diagonal ? costs(form) : std::vector{1.0});
}

linear::Placement DecoupledSolver::iterations(const linear::Operators& system,
                                              const Decoupling& form) {
  return linear::iteration_placement(system,
                                     form.diagonal ? static_cast<int>(form.blocks.size()) : 1);
}

void DecoupledSolver::iterate_on_levels() {
  for (const auto& block : form_.blocks)
    systems_.push_back(block.complex_pair ? make_iterative<Complex>(block.row)
                                          : make_iterative<double>(block.row));
}

void DecoupledSolver::factor_spread() {
  for (const auto& block : form_.blocks)
    systems_.push_back(block.complex_pair
                           ? std::make_unique<System>(make_saddle<linear::ComplexSaddle, Complex>(
                                 *op_, form_, block.row, "stage_complex_"))
                           : std::make_unique<System>(make_saddle<linear::RealSaddle, double>(
                                 *op_, form_, block.row, real_prefix)));
}

/// All matrices are sent before the first is factored: each group then works on its own.
void DecoupledSolver::factor_in_groups(const std::vector<linear::Group>& groups) {
  for (std::size_t i = 0; i < form_.blocks.size(); ++i) {
    const auto& block = form_.blocks[i];
    systems_.push_back(
        block.complex_pair
            ? std::make_unique<System>(make_saddle<linear::GroupSaddle<Complex>, Complex>(
                  *op_, form_, block.row, "stage_complex_", groups[i]))
            : std::make_unique<System>(make_saddle<linear::GroupSaddle<double>, double>(
                  *op_, form_, block.row, real_prefix, groups[i])));
  }
  const auto for_each = [&](auto call) {
    for (auto& system : systems_) {
      if (auto* pair = std::get_if<linear::GroupSaddle<Complex>>(system.get())) call(*pair);
      if (auto* one = std::get_if<linear::GroupSaddle<double>>(system.get())) call(*one);
    }
  };
  for_each([](auto& saddle) { saddle.factor(); });
  for_each([](auto& saddle) { saddle.agree(); });
}

template <typename Scalar>
std::unique_ptr<DecoupledSolver::System> DecoupledSolver::make_iterative(int row) const {
  std::vector<typename linear::IterativeSaddle<Scalar>::Weighted> sum;
  for (std::size_t k = 0; k < op_->terms().size(); ++k) {
    const Complex sigma = form_.X[k](row, row);
    if constexpr (std::is_same_v<Scalar, double>)
      sum.push_back({sigma.real(), op_->terms()[k].B->get()});
    else
      sum.push_back({sigma, op_->terms()[k].B->get()});
  }
  return std::make_unique<System>(
      linear::IterativeSaddle<Scalar>(iterative_->spaces, sum, iterative_->options));
}

template <typename Scalar>
std::unique_ptr<DecoupledSolver::System> DecoupledSolver::make_group_iteration(
    int row, linear::Group group) const {
  const auto& spaces = *iterative_->spaces;
  std::vector<Scalar> sigma(spaces.system().matrices.size(), Scalar(0));
  for (std::size_t k = 0; k < op_->terms().size(); ++k) {
    Scalar& sum = sigma[spaces.system().index(op_->terms()[k].B->get())];
    if constexpr (std::is_same_v<Scalar, double>)
      sum += form_.X[k](row, row).real();
    else
      sum += form_.X[k](row, row);
  }
  return std::make_unique<System>(linear::GroupIteration<Scalar>(
      op_->system(), groups_, group, std::move(sigma), iterative_->options));
}

template <typename Call>
void DecoupledSolver::for_each_iteration(Call call) {
  for (std::size_t block = 0; block < systems_.size(); ++block) {
    if (auto* pair = std::get_if<linear::GroupIteration<Complex>>(systems_[block].get()))
      call(*pair, block);
    if (auto* one = std::get_if<linear::GroupIteration<double>>(systems_[block].get()))
      call(*one, block);
  }
}

/// Each group builds its cycles while the others build theirs.
void DecoupledSolver::iterate_on_groups() {
  const auto groups = linear::share_ranks(iteration_costs(form_), core::size(op_->system().comm()),
                                          linear::Placement::groups);
  groups_ = iterative_->spaces->on(groups);
  for (std::size_t i = 0; i < form_.blocks.size(); ++i)
    systems_.push_back(form_.blocks[i].complex_pair
                           ? make_group_iteration<Complex>(form_.blocks[i].row, groups[i])
                           : make_group_iteration<double>(form_.blocks[i].row, groups[i]));
  for_each_iteration([](auto& system, std::size_t) { system.prepare(); });
  for_each_iteration([](auto& system, std::size_t) { system.agree(); });
}

/// All ranks hear of every system before one that failed is told.
SolveResult DecoupledSolver::iterate_in_groups(const BlockVector& rhs, BlockVector& x, bool guess) {
  std::vector<Complex> start(guess ? static_cast<std::size_t>(local_) : 0);
  for_each_iteration([&](auto& system, std::size_t block) {
    const int row = form_.blocks[block].row;
    load(rhs, row, solutions_[block].data());
    if (guess) load_guess(x, row, start.data());
    system.send(solutions_[block], guess ? &start : nullptr);
  });
  for_each_iteration([](auto& system, std::size_t) { system.solve(); });
  SolveResult all;
  for_each_iteration([&](auto& system, std::size_t block) {
    const SolveResult one = system.receive(solutions_[block]);
    all.iterations += one.iterations;
    all.tolerance = std::max(all.tolerance, one.tolerance);
    if (!one.converged && all.converged) {
      all.converged = false;
      all.cause = one.cause;
    }
  });
  if (all.converged) unload(0, x);
  return all;
}

void DecoupledSolver::load(const BlockVector& rhs, int row, Complex* target) const {
  std::fill_n(target, local_, Complex(0));
  for (int j = 0; j < rhs.velocity_blocks(); ++j)
    accumulate(form_.left(row, j), rhs.velocity(j), target, 0);
  const PetscInt offset = core::row_range(Vec(force_)).size();
  for (int j = 0; j < rhs.multiplier_blocks(); ++j)
    accumulate(constraint_rows_(row, j), rhs.multiplier(j), target, offset);
}

void DecoupledSolver::load_guess(const BlockVector& x, int row, Complex* target) const {
  std::fill_n(target, local_, Complex(0));
  for (int j = 0; j < x.velocity_blocks(); ++j)
    accumulate(guess_rows_(row, j), x.velocity(j), target, 0);
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

namespace {

std::vector<double> real_parts(const std::vector<Complex>& values) {
  std::vector<double> real(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) real[i] = values[i].real();
  return real;
}

}  // namespace

void DecoupledSolver::send(std::size_t block, int count) {
  std::vector<Complex>& x = solutions_[block];
  if (auto* pair = std::get_if<linear::GroupSaddle<Complex>>(systems_[block].get()))
    pair->send(x, count);
  if (auto* one = std::get_if<linear::GroupSaddle<double>>(systems_[block].get())) {
    real_ = real_parts(x);
    one->send(real_, count);
  }
}

void DecoupledSolver::solve_system(std::size_t block, int count) {
  std::vector<Complex>& x = solutions_[block];
  System& system = *systems_[block];
  if (auto* pair = std::get_if<linear::GroupSaddle<Complex>>(&system)) pair->solve();
  if (auto* one = std::get_if<linear::GroupSaddle<double>>(&system)) one->solve();
  if (auto* pair = std::get_if<linear::ComplexSaddle>(&system)) pair->solve(x, count);
  if (auto* one = std::get_if<linear::RealSaddle>(&system)) {
    real_ = real_parts(x);
    one->solve_all(real_, count);
    std::copy(real_.begin(), real_.end(), x.begin());
  }
}

void DecoupledSolver::receive(std::size_t block, int count) {
  std::vector<Complex>& x = solutions_[block];
  if (auto* pair = std::get_if<linear::GroupSaddle<Complex>>(systems_[block].get()))
    pair->receive(x, count);
  if (auto* one = std::get_if<linear::GroupSaddle<double>>(systems_[block].get())) {
    real_.resize(x.size());
    one->receive(real_, count);
    std::copy(real_.begin(), real_.end(), x.begin());
  }
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

/// In x the right-hand side [f; g] on entry, the solution on return.
template <typename Scalar>
SolveResult DecoupledSolver::iterate(linear::IterativeSaddle<Scalar>& system,
                                     std::vector<Complex>& x, const std::vector<Complex>* guess) {
  const auto as_scalar = [](const std::vector<Complex>& from) {
    if constexpr (std::is_same_v<Scalar, double>) {
      std::vector<double> to(from.size());
      std::transform(from.begin(), from.end(), to.begin(),
                     [](const Complex& z) { return z.real(); });
      return to;
    } else {
      return from;
    }
  };
  const auto dofs = static_cast<std::size_t>(core::row_range(Vec(force_)).size());
  const std::vector<Scalar> right = as_scalar(x);
  std::vector<Scalar> left = guess ? as_scalar(*guess) : std::vector<Scalar>(right.size());
  const std::span<const Scalar> from(right);
  const std::span<Scalar> to(left);
  const SolveResult result = system.solve(from.first(dofs), from.subspan(dofs), to.first(dofs),
                                          to.subspan(dofs), guess != nullptr);
  std::copy(left.begin(), left.end(), x.begin());
  return result;
}

SolveResult DecoupledSolver::iterate_blocks(const BlockVector& rhs, BlockVector& x, bool guess) {
  if (grouped_) return iterate_in_groups(rhs, x, guess);
  SolveResult all;
  std::vector<Complex> start(guess ? static_cast<std::size_t>(local_) : 0);
  for (std::size_t block = form_.blocks.size(); block-- > 0;) {
    std::vector<Complex>& solution = solutions_[block];
    load(rhs, form_.blocks[block].row, solution.data());
    if (!form_.diagonal) subtract_coupling(block, solution);
    if (guess) load_guess(x, form_.blocks[block].row, start.data());
    const auto* known = guess ? &start : nullptr;
    auto* pair = std::get_if<linear::IterativeSaddle<Complex>>(systems_[block].get());
    const SolveResult one =
        pair
            ? iterate(*pair, solution, known)
            : iterate(std::get<linear::IterativeSaddle<double>>(*systems_[block]), solution, known);
    all.iterations += one.iterations;
    all.tolerance = std::max(all.tolerance, one.tolerance);
    if (!one.converged) return {false, all.iterations, one.cause};
  }
  unload(0, x);
  return all;
}

SolveResult DecoupledSolver::iterate_truly(const BlockVector& rhs, BlockVector& x, bool guess) {
  if (!truth_) return iterate_blocks(rhs, x, guess);
  return truth_->solve(
      rhs, x, [&](const auto& b, auto& y) { return iterate_blocks(b, y, guess); },
      [&](const auto& b, auto& y) { return iterate_blocks(b, y, false); });
}

SolveResult DecoupledSolver::solve(const BlockVector& rhs, BlockVector& x) {
  if (iterative_) return iterate_truly(rhs, x, false);
  if (form_.diagonal) {
    const BlockVector* const only = &rhs;
    solve_independent({&only, 1});
  } else {
    for (std::size_t block = form_.blocks.size(); block-- > 0;) {
      load(rhs, form_.blocks[block].row, solutions_[block].data());
      subtract_coupling(block, solutions_[block]);
      send(block, 1);
      solve_system(block, 1);
      receive(block, 1);
    }
  }
  unload(0, x);
  return {};
}

SolveResult DecoupledSolver::improve(const BlockVector& rhs, BlockVector& x) {
  return iterative_ ? iterate_truly(rhs, x, true) : solve(rhs, x);
}

/// All blocks at the same time, where they are on different ranks.
void DecoupledSolver::solve_independent(std::span<const BlockVector* const> rhs) {
  const auto size = static_cast<std::size_t>(local_);
  const int count = static_cast<int>(rhs.size());
  const std::size_t blocks = form_.blocks.size();
  for (std::size_t block = 0; block < blocks; ++block) {
    solutions_[block].resize(rhs.size() * size);
    for (std::size_t k = 0; k < rhs.size(); ++k)
      load(*rhs[k], form_.blocks[block].row, solutions_[block].data() + k * size);
    send(block, count);
  }
  for (std::size_t block = 0; block < blocks; ++block) solve_system(block, count);
  for (std::size_t block = 0; block < blocks; ++block) receive(block, count);
}

SolveResult DecoupledSolver::solve_all(std::span<const BlockVector* const> rhs,
                                       std::span<BlockVector* const> x) {
  if (rhs.size() == 1 || !form_.diagonal || iterative_) return Solver::solve_all(rhs, x);
  solve_independent(rhs);
  for (std::size_t k = 0; k < rhs.size(); ++k) unload(k, *x[k]);
  return {};
}

double DecoupledSolver::factor_entries() const {
  double entries = 0;
  for (const auto& system : systems_)
    entries += std::visit([](const auto& saddle) { return saddle.factor_entries(); }, *system);
  return entries;
}

double DecoupledSolver::factor_bytes() const {
  double bytes = 0;
  for (std::size_t i = 0; i < systems_.size(); ++i)
    bytes += std::visit([](const auto& saddle) { return saddle.factor_entries(); }, *systems_[i]) *
             (form_.blocks[i].complex_pair ? sizeof(Complex) : sizeof(double));
  return bytes;
}

SolverTimes DecoupledSolver::times() const {
  SolverTimes sum;
  for (const auto& system : systems_) {
    const auto times = std::visit([](const auto& saddle) { return saddle.times(); }, *system);
    sum.factor += times.factor;
    sum.solve += times.solve;
  }
  return sum;
}

}  // namespace sparkdyn::stage
