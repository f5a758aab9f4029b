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

#include "sparkdyn/integrate/step_cache.hpp"
#include "sparkdyn/linear/plan.hpp"
#include "sparkdyn/run/options.hpp"
#include "sparkdyn/tableau/splitting.hpp"

namespace sparkdyn::integrate {
class Stepper;
struct ModalMethod;
}  // namespace sparkdyn::integrate
namespace sparkdyn::mechanics {
class System;
}
namespace sparkdyn::stage {
class MassSolver;
}

namespace sparkdyn::run {

struct MethodFamily;

/// A method: its family and what that family's keys are set to.
struct MethodOptions {
  const MethodFamily* family = nullptr;       ///< null: lobatto
  std::map<std::string, double> values = {};  ///< by key; those not given have the usual value
  /// Of a family that splits; not given, every term has the mixture of `rho_infinity`.
  std::optional<tableau::Splitting> splitting = std::nullopt;

  const MethodFamily& of() const;  ///< the family; lobatto when none is given
  /// Of a key, or its usual value. Throws core::Error (input) for one that the family does not
  /// have.
  double value(const std::string& key) const;
  int stages() const { return static_cast<int>(value("stages")); }  ///< of a family that has stages
  /// The splitting that is used.
  tableau::Splitting terms() const;
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
  std::string name;             ///< in a case file
  std::vector<MethodKey> keys;  ///< that it understands
  bool splits = false;          ///< understands a splitting
  bool shared = false;  ///< keeps nothing from step to step: all load cases share one stepper
  std::function<std::unique_ptr<integrate::Stepper>(const MethodOptions&, const StepperParts&)>
      make;  ///< Makes a stepper.
  /// How many real and complex systems a step solves.
  std::function<linear::StepDemand(const MethodOptions&)> demand;
  /// Whether one invertible matrix holds all forces. Then dofs without mass follow the others
  /// statically, and multigrid may be weighed against factors.
  std::function<bool(const MethodOptions&, const mechanics::System&)> one_matrix;
  /// The method on single modes.
  std::function<integrate::ModalMethod(const MethodOptions&, const mechanics::System&)> modal;

  const MethodKey* find(std::string_view key) const;  ///< null: no such key
};

/// Those of the library, lobatto first.
const std::vector<MethodFamily>& method_families();

/// Lobatto SPARK with one mixture for every term; splitting may then be set.
MethodOptions lobatto(int stages = 3, double rho_infinity = 0.8);
/// Newmark's method; the usual values are the trapezoidal rule.
MethodOptions newmark(double beta = 0.25, double gamma = 0.5);
/// Hilber's, Hughes' and Taylor's method, −1/3 ≤ α ≤ 0.
MethodOptions hht(double alpha = -0.05);
/// Chung's and Hulbert's method.
MethodOptions generalized_alpha(double rho_infinity = 0.8);

}  // namespace sparkdyn::run
