// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "app/commands.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/conditions.hpp"
#include "sparkdyn/tableau/splitting.hpp"
#include "sparkdyn/tableau/stability.hpp"
#include "tableau/decompositions.hpp"

namespace sparkdyn::app {
namespace {

using tableau::Lobatto;
using tableau::Matrix;
using tableau::Mixture;
using tableau::Splitting;
using tableau::Term;

constexpr double round_off = 1e-12;

tableau::Family family_of(const std::string& letter, const std::string& whole) {
  if (const auto family = tableau::find_family(letter)) return *family;
  const std::vector<std::string> letters{"A", "B", "C", "C*", "D"};
  core::input_error("--splitting {}: unknown family '{}'; allowed: {}", whole, letter,
                    core::allowed(letter, letters));
}

/// "C" or "C:0.75+C*:0.25".
Mixture parse_mixture(const std::string& text, const std::string& whole) {
  std::map<tableau::Family, double> weights;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t colon = part.find(':');
    double weight = 1;
    if (colon != std::string::npos) {
      std::size_t used = 0;
      try {
        weight = std::stod(part.substr(colon + 1), &used);
      } catch (const std::exception&) {
      }
      if (used == 0 || used != part.size() - colon - 1)
        core::input_error("--splitting {}: '{}' is not a weight", whole, part.substr(colon + 1));
    }
    weights[family_of(part.substr(0, colon), whole)] += weight;
    begin = end + 1;
  }
  return Mixture::weights(weights);
}

Splitting parse_splitting(const MethodArguments& arguments) {
  auto splitting = Splitting::uniform(arguments.rho_infinity);
  for (const auto& item : arguments.splitting) {
    const auto equals = item.find('=');
    if (equals == std::string::npos)
      core::input_error("--splitting {}: write term=family, e.g. elastic=C", item);
    splitting.set(item.substr(0, equals), parse_mixture(item.substr(equals + 1), item));
  }
  return splitting;
}

std::string matrix_text(const Matrix& A) {
  std::string text;
  for (int i = 0; i < A.rows(); ++i) {
    for (int j = 0; j < A.cols(); ++j) text += fmt::format(" {:22.16f}", A(i, j) + 0.0);
    text += "\n";
  }
  return text;
}

std::string yes(bool value) {
  return value ? "yes" : "no";
}

std::string properties(const Matrix& A, const tableau::Vector& b) {
  double infinity = tableau::stability_at_infinity(A, b);
  if (infinity < round_off) infinity = 0;
  return fmt::format("   |R(inf)| = {}, symmetric {}, algebraically stable {}\n",
                     std::isfinite(infinity) ? fmt::format("{:.6g}", infinity) : "infinite",
                     yes(tableau::symmetry_defect(A, b) < round_off),
                     yes(tableau::algebraically_stable(A, b)));
}

/// Terms with the same matrix stand together.
std::string coefficients(const Lobatto& lobatto, const Splitting& splitting) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const auto& [name, mixture] : splitting.entries()) {
    const std::string text = mixture.text();
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& group) { return group.first == text; });
    if (found == groups.end()) found = groups.insert(groups.end(), {text, {}});
    found->second.push_back(name);
  }
  std::string result;
  for (const auto& [text, names] : groups) {
    const Matrix A = splitting.entries().at(names.front()).evaluate(lobatto);
    result += fmt::format("A = {}  ({})\n", text, fmt::join(names, ", "));
    result += matrix_text(A) + properties(A, lobatto.b()) + "\n";
  }
  return result;
}

/// Whether the terms together are symplectic, which their matrices one by one do not tell.
std::string structure(const Lobatto& lobatto, const Splitting& splitting) {
  const auto largest = [](const Matrix& difference) { return difference.cwiseAbs().maxCoeff(); };
  const Matrix first = splitting(Term::velocity).evaluate(lobatto);
  double defect = 0, from_first = 0, from_pair = 0;
  for (const auto& [velocity, of_velocity] : splitting.entries()) {
    if (!velocity.starts_with("velocity")) continue;
    const Matrix A_v = of_velocity.evaluate(lobatto);
    from_pair = std::max(from_pair, largest(A_v - lobatto.A()));
    for (const auto& [term, of_term] : splitting.entries()) {
      if (term.starts_with("velocity")) continue;
      const Matrix A = of_term.evaluate(lobatto);
      defect = std::max(defect, tableau::symplectic_defect(A_v, A, lobatto.b()));
      from_first = std::max({from_first, largest(A - first), largest(A_v - first)});
      from_pair = std::max(from_pair, largest(A - lobatto.B()));
    }
  }
  std::string text = "All terms together: ";
  if (defect > round_off)
    text += "not symplectic.";
  else if (from_pair < round_off)
    text += "the pair IIIA-IIIB, symplectic, with nonlinear constraints too.";
  else if (from_first < round_off)
    text +=
        "symplectic without constraints and with linear ones. With nonlinear constraints it is "
        "not;\nof these methods only the pair IIIA-IIIB is (velocity A, all else B).";
  else
    text += "symplectic without constraints.";
  return text + "\n\n";
}

/// Spectral radius and relative period error of the undamped oscillator ω, by hω.
std::string oscillator(const Lobatto& lobatto, const Splitting& splitting) {
  const Matrix Av = splitting(Term::velocity).evaluate(lobatto);
  const Matrix Af = splitting(Term::elastic).evaluate(lobatto);
  std::string text = "Undamped oscillator of frequency omega, step h:\n";
  text += fmt::format("{:>12} {:>20} {:>20}\n", "h*omega", "spectral radius", "period error");
  for (const double mu : {0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 100.0, 1e4}) {
    const Eigen::Matrix2d M = tableau::stability_matrix(Av, Af, lobatto.b(), mu);
    const double radius = tableau::spectral_radius(M);
    const auto eigenvalue = tableau::eigenvalues(M)(0);
    const double angle = std::abs(std::arg(eigenvalue));
    // Past hω = π the step no longer sees the oscillation's phase.
    const std::string error =
        mu < 3.2 && angle > 0 ? fmt::format("{:.3e}", std::abs(mu / angle - 1)) : std::string("-");
    text += fmt::format("{:12g} {:20.12f} {:>20}\n", mu, radius, error);
  }
  const double limit = 1e4;
  const double interval = tableau::interval_of_periodicity(Av, Af, lobatto.b(), limit);
  if (interval >= limit)
    text += "No damping at any step (P-stable).\n";
  else if (interval > 0)
    text += fmt::format("No damping for h*omega < {:.6g}, unstable or damped beyond.\n", interval);
  return text;
}

}  // namespace

std::string method_text(const MethodArguments& arguments) try {
  const Lobatto lobatto(arguments.stages);
  const Splitting splitting = parse_splitting(arguments);
  std::string text = fmt::format("Lobatto SPARK, {} stages, order {}, {}\n\n", lobatto.stages(),
                                 lobatto.order(), splitting.text());
  text += fmt::format("{:>23} {:>22}\n", "c", "b");
  for (int i = 0; i < lobatto.stages(); ++i)
    text += fmt::format(" {:22.16f} {:22.16f}\n", lobatto.c()(i), lobatto.b()(i));
  text += fmt::format("\n{}{}", coefficients(lobatto, splitting), structure(lobatto, splitting));
  return text + oscillator(lobatto, splitting);
} catch (const std::invalid_argument& error) {
  core::input_error("{}", error.what());
}

}  // namespace sparkdyn::app
