// SPDX-License-Identifier: BSD-3-Clause
#include "stage/stage_system.hpp"

#include "mechanics/parts.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"
#include "stage/add_stages.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;
using mechanics::Kind;
using mechanics::Linearization;

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

/// The matrix that a term of a linearisation is integrated with. The curvature of constraints has
/// that of the first force: its own would keep the stages from decoupling, and Newton's method does
/// not need it to be exact.
const Matrix& matrix_of(const Coefficients& c, std::size_t force) {
  if (force < c.terms.size()) return c.terms[force];
  return c.terms.empty() ? c.velocity : c.terms.front();
}

std::vector<KroneckerTerm> block_terms(const mechanics::System& system, const Linearization& around,
                                       const Coefficients& c, double h, const Rows& rows) {
  const Eigen::RowVectorXd b = c.b.transpose();
  std::vector<KroneckerTerm> terms{{rows.identity(), system.mass()}};
  for (std::size_t k = 0; k < around.terms.size(); ++k) {
    const auto& term = around.terms[k];
    const Matrix& A = matrix_of(c, around.force[k]);
    const Matrix X = term.kind == Kind::elastic
                         ? rows.extend(h * h * A * c.velocity, h * h * b * c.velocity)
                         : rows.extend(h * A, h * b);
    for (const auto& part : term.parts) terms.push_back({part.factor * X, part.matrix});
  }
  return terms;
}

/// `final_row` is bᵀA⁻¹ of a uniform closing, A its matrix.
BlockOperator make_operator(const mechanics::System& system, linear::Operators operators,
                            const Linearization& around, const Coefficients& c, double h,
                            Closing closing, const Matrix& A, const Eigen::RowVectorXd& final_row) {
  const int s = c.stages;
  const Rows rows{s, closing == Closing::coupled};
  auto terms = block_terms(system, around, c, h, rows);
  if (!system.constrained())
    return {std::move(operators), std::move(terms), Matrix(rows.blocks(), 0), Matrix()};
  if (closing == Closing::uniform && c.interior)
    return {std::move(operators), std::move(terms), A, Matrix(Matrix::Identity(s, s))};

  const int positions = c.multipliers() - 1;
  const int multipliers = closing == Closing::projected ? positions : positions + 1;
  Matrix L = Matrix::Zero(rows.blocks(), multipliers);
  L.topRows(s) = c.constraint.leftCols(multipliers);
  Matrix E = Matrix::Zero(multipliers, rows.blocks());
  E.topLeftCorner(positions, s) = c.position;
  if (closing == Closing::coupled) {
    L.bottomRows(1) = c.weights.transpose();
    E(positions, s) = 1;
  }
  if (closing == Closing::uniform) E.bottomRows(1) = final_row;
  return {std::move(operators), std::move(terms), std::move(L), std::move(E)};
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
  // On Gauss' nodes each stage's constraint is of its own, and two stages are needed for both ends.
  const bool fits = !system.constrained() || !coefficients.interior ||
                    (system.prescribes() && coefficients.stages > 1);
  if (fits && uniform_force_matrix(system, coefficients).size() > 0)
    closings.push_back(Closing::uniform);
  const bool last_is_free = coefficients.constraint.rightCols(1).isZero(0);
  if (!system.constrained() || last_is_free) closings.push_back(Closing::projected);
  if (!coefficients.interior) closings.push_back(Closing::coupled);
  return closings;
}

