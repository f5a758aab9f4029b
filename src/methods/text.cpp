// SPDX-License-Identifier: BSD-3-Clause
#include "methods/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"
#include "tableau/conditions.hpp"
#include "tableau/stability.hpp"

namespace sparkdyn::methods {
namespace {

using dae::Symplectic;
using tableau::Matrix;
using tableau::Vector;

constexpr double round_off = 1e-12;

std::string matrix_text(const Matrix& A) {
  std::string text;
  for (int i = 0; i < A.rows(); ++i) {
    for (int j = 0; j < A.cols(); ++j) text += fmt::format(" {:22.16f}", A(i, j) + 0.0);
    text += "\n";
  }
  return text;
}

std::string columns_text(const char* left, const Vector& a, const char* right, const Vector& b) {
  Matrix both(a.size(), 2);
  both << a, b;
  return fmt::format("{:>23} {:>22}\n{}\n", left, right, matrix_text(both));
}

std::string yes(bool value) {
  return value ? "yes" : "no";
}

std::string radius_text(double radius) {
  if (!std::isfinite(radius)) return "infinite";
  // A double eigenvalue far out is known to about 1e-5.
  return fmt::format("{:.4g}", radius < round_off ? 0.0 : radius);
}

std::string properties(const Matrix& A, const Vector& b) {
  return fmt::format("   |R(inf)| = {}, symmetric {}, algebraically stable {}\n",
                     radius_text(tableau::stability_at_infinity(A, b)),
                     yes(tableau::symmetry_defect(A, b) < round_off),
                     yes(tableau::algebraically_stable(A, b)));
}

/// Whether the terms together are symplectic, which their matrices one by one do not tell.
std::string structure_text(const MethodFacts& facts) {
  switch (facts.symplectic) {
    case Symplectic::never:
      return "All terms together: not symplectic.\n\n";
    case Symplectic::unconstrained:
      return facts.coefficients ? "All terms together: symplectic without constraints.\n\n"
                                : "Symplectic for linear equations without constraints.\n\n";
    case Symplectic::linear_constraints:
      return "All terms together: symplectic without constraints and with linear ones. With "
             "nonlinear constraints it is not;\nthe pair IIIA-IIIB (velocity A, all else B) and "
             "gauss-lobatto with rho_infinity 1 are.\n\n";
    case Symplectic::all_constraints:
      return "All terms together: symplectic, with nonlinear constraints too.\n\n";
  }
  return "";
}

/// Where a method neither damps nor amplifies; with regions, or weights of their own for the
/// positions, the radii above must do.
std::string periodicity_text(const MethodFacts& facts) {
  if (!facts.coefficients || facts.oscillator.variants.size() > 1) return "";
  const dae::Method& method = *facts.coefficients;
  if (method.point_rows.bottomRows(1) != method.b.transpose()) return "";
  const double limit = 1e4;
  const double interval = tableau::interval_of_periodicity(
      method.matrix({.kind = tableau::Term::velocity}, ""),
      method.matrix({.kind = tableau::Term::elastic}, ""), method.b, limit);
  if (interval >= limit) return "No damping at any step (P-stable).\n";
  if (interval > 0)
    return fmt::format("No damping for h*omega < {:.6g}, unstable or damped beyond.\n", interval);
  return "";
}

/// Of period and amplitude; past hω = π the step no longer sees the oscillation's phase.
struct ErrorTexts {
  std::string period = "-", loss = "-";
};
ErrorTexts error_texts(const integrate::ModalMethod& method, double mu) {
  if (mu >= 3.2) return {};
  const auto [period, amplitude] = integrate::modal_error(method, mu, 1.0);
  if (!std::isfinite(period)) return {};
  const auto text = [](double error) {
    return fmt::format("{:.3e}", std::abs(error) < 1e-12 ? 0.0 : error);
  };
  return {text(std::abs(period)), text(amplitude)};
}

std::string oscillator_text(const MethodFacts& facts) {
  std::string text = "Undamped oscillator of frequency omega, step h:\n";
  text += fmt::format("{:>12} {:>20} {:>16} {:>16}\n", "h*omega", "spectral radius", "period error",
                      "loss/period");
  for (const double mu : {0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 100.0, 1e4}) {
    const ErrorTexts errors = error_texts(facts.oscillator, mu);
    text += fmt::format("{:12g} {:20.12f} {:>16} {:>16}\n", mu, facts.oscillator.radius(1.0, mu),
                        errors.period, errors.loss);
  }
  return text + periodicity_text(facts);
}

std::string symplectic_word(Symplectic symplectic) {
  switch (symplectic) {
    case Symplectic::never:
      return "no";
    case Symplectic::unconstrained:
      return "unconstrained";
    case Symplectic::linear_constraints:
      return "linear g";
    case Symplectic::all_constraints:
      return "any g";
  }
  return "";
}

/// Every family with the same number of stages and ρ∞, where it has them.
std::string comparison_text(const MethodArguments& arguments) {
  std::string text =
      "\nAll families with as many stages and that rho_infinity, where they have them; errors of "
      "the undamped oscillator\nat h*omega = 0.5 and 2; symplectic without constraints, with "
      "linear or any constraints g:\n";
  const auto row = [&](const auto&... cells) {
    text +=
        fmt::format("{:<18} {:>6} {:>5} {:>9} {:>10} {:>10} {:>10} {:>10} {:>7}  {}\n", cells...);
  };
  row("family", "stages", "order", "radius", "period", "loss", "period", "loss", "B-",
      "symplectic");
  row("", "", "", "at inf.", "0.5", "0.5", "2", "2", "stable", "");
  for (const std::string& family : method_families()) {
    const MethodFacts facts = method_facts(family, arguments_for(family, arguments));
    const ErrorTexts fine = error_texts(facts.oscillator, 0.5);
    const ErrorTexts coarse = error_texts(facts.oscillator, 2.0);
    row(family, facts.coefficients ? fmt::format("{}", facts.coefficients->stages()) : "-",
        facts.order, radius_text(facts.radius_at_infinity), fine.period, fine.loss, coarse.period,
        coarse.loss, facts.algebraically_stable ? yes(*facts.algebraically_stable) : "-",
        symplectic_word(facts.symplectic));
  }
  return text;
}

}  // namespace

std::string coefficients_text(const MethodFacts& facts) {
  if (!facts.coefficients) return facts.parameters + "\n";
  const dae::Method& method = *facts.coefficients;
  std::string text = columns_text("c", method.c, "b", method.b);
  for (const TermMatrix& part : facts.matrices) {
    const std::string terms =
        part.terms.empty() ? "every term" : fmt::format("{}", fmt::join(part.terms, ", "));
    text += fmt::format("A{}{}  ({})\n", part.value.empty() ? "" : " = ", part.value, terms);
    text += matrix_text(part.A) + properties(part.A, method.b) + "\n";
  }
  if (method.reaction_points == dae::ReactionPoints::stages) return text;
  text += "Constraints hold, and multipliers act, at points of their own:\n";
  text += columns_text("x", method.multiplier_nodes(), "weight", method.reaction_weights);
  text += "positions at the points after the start, from the stages' velocities:\n" +
          matrix_text(method.point_rows) + "stages' momenta from the reactions at the points:\n" +
          matrix_text(method.reaction_rows) + "\n";
  return text;
}

std::string method_text(const MethodArguments& arguments) try {
  const MethodFacts facts =
      method_facts(arguments.family.value_or(method_families().front()), arguments);
  return fmt::format("{}, order {}\n\n", facts.title, facts.order) + coefficients_text(facts) +
         structure_text(facts) + oscillator_text(facts) + comparison_text(arguments);
} catch (const std::invalid_argument& error) {
  core::input_error("{}", error.what());
}

std::string method_family_names() {
  return fmt::format("{}", fmt::join(method_families(), ", "));
}

}  // namespace sparkdyn::methods
