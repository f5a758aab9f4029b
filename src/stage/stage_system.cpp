// SPDX-License-Identifier: BSD-3-Clause
#include "stage/stage_system.hpp"

#include "sparkdyn/core/error.hpp"
#include "tableau/decompositions.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;
using mechanics::Kind;

/// The coefficient matrices of one closing, extended by a row for v₁ when it is an unknown.
struct Rows {
  int stages;
  bool with_final;

  int blocks() const { return stages + (with_final ? 1 : 0); }
  Matrix identity() const { return Matrix::Identity(blocks(), blocks()); }
  /// A on the stages; bᵀA-like last row for v₁, which no force depends on.
  Matrix extend(const Matrix& A, const Eigen::RowVectorXd& last) const {
    Matrix X = Matrix::Zero(blocks(), blocks());
    X.topLeftCorner(stages, stages) = A;
    if (with_final) X.bottomLeftCorner(1, stages) = last;
    return X;
  }
};

BlockOperator make_operator(const mechanics::System& system, linear::Operators operators,
                            const Coefficients& c, double h, Closing closing,
                            const Eigen::RowVectorXd& final_row) {
  const int s = c.stages;
  const Rows rows{s, closing == Closing::coupled};
  const Eigen::RowVectorXd b = c.b.transpose();
  std::vector<KroneckerTerm> terms{{rows.identity(), system.mass()}};
  for (std::size_t k = 0; k < system.terms().size(); ++k) {
    const auto& term = system.terms()[k];
    const Matrix X = term.kind == Kind::elastic
                         ? rows.extend(h * h * c.terms[k] * c.velocity, h * h * b * c.velocity)
                         : rows.extend(h * c.terms[k], h * b);
    for (const auto& part : term.parts) terms.push_back({part.factor * X, part.matrix});
  }
  if (!system.constrained())
    return {std::move(operators), std::move(terms), Matrix(rows.blocks(), 0), Matrix()};

  const int multipliers = closing == Closing::projected ? s - 1 : s;
  Matrix L = Matrix::Zero(rows.blocks(), multipliers);
  L.topRows(s) = c.constraint.leftCols(multipliers);
  Matrix E = Matrix::Zero(multipliers, rows.blocks());
  E.topLeftCorner(s - 1, s) = c.position.bottomRows(s - 1);
  if (closing == Closing::coupled) {
    L.bottomRows(1) = b;
    E(s - 1, s) = 1;
  }
  if (closing == Closing::uniform) E.bottomRows(1) = final_row;
  return {std::move(operators), std::move(terms), std::move(L), std::move(E)};
}

/// Null when there is none.
mechanics::MatrixPtr first_stiffness(const mechanics::System& system) {
  for (const auto& term : system.terms())
    if (term.kind == Kind::elastic && !term.parts.empty()) return term.parts.front().matrix;
  return nullptr;
}

Eigen::RowVectorXd final_row_of(const Matrix& A, const Vector& b) {
  if (A.size() == 0) return {};
  return tableau::solve(Matrix(A.transpose()), Matrix(b)).transpose();
}

}  // namespace

std::string_view name(Closing closing) {
  switch (closing) {
    case Closing::uniform:
      return "uniform";
    case Closing::projected:
      return "projected";
    default:
      return "coupled";
  }
}

std::vector<Closing> possible_closings(const mechanics::System& system,
                                       const Coefficients& coefficients) {
  std::vector<Closing> closings;
  if (uniform_force_matrix(system, coefficients).size() > 0) closings.push_back(Closing::uniform);
  const bool last_is_free = coefficients.constraint.col(coefficients.stages - 1).isZero(0);
  if (!system.constrained() || last_is_free) closings.push_back(Closing::projected);
  closings.push_back(Closing::coupled);
  return closings;
}

MassSolver::MassSolver(const mechanics::System& system, linear::Operators operators,
                       linear::SolverPlan plan)
    : system_(&system), operators_(std::move(operators)), plan_(std::move(plan)) {
  if (plan_.method == linear::Method::multigrid)
    spaces_ = std::make_shared<linear::MultigridSpaces>(operators_);
}

linear::SaddleOptions MassSolver::saddle_options() const {
  return {.placement = plan_.placement,
          .spaces = spaces_,
          .iterative = {.tolerance = plan_.tolerance, .max_iterations = plan_.max_iterations}};
}

/// To round-off: a mass is well conditioned, and what depends on it should not show how it was
/// solved.
linear::SaddleOptions MassSolver::mass_options(bool with_constraint) const {
  return {.with_constraint = with_constraint,
          .placement = plan_.placement,
          .spaces = spaces_,
          .iterative = {.tolerance = 1e-13,
                        .max_iterations = 2000,
                        .preconditioner = linear::Preconditioner::jacobi}};
}

linear::RealSaddle& MassSolver::with_constraint() {
  if (!with_constraint_)
    with_constraint_ = std::make_unique<linear::RealSaddle>(
        operators_, std::vector<linear::WeightedMatrix<double>>{{1.0, system_->mass()}},
        system_->constrained() ? "mass_constraint_" : "mass_", mass_options(true));
  return *with_constraint_;
}

