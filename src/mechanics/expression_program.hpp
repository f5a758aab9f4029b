// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// An expression of t in muParser's language as a program for a stack machine, which gives its value
// with the exact first and second derivative: muParser itself evaluates, but cannot differentiate.

#include <stdexcept>
#include <string>
#include <vector>

#include "jet.hpp"

namespace sparkdyn::mechanics {

/// What the program's language does not have; muParser may.
class NotDifferentiable : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ExpressionProgram {
 public:
  /// `text` must be one that muParser accepts; throws NotDifferentiable for what is unknown here.
  explicit ExpressionProgram(const std::string& text);

  Jet operator()(double t) const;

  enum class Kind { number, time, function };
  using Function = Jet (*)(const Jet* operands, int count);
  struct Instruction {
    Kind kind = Kind::number;
    double number = 0;
    Function function = nullptr;
    int operands = 0;
  };

 private:
  std::vector<Instruction> instructions_;
  mutable std::vector<Jet> stack_;
};

}  // namespace sparkdyn::mechanics
