// SPDX-License-Identifier: BSD-3-Clause
#include "stage/coefficients.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::stage {
namespace {

using tableau::Term;

Term term_of(mechanics::Kind kind) {
  return kind == mechanics::Kind::elastic ? Term::elastic : Term::damping;
}

std::set<std::string> regions_of(const mechanics::System& system, Term term) {
  std::set<std::string> regions;
  for (const auto& force : system.forces())
    if (term_of(force->kind()) == term) regions.insert(force->region());
  if (term == Term::load)
    for (const auto& load : system.loads()) regions.insert(load.region);
  regions.erase("");
  return regions;
}

template <typename Splitting>
void require_known_regions(const mechanics::System& system, const Splitting& splitting) {
  for (Term term : tableau::all_terms) {
    const auto known = regions_of(system, term);
    for (const auto& region : splitting.regions(term)) {
      if (known.contains(region)) continue;
      const std::vector<std::string> names(known.begin(), known.end());
      const std::string have = names.empty()
                                   ? fmt::format("no {} term has a region", tableau::name(term))
                                   : "regions: " + core::allowed(region, names);
      core::input_error("the splitting names '{}@{}', which the system does not have; {}",
                        tableau::name(term), region, have);
    }
  }
}

/// ∫₀^½ ℓ_j of the polynomials through the nodes.
Vector first_half(const Vector& c) {
  const auto s = c.size();
  Matrix powers(s, s);
  Vector moments(s);
  for (Eigen::Index k = 0; k < s; ++k) {
    powers.row(k) = (c.array() - 0.5).pow(static_cast<double>(k)).transpose();
    moments(k) = -std::pow(-0.5, static_cast<double>(k + 1)) / static_cast<double>(k + 1);
  }
  return tableau::solve(powers, Matrix(moments));
}

constexpr double between_rho_infinity = 1.0 / 3.0;

bool same(const Matrix& a, const Matrix& b) {
  return (a - b).lpNorm<Eigen::Infinity>() <= 1e-14;
}

/// The power of the multipliers is −Σ b̃_l hΛ_lᵀr_l with these rates r_l: then the energy of a step
/// is that of its loads and damping exactly, unless the method itself damps. Forces k_i at the
/// stages and one ψ of no impulse, [A p; bᵀ 0][k; ψ] = [Ã; b̃ᵀ]Λ with Gauss' A, do what the
/// multipliers at the points do; V and v₁ come from accelerations in the same way.
Matrix rates_at_points(const tableau::GaussLobatto& gauss) {
  const int s = gauss.stages();
  const Vector& p = gauss.p();
  Matrix border = Matrix::Zero(s + 1, s + 1), acting(s + 1, s + 1);
  border.topLeftCorner(s, s) = gauss.A(1);
  border.topRightCorner(s, 1) = p;
  border.bottomLeftCorner(1, s) = gauss.b().transpose();
  acting << gauss.reaction_rows(), gauss.point_weights().transpose();
  const Matrix stages = tableau::solve(border, Matrix(Matrix::Identity(s + 1, s + 1)));
  const Matrix forces = stages * acting;
  const Eigen::RowVectorXd highest =
      p.cwiseProduct(gauss.b()).transpose() * stages.topRows(s);  // pᵀB of the accelerations
  Matrix rates(s + 1, s + 2);
  for (int l = 0; l <= s; ++l) {
    const double psi = forces(s, l), weight = gauss.point_weights()(l);
    for (int i = 0; i < s; ++i)
      rates(l, i) = (gauss.b()(i) * forces(i, l) - psi * highest(i)) / weight;
    rates(l, s) = psi * highest.sum() / weight;
    rates(l, s + 1) = -psi * highest(s) / weight;
  }
  const Matrix positions = gauss.point_rows().bottomRows(s);  // of which the G V_i are those of c
  rates.leftCols(s) =
      tableau::solve(Matrix(positions.transpose()), Matrix(rates.leftCols(s).transpose()))
          .transpose();
  return rates;
}

/// The matrices of forces and loads, which `evaluate` makes of what a splitting says.
template <typename Splitting, typename Evaluate>
void add_terms(const mechanics::System& system, const Splitting& splitting, Coefficients& result,
               Evaluate evaluate) {
  require_known_regions(system, splitting);
  for (const auto& force : system.forces())
    result.terms.push_back(evaluate(splitting(term_of(force->kind()), force->region())));
  for (const auto& load : system.loads())
    result.loads.push_back(evaluate(splitting(Term::load, load.region)));
}

}  // namespace

