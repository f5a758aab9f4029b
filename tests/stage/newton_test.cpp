// SPDX-License-Identifier: BSD-3-Clause
// Newton's method for the stages, plain and with strains as unknowns, on pendulums of elastic
// strings: the stages that it finds solve the equations written out densely, for each pendulum.

#include "stage/newton.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sparkdyn/core/mpi.hpp"
#include "stage/mixed_newton.hpp"
#include "stage/strategy.hpp"
#include "support/dense.hpp"

namespace sparkdyn::stage {
namespace {

using mechanics::Configuration;

constexpr double gravity = 9.81;
constexpr PetscInt pendulums = 6;

using Plane = Eigen::Vector2d;

/// Strain ½(|q|² − 1) and its stress E z: f = E z q, ∂f/∂q = E (z I + q qᵀ). Strings longer than
/// `breaks` pull with what is no number.
struct String {
  double E = 1;
  double breaks = std::numeric_limits<double>::infinity();

  static double strain(const Plane& q) { return 0.5 * (q.squaredNorm() - 1); }
  Plane force(const Plane& q) const {
    if (q.norm() > breaks) return Plane::Constant(std::numeric_limits<double>::quiet_NaN());
    return E * strain(q) * q;
  }
  Eigen::Matrix2d tangent(const Plane& q, double z) const {
    return E * (z * Eigen::Matrix2d::Identity() + q * q.transpose());
  }
};

Plane place(const core::ReadArray& q, PetscInt k) {
  return {q[2 * k], q[2 * k + 1]};
}

/// Of all pendulums; each lies on one rank, its strain too.
class Strings final : public mechanics::StrainForce {
 public:
  explicit Strings(String string) : string_(string) {}

  mechanics::Kind kind() const override { return mechanics::Kind::elastic; }
  void add(const Configuration& at, double scale, Vec r) const override {
    const core::ReadArray q(at.q);
    each(r, [&](PetscInt k) -> Plane { return scale * string_.force(place(q, k)); });
  }
  mechanics::Tangent tangent(const Configuration& at) const override {
    const core::Vector z = make_strains();
    strains(at.stressed ? at.stressed : at.q, z);
    return tangent_with(at.q, z);
  }
  mechanics::Tangent tangent_with(Vec at, Vec z) const override {
    core::Matrix K;
    const core::RowRange rows = core::row_range(at);
    core::check(MatCreateAIJ(core::comm_of(at), rows.size(), rows.size(), rows.global, rows.global,
                             2, nullptr, 0, nullptr, K.out()));
    const core::ReadArray q(at), strain(z);
    for (PetscInt k = 0; k < rows.size() / 2; ++k) {
      const Eigen::Matrix2d block = string_.tangent(place(q, k), strain[k]);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          core::check(MatSetValue(K, rows.begin + 2 * k + i, rows.begin + 2 * k + j, block(i, j),
                                  INSERT_VALUES));
    }
    core::check(MatAssemblyBegin(K, MAT_FINAL_ASSEMBLY));
    core::check(MatAssemblyEnd(K, MAT_FINAL_ASSEMBLY));
    return {.by_q = {{1.0, std::make_shared<const core::Matrix>(std::move(K))}}, .by_v = {}};
  }
  const StrainForce* with_strains() const override { return this; }

