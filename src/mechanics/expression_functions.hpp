// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// muParser's functions and operators on jets.

#include <string>

#include "expression_program.hpp"

namespace sparkdyn::mechanics {

/// Null when there is none of that name.
ExpressionProgram::Function function_named(const std::string& name);

/// One of + - * / ^ < <= > >= == != && || with two operands, "negative" with one, "?:" with three.
ExpressionProgram::Function operator_named(const std::string& name);

}  // namespace sparkdyn::mechanics
