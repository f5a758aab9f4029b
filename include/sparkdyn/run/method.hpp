// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The table of methods: a family is one entry, which says all that others must know of it. Those of
// the library are in src/run/methods.cpp; a program may give MethodOptions a family of its own.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/integrate/stepper.hpp"
#include "sparkdyn/linear/plan.hpp"
#include "sparkdyn/run/options.hpp"
#include "sparkdyn/tableau/gauss_splitting.hpp"
#include "sparkdyn/tableau/splitting.hpp"

namespace sparkdyn::integrate {
struct ModalMethod;
}  // namespace sparkdyn::integrate
namespace sparkdyn::stage {
class MassSolver;
}

namespace sparkdyn::run {

struct MethodFamily;

/// What a splitting of a family gives to each term: nothing, a mixture of Lobatto's letters, or a
/// ρ∞.
enum class SplitBy { nothing, letters, radius };

/// A method: its family and what that family's keys are set to.
struct MethodOptions {
  const MethodFamily* family = nullptr;       ///< null: the first of method_families()
  std::map<std::string, double> values = {};  ///< by key; those not given have the usual value
  /// Of a family that splits by letters; not given, every term has the mixture of `rho_infinity`.
  std::optional<tableau::Splitting> splitting = std::nullopt;
  /// Of a family that splits by radius; not given, every term has `rho_infinity`.
  std::optional<tableau::GaussSplitting> radii = std::nullopt;

  const MethodFamily& of() const;  ///< the family, or the default one
  /// Of a key, or its usual value. Throws core::Error (input) for one that the family does not
  /// have.
  double value(const std::string& key) const;
  /// Of a family that has stages.
  int stages() const { return static_cast<int>(value("stages")); }
  tableau::Splitting letters() const;          ///< the splitting that is used, by letters
  tableau::GaussSplitting term_radii() const;  ///< or by radius
};

/// A number that a family understands, in [least, most].
struct MethodKey {
  std::string name;                       ///< in a case file
  double usual = 0, least = 0, most = 1;  ///< where none is given; bounds
  bool whole = false;                     ///< an integer
};

/// What a stepper is made from besides its options.
struct StepperParts {
  const mechanics::System& system;  ///< must outlive the stepper
  /// Solves with M and G, and knows the plan of solvers; shared.
  std::shared_ptr<stage::MassSolver> mass;
  integrate::StepCacheLimits kept = {};  ///< how many step sizes it may keep factors of
};

/// All that others must know of a family of methods.
struct MethodFamily {
  std::string name;                   ///< in a case file
  std::vector<MethodKey> keys;        ///< that it understands
  SplitBy splits = SplitBy::nothing;  ///< what its splittings are made of
  bool nonlinear = false;  ///< takes systems that are not linear, though it splits nothing
  bool shared = false;     ///< keeps nothing from step to step: all load cases share one stepper
  /// Makes a stepper.
  std::function<std::unique_ptr<integrate::Stepper>(const MethodOptions&, const StepperParts&)>
      make;
  /// When in a step, from 0 to 1, loads and prescribed motions are asked for, both ends included.
  std::function<std::vector<double>(const MethodOptions&)> nodes;
  /// How many real and complex systems a step solves.
  std::function<linear::StepDemand(const MethodOptions&)> demand;
  /// Whether one invertible matrix holds all forces. Then dofs without mass follow the others
  /// statically, and multigrid may be weighed against factors.
  std::function<bool(const MethodOptions&, const mechanics::System&)> one_matrix;
  /// The method on single modes.
  std::function<integrate::ModalMethod(const MethodOptions&, const mechanics::System&)> modal;

  const MethodKey* find(std::string_view key) const;  ///< null: no such key
};

/// Those of the library, the default first.
const std::vector<MethodFamily>& method_families();
/// Null when none is called so.
const MethodFamily* find_method_family(std::string_view name);

/// SPARK on Gauss' nodes with one ρ∞ for every term; radii may then be set.
MethodOptions gauss_lobatto(int stages = 3, double rho_infinity = 0.8);
/// Lobatto SPARK with one mixture for every term; splitting may then be set.
MethodOptions lobatto(int stages = 3, double rho_infinity = 0.8);
/// Newmark's method; the usual values are the trapezoidal rule.
MethodOptions newmark(double beta = 0.25, double gamma = 0.5);
/// Hilber's, Hughes' and Taylor's method, −1/3 ≤ α ≤ 0.
MethodOptions hht(double alpha = -0.05);
/// Chung's and Hulbert's method.
MethodOptions generalized_alpha(double rho_infinity = 0.8);

}  // namespace sparkdyn::run