  core::Vector make_strains() const override {
    const int ranks = core::size(PETSC_COMM_WORLD), rank = core::rank(PETSC_COMM_WORLD);
    return core::make_vector(PETSC_COMM_WORLD,
                             pendulums / ranks + (rank < pendulums % ranks ? 1 : 0));
  }
  void strains(Vec q, Vec z) const override {
    const core::ReadArray at(q);
    const core::WriteArray out(z);
    for (PetscInt k = 0; k < out.size(); ++k) out[k] = String::strain(place(at, k));
  }
  void strain_change(Vec q, Vec dq, Vec dz) const override {
    const core::ReadArray at(q), change(dq);
    const core::WriteArray out(dz);
    for (PetscInt k = 0; k < out.size(); ++k) out[k] = place(at, k).dot(place(change, k));
  }
  void add_with(Vec q, Vec z, double scale, Vec r) const override {
    const core::ReadArray at(q), strain(z);
    each(r, [&](PetscInt k) -> Plane { return scale * string_.E * strain[k] * place(at, k); });
  }
  void add_change(Vec q, Vec stressed, Vec dz, double scale, Vec r) const override {
    const core::Vector z = make_strains();
    strains(stressed, z);
    add_change_with(q, z, dz, scale, r);
  }
  void add_change_with(Vec q, Vec, Vec dz, double scale, Vec r) const override {
    const core::ReadArray at(q), change(dz);
    each(r, [&](PetscInt k) -> Plane { return scale * string_.E * change[k] * place(at, k); });
  }

 private:
  template <class Of>
  static void each(Vec r, const Of& of) {
    const core::WriteArray out(r);
    for (PetscInt k = 0; k < out.size() / 2; ++k) {
      const Plane add = of(k);
      out[2 * k] += add(0);
      out[2 * k + 1] += add(1);
    }
  }

  String string_;
};

/// Pendulums at angles 0.5, 0.6, … that turn by `turn` rad in a step of h.
class Swing {
 public:
  Swing(String string, double h, double turn, int stages = 3, double rho = 0.8)
      : string_(string),
        h_(h),
        state_(start(turn / h)),
        system_(make_system()),
        coefficients_(make_coefficients(*system_, tableau::GaussLobatto(stages),
                                        tableau::GaussSplitting::uniform(rho))) {
    around(state_.q, state_.q);
  }

  const mechanics::System& system() const { return *system_; }
  StageSystem& stages() { return *step_->stages; }
  Solver& solver() { return *step_->solver; }
  const mechanics::State& state() const { return state_; }
  BlockVector unknowns() { return stages().op().make_vector(); }

  /// The factors are made here from now on.
  void around(Vec q, Vec stressed) {
    step_.emplace(prepare_step(*system_, coefficients_, h_, mass(),
                               std::make_shared<const mechanics::Linearization>(system_->linearize(
                                   {.q = q, .v = state_.v, .stressed = stressed}, nullptr))));
  }

  NewtonResult plain(BlockVector& x, bool guessed = false) {
    BlockVector residual = unknowns();
    return newton(stages(), solver(), state_, guessed, residual, x);
  }
  /// Frozen at the middle of the step, stresses those of its start.
  NewtonResult mixed(BlockVector& x) {
    for (int i = 0; i < coefficients_.stages; ++i) core::copy(state_.v, x.velocity(i));
    const core::Vector middle = core::make_copy(Vec(state_.q));
    core::check(VecAXPY(middle, h_ / 2, state_.v));
    around(middle, state_.q);
    StageStrains strains = make_strains(*system_, coefficients_.stages);
    for (const auto& z : strains.front())
      system_->forces().front()->with_strains()->strains(state_.q, z);
    BlockVector y = unknowns();
    const NewtonResult result =
        mixed_newton(*system_, stages(), solver(), state_, middle, state_.q, false, y, strains);
    for (int i = 0; i < coefficients_.stages; ++i) core::copy(y.velocity(i), x.velocity(i));
    return result;
  }

