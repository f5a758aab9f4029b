// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The table of families: each method by name is one entry in src/dae/families.cpp.

#include <functional>
#include <string>
#include <vector>

#include "sparkdyn/dae/method.hpp"
#include "sparkdyn/tableau/splitting.hpp"

namespace sparkdyn::dae {

struct Family {
  /// What says how large a method of the family is: its stages, its order, or nothing.
  enum class Size { stages, order, fixed };

  std::string name;
  Size size = Size::stages;
  int least_stages = 1;
  bool splits = false;  ///< every term may have its own mixture of matrices
  /// The coefficients for so many stages, or that order. Throws std::invalid_argument when it is
  /// out of range.
  std::function<Method(int size, const tableau::Splitting& splitting)> make;
};

/// Lobatto SPARK, the usual one, first.
const std::vector<Family>& families();

}  // namespace sparkdyn::dae