linear::RealSaddle& MassSolver::alone() {
  if (!system_->constrained()) return with_constraint();
  if (!alone_)
    alone_ = std::make_unique<linear::RealSaddle>(
        operators_, std::vector<linear::WeightedMatrix<double>>{{1.0, system_->mass()}}, "mass_",
        mass_options(false));
  return *alone_;
}

/// Beside the cycles of a multigrid products cost nothing, and memory is short.
void MassSolver::multiply(Vec v, Vec p, Vec q, Vec f) {
  const mechanics::MatrixPtr stiffness = first_stiffness(*system_);
  if (spaces_) {
    check(MatMult(*system_->mass(), v, p));
    if (stiffness) check(MatMult(*stiffness, q, f));
    return;
  }
  if (!product_)
    product_ = std::make_unique<const linear::JointProduct>(system_->mass(), stiffness,
                                                            system_->symmetric());
  if (stiffness)
    product_->multiply(v, p, q, f);
  else
    product_->multiply(v, p);
}

SolverTimes MassSolver::times() const {
  SolverTimes sum;
  for (const auto* solver : {with_constraint_.get(), alone_.get()})
    if (solver) {
      sum.factor += solver->times().factor;
      sum.solve += solver->times().solve;
    }
  return sum;
}

StageSystem::StageSystem(const mechanics::System& system, const Coefficients& coefficients,
                         double h, Closing closing, std::shared_ptr<MassSolver> mass)
    : system_(&system),
      coefficients_(coefficients),
      h_(h),
      closing_(closing),
      mass_(std::move(mass)),
      A_(closing == Closing::uniform ? uniform_force_matrix(system, coefficients) : Matrix()),
      last_row_(final_row_of(A_, coefficients.b)),
      operator_(make_operator(system, mass_ ? mass_->operators() : linear::operators_of(system),
                              coefficients, h, closing, last_row_.transpose())) {
  if (closing == Closing::uniform) {
    r_infinity_ = 1 - last_row_.sum();
    for (const Matrix& A_load : coefficients.loads) {
      Vector defect = coefficients.b - A_load.transpose() * last_row_;
      if (defect.lpNorm<Eigen::Infinity>() <= 1e-14) defect.setZero();
      loads_differ_ |= !defect.isZero(0);
      load_defect_.push_back(defect);
    }
  }
  momentum_ = system.make_displacement();
  elastic_ = core::make_like(momentum_);
  work_n_ = core::make_like(momentum_);
  correction_ = core::make_like(momentum_);
  work_m_ = system.make_multiplier();
  last_multiplier_ = system.make_multiplier();
}

void StageSystem::right_hand_side(const mechanics::State& state, BlockVector& rhs) {
  mass_->multiply(state.v, momentum_, state.q, elastic_);
  velocity_rows(state, rhs);
  if (closing_ == Closing::uniform && loads_differ_) load_correction(state);
  if (system_->constrained()) constraint_rows(state, rhs);
}

void StageSystem::velocity_rows(const mechanics::State& state, BlockVector& rhs) {
  for (int i = 0; i < rhs.velocity_blocks(); ++i) core::copy(momentum_, rhs.velocity(i));
  add_elastic_start(state, rhs);
  add_loads(state, rhs);
}

/// −h (A_k 1)_i K_k q₀: row sums, since c_i = Σ_j a_ij fails for IIIB with two stages.
void StageSystem::add_elastic_start(const mechanics::State& state, BlockVector& rhs) {
  for (std::size_t k = 0; k < system_->terms().size(); ++k) {
    const auto& term = system_->terms()[k];
    if (term.kind != Kind::elastic) continue;
    const Vector sums = coefficients_.terms[k].rowwise().sum();
    for (const auto& part : term.parts) {
      const bool known = part.matrix == first_stiffness(*system_);
      if (!known) check(MatMult(*part.matrix, state.q, work_n_));
      const core::Vector& force = known ? elastic_ : work_n_;
      for (int i = 0; i < rhs.velocity_blocks(); ++i) {
        const double sum = i < coefficients_.stages ? sums(i) : coefficients_.b.sum();
        if (sum != 0) check(VecAXPY(rhs.velocity(i), -h_ * sum * part.factor, force));
      }
    }
  }
}

void StageSystem::add_loads(const mechanics::State& state, BlockVector& rhs) {
  const double t = state.t;
  const int s = coefficients_.stages;
  for (std::size_t k = 0; k < system_->loads().size(); ++k) {
    const auto& load = system_->loads()[k];
    if (!load.acts_in(state.load_case)) continue;
    Vector amplitude(s);
    for (int j = 0; j < s; ++j) amplitude(j) = load.amplitude->value(t + coefficients_.c(j) * h_);
    const Vector impulse = h_ * coefficients_.loads[k] * amplitude;
    for (int i = 0; i < rhs.velocity_blocks(); ++i) {
      const double factor = i < s ? impulse(i) : h_ * coefficients_.b.dot(amplitude);
      if (factor != 0) check(VecAXPY(rhs.velocity(i), factor, load.shape));
    }
  }
}

