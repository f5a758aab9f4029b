// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The table of families: each method by name is one entry in src/dae/families.cpp.

#include <functional>
#include <string>
#include <vector>

#include "sparkdyn/dae/method.hpp"
#include "sparkdyn/tableau/splitting.hpp"

namespace sparkdyn::dae {

/// What integrates the terms, for either kind of splitting.
struct Terms {
  tableau::Splitting mixtures;
  tableau::GaussSplitting radii = tableau::GaussSplitting::uniform(1.0);
  double alpha = 0.5;  // of a family that has one
};

struct Family {
  /// A mixture of the Lobatto matrices, a ρ∞ on Gauss nodes, or one matrix for all.
  enum class Splits { mixtures, radii, nothing };

  /// What says how large a method of the family is: its stages, its order, or nothing.
  enum class Size { stages, order, fixed };

  std::string name;
  Size size = Size::stages;
  int least_stages = 1;
  Splits splits = Splits::nothing;  ///< what terms and regions may have of their own
  bool has_alpha = false;           ///< Terms::alpha
  /// The coefficients for so many stages, or that order; of `terms` what the family splits by.
  /// Throws std::invalid_argument when the size is out of range. Empty for a family without
  /// coefficients, which is for problems that have a scheme of its name (problem.hpp).
  std::function<Method(int size, const Terms& terms)> make = {};
};

/// Lobatto SPARK, the usual one, first.
const std::vector<Family>& families();

}  // namespace sparkdyn::dae
