// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One expression of t: muParser reads it and gives its values, the ExpressionProgram of the same
// text its derivatives. The two are compared when the expression is read.

#include <muParser.h>

#include <optional>
#include <string>

#include "expression_program.hpp"

namespace sparkdyn::mechanics {

class Formula {
 public:
  /// Throws core::Error with the position when the text is wrong.
  explicit Formula(std::string text);
  Formula(const Formula&) = delete;  // the parser points to t_
  Formula& operator=(const Formula&) = delete;

  /// A numerics error where there is no finite value.
  double operator()(double t) const;

  /// The first or second derivative. An input error, which names `key` as the way out, when it is
  /// not known at all; a numerics error where it is not finite.
  double derivative(double t, int order, const char* key) const;

  const std::string& text() const { return text_; }
  bool is_constant() const { return constant_; }

 private:
  void reject_assignment() const;
  void parse();
  void compile();
  /// NaN or infinity where the expression has no value.
  double raw(double t) const;
  bool agree() const;

  std::string text_;
  mutable double t_ = 0;
  mutable mu::Parser parser_;  // Eval() is not const
  bool constant_ = false;
  std::optional<ExpressionProgram> program_;
  std::string obstacle_;  ///< why there is no program
};

}  // namespace sparkdyn::mechanics