Coefficients make_coefficients(const mechanics::System& system, const tableau::Lobatto& lobatto,
                               const tableau::Splitting& splitting) {
  const int s = lobatto.stages();
  Coefficients result{
      .stages = s,
      .b = lobatto.b(),
      .c = lobatto.c(),
      .middle = first_half(lobatto.c()),
      .velocity = splitting(Term::velocity).evaluate(lobatto),
      .terms = {},
      .loads = {},
      .position = lobatto.A().bottomRows(s - 1),
      .position_nodes = lobatto.c().tail(s - 1),
      .constraint = splitting(Term::constraint).evaluate(lobatto),
      .weights = lobatto.b(),
      .action = splitting(Term::velocity).evaluate(lobatto),
      .action_nodes = lobatto.c(),
      .highest = {},
      .rates = {},
      .between = tableau::Mixture::rho_infinity(between_rho_infinity).evaluate(lobatto)};
  add_terms(system, splitting, result,
            [&](const tableau::Mixture& mixture) { return mixture.evaluate(lobatto); });
  return result;
}

Coefficients make_coefficients(const mechanics::System& system, const tableau::GaussLobatto& gauss,
                               const tableau::GaussSplitting& splitting) {
  const int s = gauss.stages();
  Coefficients result{.stages = s,
                      .b = gauss.b(),
                      .c = gauss.c(),
                      .middle = gauss.integration_row(0.5),
                      .velocity = gauss.A(splitting(Term::velocity)),
                      .terms = {},
                      .loads = {},
                      .position = gauss.point_rows().bottomRows(s),
                      .position_nodes = gauss.points().tail(s),
                      .constraint = gauss.reaction_rows(),
                      .weights = gauss.point_weights(),
                      .action = gauss.point_rows(),
                      .action_nodes = gauss.points(),
                      .interior = true,
                      .highest = gauss.p(),
                      .rates = rates_at_points(gauss),
                      .between = gauss.A(between_rho_infinity)};
  add_terms(system, splitting, result, [&](double rho_infinity) { return gauss.A(rho_infinity); });
  return result;
}

Coefficients make_coefficients(const mechanics::System& system, const tableau::OneFactor& method) {
  const tableau::GaussLobatto gauss(static_cast<int>(method.A().rows()));
  Coefficients result = make_coefficients(system, gauss, tableau::GaussSplitting::uniform(1));
  result.one_factor = true;
  result.velocity = method.A();
  for (auto& matrix : result.terms) matrix = method.A();
  for (auto& matrix : result.loads) matrix = method.A();
  result.highest = method.direction();
  result.between = method.A();
  return result;
}

Matrix uniform_force_matrix(const mechanics::System& system, const Coefficients& coefficients) {
  std::vector<Matrix> matrices = coefficients.terms;
  if (system.constrained() && !coefficients.interior) matrices.push_back(coefficients.constraint);
  if (matrices.empty()) matrices.push_back(coefficients.velocity);
  const Matrix& A = matrices.front();
  if (!std::all_of(matrices.begin(), matrices.end(), [&](const Matrix& B) { return same(A, B); }))
    return {};
  // The families with a zero row or column (IIIA, IIIB, IIIC*) are singular to the last digit.
  const Vector sigma = tableau::singular_values(A);
  return sigma(sigma.size() - 1) > 1e-10 * sigma(0) ? A : Matrix();
}

}  // namespace sparkdyn::stage