/// What v₁ = R∞v₀ + bᵀA⁻¹V lacks when a load has another matrix: h M⁻¹ Σ_j (b − A_Fᵀ A⁻ᵀb)_j
/// F(t_j).
void StageSystem::load_correction(const mechanics::State& state) {
  const double t = state.t;
  check(VecSet(correction_, 0.0));
  for (std::size_t k = 0; k < system_->loads().size(); ++k) {
    const auto& load = system_->loads()[k];
    if (!load.acts_in(state.load_case)) continue;
    double factor = 0;
    for (int j = 0; j < coefficients_.stages; ++j)
      factor += load_defect_[k](j) * load.amplitude->value(t + coefficients_.c(j) * h_);
    check(VecAXPY(correction_, h_ * factor, load.shape));
  }
  mass_->alone().solve(correction_, nullptr, correction_, nullptr);
}

/// Actual residuals, never assumed zero, so that round-off does not accumulate into drift.
void StageSystem::constraint_rows(const mechanics::State& state, BlockVector& rhs) {
  const int s = coefficients_.stages;
  check(MatMult(system_->G(), state.q, work_m_));
  for (int i = 1; i < s; ++i) {
    Vec row = rhs.multiplier(i - 1);
    system_->prescribed_value(state.t + coefficients_.c(i) * h_, 0, row);
    check(VecAXPY(row, -1.0, work_m_));
    check(VecScale(row, 1 / h_));
  }
  if (closing_ == Closing::projected) return;
  Vec row = rhs.multiplier(s - 1);
  system_->prescribed_value(state.t + h_, 1, row);
  if (closing_ == Closing::coupled) return;
  core::copy(state.v, work_n_);
  check(VecScale(work_n_, r_infinity_));
  if (loads_differ_) check(VecAXPY(work_n_, 1.0, correction_));
  check(MatMult(system_->G(), work_n_, work_m_));
  check(VecAXPY(row, -1.0, work_m_));
}

void StageSystem::finish(const mechanics::State& state, const BlockVector& x,
                         mechanics::State& next) {
  const int s = coefficients_.stages;
  next.t = state.t + h_;
  core::copy(state.q, next.q);
  for (int i = 0; i < s; ++i) check(VecAXPY(next.q, h_ * coefficients_.b(i), x.velocity(i)));
  if (closing_ == Closing::coupled) {
    core::copy(x.velocity(s), next.v);
  } else if (closing_ == Closing::projected) {
    final_velocity_by_projection(state, x, next.v);
  } else {
    core::copy(state.v, next.v);
    check(VecScale(next.v, r_infinity_));
    for (int i = 0; i < s; ++i) check(VecAXPY(next.v, last_row_(i), x.velocity(i)));
    if (loads_differ_) check(VecAXPY(next.v, 1.0, correction_));
  }
}

/// [M Gᵀ; G 0][v₁; h b_s Λ_s] = [M v₀ + h bᵀ(F − C V − K Q) − Σ_{j<s} b_j Gᵀ hΛ_j; c'(t₁)].
void StageSystem::final_velocity_by_projection(const mechanics::State& state, const BlockVector& x,
                                               Vec v) {
  const int s = coefficients_.stages;
  const core::Vector mean_v = core::make_like(v), mean_q = core::make_copy(state.q);
  const Vector through_velocity = coefficients_.velocity.transpose() * coefficients_.b;
  for (int j = 0; j < s; ++j) {
    check(VecAXPY(mean_v, coefficients_.b(j), x.velocity(j)));
    check(VecAXPY(mean_q, h_ * through_velocity(j), x.velocity(j)));
  }
  const core::Vector right = core::make_copy(momentum_);
  system_->add_internal(-h_, mean_q, mean_v, right);
  for (int j = 0; j < s; ++j)
    system_->add_load(state.t + coefficients_.c(j) * h_, h_ * coefficients_.b(j), right,
                      state.load_case);
  if (!system_->constrained()) {
    mass_->alone().solve(right, nullptr, v, nullptr);
    return;
  }
  check(VecSet(work_m_, 0.0));
  for (int j = 0; j < s - 1; ++j) check(VecAXPY(work_m_, -coefficients_.b(j), x.multiplier(j)));
  check(MatMultTransposeAdd(system_->G(), work_m_, right, right));
  system_->prescribed_value(state.t + h_, 1, work_m_);
  mass_->with_constraint().solve(right, work_m_, v, last_multiplier_);
  check(VecScale(last_multiplier_, 1 / coefficients_.b(s - 1)));
}

Vec StageSystem::multiplier(const BlockVector& x, int i) const {
  const bool last_apart = closing_ == Closing::projected && i == coefficients_.stages - 1;
  return last_apart ? last_multiplier_.get() : x.multiplier(i);
}

}  // namespace sparkdyn::stage
