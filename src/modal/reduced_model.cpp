// SPDX-License-Identifier: BSD-3-Clause
#include "modal/reduced_model.hpp"

#include <cmath>
#include <numbers>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::modal {

using core::check;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;
using Complex = std::complex<double>;

namespace {

/// A few columns of different lengths, zero below, as a matrix with `rows` rows.
MatrixXd matrix_of(const std::vector<VectorXd>& columns, Index rows) {
  MatrixXd result = MatrixXd::Zero(rows, static_cast<Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j)
    result.col(static_cast<Index>(j)).head(columns[j].size()) = columns[j];
  return result;
}

void append_row_and_column(MatrixXd& matrix, const VectorXd& column) {
  const Index n = column.size();
  matrix.conservativeResize(n, n);
  matrix.col(n - 1) = column;
  matrix.row(n - 1) = column.transpose();
}

void append_row(MatrixXd& matrix, const VectorXd& row) {
  matrix.conservativeResize(matrix.rows() + 1, row.size());
  matrix.row(matrix.rows() - 1) = row.transpose();
}

core::Vector scaled(Vec x, double factor) {
  core::Vector result = core::make_copy(x);
  check(VecScale(result, factor));
  return result;
}

}  // namespace

ReducedModel::ReducedModel(const EnergySpace& space, const Excitation& excitation, double eta)
    : space_(&space),
      excitation_(&excitation),
      eta_(eta),
      damped_(space.damped()),
      basis_(space),
      residual_(space) {
  add_loads();
  add_motions();
}

void ReducedModel::add_loads() {
  for (const auto* load : excitation_->loads()) {
    auto image = space_->image(load->shape);
    load_.push_back(residual_.add(image.x));
    of_loads_.push_back(std::move(image.multiplier));
  }
}

/// S K w = −σ S M w, since X w = −Gᵀμ.
void ReducedModel::add_motions() {
  const double sigma = space_->sigma();
  for (const auto* motion : excitation_->motions()) {
    auto [w, mu] = space_->follow(motion->shape);
    core::Vector Mw = space_->mass(w);
    auto image = space_->image(Mw);
    motion_mass_.push_back(residual_.add(image.x));
    ForceMultipliers multipliers;
    multipliers.stiffness = scaled(image.multiplier, -sigma);
    check(VecAXPY(multipliers.stiffness, -1.0, mu));
    multipliers.mass = std::move(image.multiplier);
    core::Vector Cw = space_->damping(w);
    auto drag = space_->image(Cw);
    motion_damping_.push_back(residual_.add(drag.x));
    multipliers.damping = std::move(drag.multiplier);
    of_motions_.push_back(std::move(multipliers));
    mass_of_motions_.push_back(std::move(Mw));
    damping_of_motions_.push_back(std::move(Cw));
    motions_.push_back(std::move(w));
  }
  const auto count = static_cast<Index>(motions_.size());
  gram_.resize(count, count);
  for (Index k = 0; k < count; ++k) {
    const core::Vector force = space_->apply(motions_[static_cast<std::size_t>(k)]);
    for (Index l = 0; l < count; ++l)
      gram_(l, k) = core::dot(motions_[static_cast<std::size_t>(l)], force);
  }
}

bool ReducedModel::add(Vec x) {
  constexpr double drop = 1e-12;  // what is small beside a resonance still counts
  const core::Vector admissible = space_->admissible(x);
  const Index before = basis_.size();
  basis_.add(admissible, drop);
  if (basis_.size() == before) return false;
  const Vec v = basis_.vectors().back();
  const core::Vector Mv = space_->mass(v);
  append_row_and_column(M_, basis_.products(Mv));
  auto image = space_->image(Mv);
  unit_.push_back(residual_.add(v));
  mass_.push_back(residual_.add(image.x));
  ForceMultipliers multipliers;
  if (space_->system().constrained())
    multipliers.stiffness = scaled(image.multiplier, -space_->sigma());
  multipliers.mass = std::move(image.multiplier);
  if (damped_) {
    const core::Vector Cv = space_->damping(v);
    append_row_and_column(C_, basis_.products(Cv));
    auto drag = space_->image(Cv);
    damping_.push_back(residual_.add(drag.x));
    multipliers.damping = std::move(drag.multiplier);
  } else {
    damping_.emplace_back(0);
    if (space_->system().constrained()) multipliers.damping = scaled(multipliers.mass, 0.0);
  }
  of_vectors_.push_back(std::move(multipliers));
  const auto products = [&](Index count, const auto& vector) {
    VectorXd row(count);
    for (Index k = 0; k < count; ++k) row[k] = core::dot(v, vector(static_cast<std::size_t>(k)));
    return row;
  };
  append_row(F_, products(static_cast<Index>(load_.size()),
                          [&](std::size_t k) -> Vec { return excitation_->loads()[k]->shape; }));
  append_row(Mw_, products(static_cast<Index>(motions_.size()),
                           [&](std::size_t k) -> Vec { return mass_of_motions_[k]; }));
  append_row(Cw_, products(static_cast<Index>(motions_.size()),
                           [&](std::size_t k) -> Vec { return damping_of_motions_[k]; }));
  return true;
}

