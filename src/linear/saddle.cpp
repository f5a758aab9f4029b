// SPDX-License-Identifier: BSD-3-Clause
#include "linear/saddle.hpp"

#include <algorithm>
#include <limits>

#include "linear/elimination_order.hpp"
#include "linear/placement.hpp"
#include "saddle_sum.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {

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

void append(Vec part, std::vector<double>& values) {
  const core::ReadArray entries(part);
  values.insert(values.end(), entries.data(), entries.data() + entries.size());
}

}  // namespace

RealSaddle::~RealSaddle() = default;
RealSaddle::RealSaddle(RealSaddle&&) noexcept = default;

RealSaddle::RealSaddle(const Operators& system, const std::vector<WeightedMatrix<double>>& sum,
                       const std::string& prefix, const SaddleOptions& options)
    : constrained_(options.with_constraint && system.constrained()), what_(prefix) {
  const int ranks = core::size(system.comm());
  const bool alone = !options.spaces && place_factors(options.placement, ranks, system.unknowns(),
                                                      {1.0}) == Placement::single;
  solver_ = make_shifted(system, sum,
                         ShiftedOptions{.prefix = prefix,
                                        .group = {0, alone ? 1 : ranks},
                                        .with_constraint = options.with_constraint,
                                        .inertia = options.inertia,
                                        .spaces = options.spaces,
                                        .iterative = options.iterative});
  solver_->set_up();
  solver_->agree();
  refined_ = options.refined && constrained_ && !solver_->iterates();
  if (solver_->iterates() || refined_)
    truth_ = std::make_unique<Truth>(one_block(system, sum, constrained_));
}

SolveResult RealSaddle::solve_once(Vec f, Vec g, Vec x, Vec y, Vec guess) {
  values_.clear();
  append(f, values_);
  if (constrained_) append(g, values_);
  guess_.clear();
  if (guess) {
    append(guess, guess_);
    guess_.resize(values_.size());
  }
  solver_->send(values_, 1, guess ? Shifted<double>::Guess(guess_) : std::nullopt);
  solver_->solve();
  SolveResult result = solver_->receive(values_);
  const core::WriteArray displacement(x);
  std::copy_n(values_.data(), displacement.size(), displacement.data());
  if (!constrained_) return result;
  const core::WriteArray multiplier(y);
  std::copy_n(values_.data() + displacement.size(), multiplier.size(), multiplier.data());
  return result;
}

/// As long as what is left of the right-hand side falls to a tenth.
void RealSaddle::refine(Vec f, Vec g, Vec x, Vec y) {
  auto& [op, residual, right, left] = *truth_;
  core::copy(f, right.velocity(0));
  core::copy(g, right.multiplier(0));
  solve_once(right.velocity(0), right.multiplier(0), left.velocity(0), left.multiplier(0), nullptr);
  BlockVector rest = op.make_vector();
  double before = std::numeric_limits<double>::infinity(), rows_before = before;
  constexpr int most = 8;
  for (int pass = 0; pass < most; ++pass) {
    op.apply(left, rest);
    core::check(VecAYPX(rest.whole(), -1.0, right.whole()));
    const double size = core::norm(rest.velocity(0)), rows = core::norm(rest.multiplier(0));
    if (!(size < 0.1 * before || rows < 0.1 * rows_before)) break;
    before = size;
    rows_before = rows;
    solve_once(rest.velocity(0), rest.multiplier(0), rest.velocity(0), rest.multiplier(0), nullptr);
    core::check(VecAXPY(left.whole(), 1.0, rest.whole()));
  }
  core::copy(left.velocity(0), x);
  core::copy(left.multiplier(0), y);
}

int RealSaddle::iterate(Vec f, Vec g, Vec x, Vec y, Vec guess) {
  if (!truth_) return solve_once(f, g, x, y, nullptr).iterations;
  if (refined_) {
    refine(f, g, x, y);
    return 0;
  }
  auto& [op, residual, right, left] = *truth_;
  core::copy(f, right.velocity(0));
  if (constrained_) core::copy(g, right.multiplier(0));
  const auto once = [&](const BlockVector& b, BlockVector& z, Vec from) {
    return solve_once(b.velocity(0), constrained_ ? b.multiplier(0) : nullptr, z.velocity(0),
                      constrained_ ? z.multiplier(0) : nullptr, from);
  };
  const SolveResult result = residual.solve(
      right, left, [&](const auto& b, auto& z) { return once(b, z, guess); },
      [&](const auto& b, auto& z) { return once(b, z, nullptr); });
  if (!result.converged) core::numerics_error("linear solve ({}) failed: {}", what_, result.cause);
  core::copy(left.velocity(0), x);
  if (constrained_) core::copy(left.multiplier(0), y);
  return result.iterations;
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