  /// Largest change that one pass of a dense Newton's method makes to the stages, over all
  /// pendulums and relative to the largest velocity: V = 1v₀ − h A (f(Q) − F), Q = 1q₀ + h a^v V.
  double dense_change(const BlockVector& x) const {
    const int s = coefficients_.stages;
    const Matrix& A = coefficients_.terms.front();
    const core::ReadArray q0(Vec(state_.q)), v0(Vec(state_.v));
    double largest = 0, size = 0;
    for (PetscInt k = 0; k < q0.size() / 2; ++k) {
      Eigen::VectorXd V(2 * s), r(2 * s);
      for (int i = 0; i < s; ++i) {
        const core::ReadArray v(x.velocity(i));
        V.segment<2>(2 * i) = place(v, k);
      }
      Eigen::MatrixXd J = Eigen::MatrixXd::Identity(2 * s, 2 * s);
      for (int i = 0; i < s; ++i) r.segment<2>(2 * i) = place(v0, k) - V.segment<2>(2 * i);
      for (int j = 0; j < s; ++j) {
        Plane Q = place(q0, k);
        for (int l = 0; l < s; ++l) Q += h_ * coefficients_.velocity(j, l) * V.segment<2>(2 * l);
        const Plane pull = Plane(0, -gravity) - string_.force(Q);
        const Eigen::Matrix2d K = string_.tangent(Q, String::strain(Q));
        for (int i = 0; i < s; ++i) {
          r.segment<2>(2 * i) += h_ * A(i, j) * pull;
          for (int l = 0; l < s; ++l)
            J.block<2, 2>(2 * i, 2 * l) += h_ * h_ * A(i, j) * coefficients_.velocity(j, l) * K;
        }
      }
      largest = std::max(largest, J.fullPivLu().solve(r).cwiseAbs().maxCoeff());
      size = std::max(size, V.cwiseAbs().maxCoeff());
    }
    return core::maximum(PETSC_COMM_WORLD, largest) / core::maximum(PETSC_COMM_WORLD, size);
  }

 private:
  static mechanics::State start(double spin) {
    const int ranks = core::size(PETSC_COMM_WORLD), rank = core::rank(PETSC_COMM_WORLD);
    const PetscInt mine = pendulums / ranks + (rank < pendulums % ranks ? 1 : 0);
    mechanics::State state{0.0, core::make_vector(PETSC_COMM_WORLD, 2 * mine), {}};
    state.v = core::make_like(state.q);
    const double first = static_cast<double>(core::row_range(Vec(state.q)).begin) / 2;
    const core::WriteArray q(state.q), v(state.v);
    for (PetscInt k = 0; k < mine; ++k) {
      const double angle = 0.5 + 0.1 * (first + static_cast<double>(k));
      q[2 * k] = std::sin(angle);
      q[2 * k + 1] = -std::cos(angle);
      v[2 * k] = spin * std::cos(angle);
      v[2 * k + 1] = spin * std::sin(angle);
    }
    return state;
  }

  std::shared_ptr<const mechanics::System> make_system() const {
    core::Matrix M;
    const core::RowRange rows = core::row_range(Vec(state_.q));
    core::check(MatCreateAIJ(PETSC_COMM_WORLD, rows.size(), rows.size(), rows.global, rows.global,
                             1, nullptr, 0, nullptr, M.out()));
    for (PetscInt i = rows.begin; i < rows.end; ++i)
      core::check(MatSetValue(M, i, i, 1.0, INSERT_VALUES));
    core::check(MatAssemblyBegin(M, MAT_FINAL_ASSEMBLY));
    core::check(MatAssemblyEnd(M, MAT_FINAL_ASSEMBLY));
    core::Vector weight = core::make_like(state_.q);
    {
      const core::WriteArray f(weight);
      for (PetscInt i = 1; i < f.size(); i += 2) f[i] = -gravity;
    }
    std::vector<mechanics::TimedVector> loads;
    loads.push_back({std::move(weight), mechanics::constant_amplitude(1.0), ""});
    return std::make_shared<const mechanics::System>(
        std::make_shared<const core::Matrix>(std::move(M)),
        std::vector<mechanics::ForcePtr>{std::make_shared<Strings>(string_)}, std::move(loads),
        nullptr, Configuration{.q = state_.q});
  }
  std::shared_ptr<MassSolver> mass() const { return std::make_shared<MassSolver>(*system_); }