StageSystem::StageSystem(const mechanics::System& system, const Coefficients& coefficients,
                         double h, Closing closing, std::shared_ptr<MassSolver> mass,
                         std::shared_ptr<const Linearization> around)
    : system_(&system),
      coefficients_(coefficients),
      h_(h),
      closing_(closing),
      mass_(std::move(mass)),
      around_(std::move(around)),
      A_(closing == Closing::uniform ? uniform_force_matrix(system, coefficients) : Matrix()),
      last_row_(final_row_of(A_, coefficients.b)),
      operator_(
          make_operator(system,
                        mass_ ? mass_->operators(around_ ? *around_ : system.around())
                              : linear::operators_of(system, around_ ? *around_ : system.around()),
                        around_ ? *around_ : system.around(), coefficients, h, closing, A_,
                        last_row_.transpose())) {
  if (closing == Closing::uniform) {
    r_infinity_ = 1 - last_row_.sum();
    for (const Matrix& A_load : coefficients.loads) {
      Vector defect = coefficients.b - A_load.transpose() * last_row_;
      if (defect.lpNorm<Eigen::Infinity>() <= 1e-14) defect.setZero();
      loads_differ_ |= !defect.isZero(0);
      load_defect_.push_back(defect);
    }
  }
  prepare_load_correction();
  if (system.constrained() && stagewise()) {
    const Matrix one = Matrix::Identity(coefficients.stages, coefficients.stages);
    from_positions_ = tableau::solve(coefficients.position, one);
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
  add_elastic_start(state.q, Vector::Ones(coefficients_.stages), rhs);
  add_loads(state, rhs);
}

/// −h (A_k d)_i K_k q in the direction d, 1 for what a step starts from: row sums then, since
/// c_i = Σ_j a_ij fails for IIIB with two stages. `elastic_` is the first K_k q already, unless the
/// system was linearised elsewhere.
void StageSystem::add_elastic_start(Vec q, const Vector& direction, BlockVector& rhs) {
  const Linearization& around = around_ ? *around_ : system_->around();
  for (std::size_t k = 0; k < around.terms.size(); ++k) {
    const auto& term = around.terms[k];
    if (term.kind != Kind::elastic) continue;
    const Vector sums = matrix_of(coefficients_, around.force[k]) * direction;
    for (const auto& part : term.parts) {
      const bool known = !around_ && part.matrix == first_stiffness(around);
      if (!known) check(MatMult(*part.matrix, q, work_n_));
      const core::Vector& force = known ? elastic_ : work_n_;
      for (int i = 0; i < rhs.velocity_blocks(); ++i) {
        const double sum = i < coefficients_.stages ? sums(i) : coefficients_.b.dot(direction);
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
  if (held_by_constraints_) {
    check(VecSet(work_m_, 0.0));
    mass_->with_constraint().solve(correction_, work_m_, correction_, work_m_);
  } else {
    mass_->alone().solve(correction_, nullptr, correction_, nullptr);
  }
}

/// A load with another matrix needs M⁻¹; where M is singular and constraints hold what has no mass,
/// [M Gᵀ; G 0] takes its place (notes §1.4). Factored here, so that a refusal comes before a run.
void StageSystem::prepare_load_correction() {
  if (!loads_differ_ || !mass_) return;
  held_by_constraints_ = system_->constrained() && system_->prescribes() &&
                         mechanics::massless_dofs(*system_).count > 0;
  held_by_constraints_ ? mass_->with_constraint() : mass_->alone();
}

/// Actual residuals, never assumed zero, so that round-off does not accumulate into drift.
void StageSystem::constraint_rows(const mechanics::State& state, BlockVector& rhs) {
  if (stagewise()) {
    stagewise_rows(state, rhs);
    return;
  }
  const int positions = coefficients_.multipliers() - 1;
  check(MatMult(system_->G(), state.q, work_m_));
  for (int i = 0; i < positions; ++i) {
    Vec row = rhs.multiplier(i);
    system_->prescribed_value(state.t + coefficients_.position_nodes(i) * h_, 0, row);
    check(VecAXPY(row, -1.0, work_m_));
    check(VecScale(row, 1 / h_));
  }
  if (closing_ == Closing::projected) return;
  Vec row = rhs.multiplier(positions);
  system_->prescribed_value(state.t + h_, 1, row);
  if (closing_ == Closing::coupled) return;
  core::copy(state.v, work_n_);
  check(VecScale(work_n_, r_infinity_));
  if (loads_differ_) check(VecAXPY(work_n_, 1.0, correction_));
  check(MatMult(system_->G(), work_n_, work_m_));
  check(VecAXPY(row, -1.0, work_m_));
}

void StageSystem::stagewise_rows(const mechanics::State& state, BlockVector& rhs) {
  if (start_m_.empty()) {
    start_m_ = core::make_like(work_m_);
    defect_m_ = core::make_like(work_m_);
  }
  check(MatMult(system_->G(), state.v, defect_m_));
  check(VecScale(defect_m_, r_infinity_));
  if (loads_differ_) check(MatMultAdd(system_->G(), correction_, defect_m_, defect_m_));
  check(MatMult(system_->G(), state.q, start_m_));
  stagewise_values(state.t, start_m_, defect_m_, rhs);
}

/// w = Ā⁻¹(c(t_k) − Gq₀)/h + p δ: the velocities that take the positions through c at all points,
/// and the one change of them that moves v₁ and not q₁, so that G q₁ = c(t₁) and G v₁ = c'(t₁) both
/// hold to round-off (docs/numerics.md §2b). `position` is Gq₀, `rate` the part of Gv₁ that does
/// not come from the stages; it is overwritten.
void StageSystem::stagewise_values(double t, Vec position, Vec rate, BlockVector& rhs) {
  const int s = coefficients_.stages;
  for (int i = 0; i < s; ++i) check(VecSet(rhs.multiplier(i), 0.0));
  for (int k = 0; k < s; ++k) {
    system_->prescribed_value(t + coefficients_.position_nodes(k) * h_, 0, work_m_);
    check(VecAXPY(work_m_, -1.0, position));
    for (int i = 0; i < s; ++i)
      check(VecAXPY(rhs.multiplier(i), from_positions_(i, k) / h_, work_m_));
  }
  system_->prescribed_value(t + h_, 1, work_m_);
  check(VecAYPX(rate, -1.0, work_m_));
  for (int i = 0; i < s; ++i) check(VecAXPY(rate, -last_row_(i), rhs.multiplier(i)));
  const Vector& p = coefficients_.highest;
  for (int i = 0; i < s; ++i) check(VecAXPY(rhs.multiplier(i), p(i) / last_row_.dot(p), rate));
}

void StageSystem::finish(const mechanics::State& state, const BlockVector& x,
                         mechanics::State& next) {
  const int s = coefficients_.stages;
  next.t = state.t + h_;
  core::copy(state.q, next.q);
  add_stages(h_ * coefficients_.b, x, next.q);
  if (closing_ == Closing::coupled)
    core::copy(x.velocity(s), next.v);
  else if (closing_ == Closing::projected)
    final_velocity_by_projection(state, x, next);
  else
    uniform_velocity(state, x, next.v);
}

void StageSystem::uniform_velocity(const mechanics::State& state, const BlockVector& x,
                                   Vec v) const {
  core::copy(state.v, v);
  check(VecScale(v, r_infinity_));
  add_stages(last_row_, x, v);
  if (loads_differ_) check(VecAXPY(v, 1.0, correction_));
}

/// right ← right − h (C bᵀV + K(q + h bᵀA_vV)), of a linear system.
void StageSystem::subtract_mean_forces(Vec q, const BlockVector& x, Vec right) const {
  const core::Vector mean_v = core::make_like(right), mean_q = core::make_copy(q);
  add_stages(coefficients_.b, x, mean_v);
  add_stages(h_ * (coefficients_.velocity.transpose() * coefficients_.b), x, mean_q);
  system_->add_internal(-h_, mean_q, mean_v, right);
}

/// right ← M v₀ + h bᵀ(F − f).
void StageSystem::final_momentum(const mechanics::State& state, const BlockVector& x, Vec right) {
  const int s = coefficients_.stages;
  core::copy(momentum_, right);
  if (linear()) {
    subtract_mean_forces(state.q, x, right);
  } else {
    for (int j = 0; j < s; ++j) {
      position_at(state, x, coefficients_.velocity.row(j), position_);
      system_->add_forces(
          {.t = state.t + coefficients_.c(j) * h_, .q = position_, .v = x.velocity(j)},
          -h_ * coefficients_.b(j), right);
    }
  }
  for (int j = 0; j < s; ++j)
    system_->add_load(state.t + coefficients_.c(j) * h_, h_ * coefficients_.b(j), right,
                      state.load_case);
}

/// [M Gᵀ; G 0][v₁; h b̃Λ] = [M v₀ + h bᵀ(F − f) − Σ b̃_j G(Y_j)ᵀ hΛ_j; −g_t(t₁)], Λ the last and j
/// all others.
void StageSystem::final_velocity_by_projection(const mechanics::State& state, const BlockVector& x,
                                               const mechanics::State& next) {
  const core::Vector right = core::make_like(next.v);
  final_momentum(state, x, right);
  if (!system_->constrained()) {
    mass_->alone().solve(right, nullptr, next.v, nullptr);
    return;
  }
  const Vector& weights = coefficients_.weights;
  const auto others = coefficients_.multipliers() - 1;
  if (system_->prescribes()) {
    check(VecSet(work_m_, 0.0));
    for (int j = 0; j < others; ++j) check(VecAXPY(work_m_, -weights(j), x.multiplier(j)));
    check(MatMultTransposeAdd(system_->G(), work_m_, right, right));
    system_->prescribed_value(next.t, 1, work_m_);
  } else {
    for (int j = 0; j < others; ++j) {
      position_at(state, x, coefficients_.action.row(j), position_);
      system_->holonomic()->add_reaction(state.t + coefficients_.action_nodes(j) * h_, position_,
                                         x.multiplier(j), -weights(j), right);
    }
    system_->holonomic()->rate(next.at(), 1, work_m_);
    check(VecScale(work_m_, -1.0));
  }
  mass_->with_constraint(next.at()).solve(right, work_m_, next.v, last_multiplier_);
  check(VecScale(last_multiplier_, 1 / weights(others)));
}

int StageSystem::multipliers() const {
  return stagewise() ? coefficients_.stages : coefficients_.multipliers();
}

Vec StageSystem::multiplier(const BlockVector& x, int i) const {
  const bool last_apart = closing_ == Closing::projected && i == multipliers() - 1;
  return last_apart ? last_multiplier_.get() : x.multiplier(i);
}

double StageSystem::multiplier_weight(int i) const {
  return stagewise() ? coefficients_.b(i) : coefficients_.weights(i);
}

/// What the multipliers at the i-th point of their own move (Coefficients::rates).
void StageSystem::prescribed_rate(double t, int i, Vec r) const {
  check(VecSet(r, 0.0));
  if (system_->prescribed().empty()) return;
  const core::Vector value = core::make_like(r);
  const auto add = [&](double time, int derivative, double factor) {
    system_->prescribed_value(time, derivative, value);
    check(VecAXPY(r, factor, value));
  };
  const int s = coefficients_.stages;
  const auto rates = coefficients_.rates.row(i);
  for (int k = 0; k < s; ++k) add(t + coefficients_.position_nodes(k) * h_, 0, rates(k) / h_);
  add(t, 0, -rates.head(s).sum() / h_);
  add(t, 1, rates(s));
  add(t + h_, 1, rates(s + 1));
}

void StageSystem::multiplier_velocity(const mechanics::State& state, const BlockVector& x, int i,
                                      Vec r) const {
  if (system_->prescribes() && multipliers() == coefficients_.stages) {
    check(MatMult(system_->G(), x.velocity(i), r));
    return;
  }
  if (system_->prescribes()) {
    prescribed_rate(state.t, i, r);
    return;
  }
  // Gv is what the constraints prescribe where the multiplier acts.
  const double t = state.t + coefficients_.action_nodes(i) * h_;
  const core::Vector q = core::make_like(state.q);
  position_at(state, x, coefficients_.action.row(i), q);
  system_->holonomic()->rate({.t = t, .q = q, .v = state.v}, 1, r);
  check(VecScale(r, -1.0));
}

}  // namespace sparkdyn::stage