void ReducedModel::prepare() {
  const Index r = size(), n = residual_.size();
  rho_unit_ = matrix_of(unit_, n);
  rho_mass_ = matrix_of(mass_, n);
  rho_damping_ = matrix_of(damping_, n);
  rho_load_ = matrix_of(load_, n);
  rho_motion_mass_ = matrix_of(motion_mass_, n);
  rho_motion_damping_ = matrix_of(motion_damping_, n);
  if (r == 0) return;
  // VᵀXV = 1, so that the modes are those of M alone, orthonormal, with κ = 1 − σμ.
  const auto pairs = tableau::symmetric_eigenpairs(M_);
  modes_ = pairs.vectors;
  mu_ = pairs.values;
  kappa_ = VectorXd::Ones(r) - space_->sigma() * mu_;
  delta_ = VectorXd::Zero(r);
  coupling_.resize(0, 0);
  if (!damped_) return;
  const MatrixXd D = modes_.transpose() * C_ * modes_;
  delta_ = D.diagonal();
  const MatrixXd rest = D - MatrixXd(delta_.asDiagonal());
  constexpr double round_off = 1e-11;
  if (rest.cwiseAbs().maxCoeff() > round_off * D.cwiseAbs().maxCoeff()) coupling_ = D;
}

VectorXcd ReducedModel::solve(double omega, const VectorXcd& right, double& stretching) const {
  const Complex i(0, 1);
  const VectorXcd diagonal =
      (1.0 + i * eta_) * kappa_ + i * omega * delta_ - (omega * omega * mu_).cast<Complex>();
  stretching = diagonal.cwiseAbs().minCoeff();
  VectorXcd y = modes_.transpose() * right;
  if (coupling_.size() == 0) {
    y = y.cwiseQuotient(diagonal);
  } else {
    tableau::ComplexMatrix P = i * omega * coupling_;
    P.diagonal() = diagonal;
    y = tableau::solve(P, tableau::ComplexMatrix(y)).col(0);
  }
  return modes_ * y;
}

ReducedState ReducedModel::state(double frequency) const {
  const Complex i(0, 1);
  const double omega = 2 * std::numbers::pi * frequency, sigma = space_->sigma();
  ReducedState at;
  at.loads = excitation_->load_factors(frequency);
  at.motions = excitation_->motion_factors(frequency);
  // −P of a motion is this times M, less iωC.
  const Complex inertia = omega * omega + (1.0 + i * eta_) * sigma;
  VectorXcd rho = rho_load_ * at.loads + inertia * (rho_motion_mass_ * at.motions) -
                  i * omega * (rho_motion_damping_ * at.motions);
  double squared = (at.motions.adjoint() * gram_ * at.motions).value().real();
  if (size() > 0) {
    const VectorXcd right =
        F_ * at.loads + inertia * (Mw_ * at.motions) - i * omega * (Cw_ * at.motions);
    at.z = solve(omega, right, at.least_stretching);
    rho += inertia * (rho_mass_ * at.z) - (1.0 + i * eta_) * (rho_unit_ * at.z) -
           i * omega * (rho_damping_ * at.z);
    squared += at.z.squaredNorm();
  } else {
    at.z.resize(0);
  }
  at.size = std::sqrt(std::max(squared, 0.0));
  const double left = rho.norm();
  at.bound = left == 0 ? 0 : at.size > 0 ? left / (at.least_stretching * at.size) : 1e300;
  return at;
}

void ReducedModel::expand(const ReducedState& state, Vec real, Vec imaginary) const {
  check(VecSet(real, 0.0));
  check(VecSet(imaginary, 0.0));
  const auto superpose = [&](const std::vector<core::Vector>& vectors, const VectorXcd& factors) {
    for (std::size_t k = 0; k < vectors.size(); ++k) {
      check(VecAXPY(real, factors[static_cast<Index>(k)].real(), vectors[k]));
      check(VecAXPY(imaginary, factors[static_cast<Index>(k)].imag(), vectors[k]));
    }
  };
  superpose(motions_, state.motions);
  superpose(vectors(), state.z);
}

}  // namespace sparkdyn::modal