  String string_;
  double h_;
  mechanics::State state_;
  std::shared_ptr<const mechanics::System> system_;
  Coefficients coefficients_;
  std::optional<PreparedStep> step_;
};

TEST(Newton, FindsStagesThatSolveTheEquations) {
  for (const int s : {1, 2, 4})
    for (const double rho : {0.0, 1.0}) {
      Swing swing({.E = 100}, 0.1, 0.3, s, rho);
      BlockVector x = swing.unknowns();
      const NewtonResult result = swing.plain(x);
      ASSERT_TRUE(result.solved.converged) << result.solved.cause;
      EXPECT_LT(swing.dense_change(x), 1e-12) << s << " stages, rho " << rho;
      EXPECT_GT(result.passes, 2);
    }
}

TEST(Newton, IsOnePassFromTheSolution) {
  Swing swing({.E = 100}, 0.1, 0.3);
  BlockVector x = swing.unknowns();
  ASSERT_TRUE(swing.plain(x).solved.converged);
  const NewtonResult again = swing.plain(x, true);
  EXPECT_TRUE(again.solved.converged);
  EXPECT_LE(again.passes, 2);
}

/// What a caller renews its factors by.
TEST(Newton, TellsHowFastItWent) {
  Swing near({.E = 100}, 0.1, 0.05), far({.E = 100}, 0.1, 0.5);
  BlockVector x = near.unknowns();
  const NewtonResult fast = near.plain(x), slow = far.plain(x);
  ASSERT_TRUE(fast.solved.converged && slow.solved.converged);
  EXPECT_GT(fast.contraction, 0);
  EXPECT_LT(fast.contraction, slow.contraction);
  EXPECT_LT(slow.contraction, 1);
}

TEST(Newton, SaysWhereItFailed) {
  Swing swing({.E = 100, .breaks = 1.0005}, 0.1, 0.3);
  BlockVector x = swing.unknowns();
  const NewtonResult result = swing.plain(x);
  EXPECT_FALSE(result.solved.converged);
  EXPECT_NE(result.solved.cause.find("forces are no numbers"), std::string::npos)
      << result.solved.cause;
  EXPECT_GE(result.solved.dof, 0);
  EXPECT_LT(result.solved.dof, 2 * pendulums);
}

TEST(MixedNewton, FindsTheSameStages) {
  Swing swing({.E = 100}, 0.1, 0.3);
  BlockVector plain = swing.unknowns(), mixed = swing.unknowns();
  ASSERT_TRUE(swing.plain(plain).solved.converged);
  const NewtonResult result = swing.mixed(mixed);
  ASSERT_TRUE(result.solved.converged) << result.solved.cause;
  EXPECT_LT(swing.dense_change(mixed), 1e-12);
  core::check(VecAXPY(mixed.whole(), -1.0, plain.whole()));
  EXPECT_LT(core::norm(mixed.whole()), 1e-11 * core::norm(plain.whole()));
}

/// Strings of any stiffness that turn by half a radian in a step cost about the same; without
/// their strains as unknowns stiff ones are not solved at all.
TEST(MixedNewton, DoesNotCareForStiffness) {
  int least = std::numeric_limits<int>::max(), most = 0;
  for (const double E : {1e3, 1e5, 1e7, 1e9}) {
    Swing swing({.E = E}, 0.1, 0.5);
    BlockVector x = swing.unknowns();
    if (E >= 1e7) {
      EXPECT_FALSE(swing.plain(x).solved.converged) << E;
    }
    const NewtonResult result = swing.mixed(x);
    ASSERT_TRUE(result.solved.converged) << E << ": " << result.solved.cause;
    EXPECT_LT(swing.dense_change(x), 1e-9) << E;
    least = std::min(least, result.passes);
    most = std::max(most, result.passes);
  }
  EXPECT_LT(most, 1.5 * least) << least << " to " << most << " solutions";
}

}  // namespace
}  // namespace sparkdyn::stage
