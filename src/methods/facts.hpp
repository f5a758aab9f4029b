// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What can be said of a method by itself: its coefficients, and what it does to the undamped
// oscillator q'' = −ω²q. Those of `problem:` cases are data (dae::Method); the others are asked for
// their step on one degree of freedom.

#include <optional>
#include <string>
#include <vector>

#include "integrate/modal_method.hpp"
#include "sparkdyn/dae/method.hpp"

namespace sparkdyn::methods {

/// What is not given is the family's own.
struct MethodArguments {
  std::optional<std::string> family;  ///< the usual one of structures
  std::optional<int> stages, order;
  std::optional<double> rho_infinity, alpha, beta, gamma;
  std::vector<std::string> splitting;  ///< "elastic=C", "elastic=C:0.75+C*:0.25", "elastic=0.8"
  std::optional<std::string> page;     ///< an HTML file for the curves of all methods
};

/// A matrix and the terms that it integrates.
struct TermMatrix {
  std::string value;               ///< "C", "0.8"; empty when there is no choice
  std::vector<std::string> terms;  ///< empty: every term
  tableau::Matrix A;
};

struct MethodFacts {
  std::string family;
  std::string title;
  int order = 0;
  std::optional<dae::Method> coefficients;  ///< of a Runge–Kutta method
  std::vector<TermMatrix> matrices;         ///< likewise
  std::string parameters;                   ///< of others
  integrate::ModalMethod oscillator;        ///< without damping of its own
  double radius_at_infinity = 0;
  std::optional<bool> algebraically_stable;  ///< of one matrix for all terms
  dae::Symplectic symplectic = dae::Symplectic::never;
};

/// Those of structures first, the usual one before all others.
std::vector<std::string> method_families();

/// Throws core::Error (input) and std::invalid_argument for what the family does not have.
MethodFacts method_facts(const std::string& family, const MethodArguments& arguments);

/// What of the arguments another family understands, for a look at both side by side.
MethodArguments arguments_for(const std::string& family, const MethodArguments& arguments);

}  // namespace sparkdyn::methods
