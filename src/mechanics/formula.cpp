// SPDX-License-Identifier: BSD-3-Clause
#include "formula.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::mechanics {

Formula::Formula(std::string text) : text_(std::move(text)) {
  for (char& c : text_)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  constexpr std::size_t longest = 10000;
  if (text_.size() > longest)
    core::input_error("an expression of {} characters, '{}...'; at most {} are allowed",
                      text_.size(), text_.substr(0, 40), longest);
  reject_assignment();
  parse();
  compile();
}

/// muParser would let "t = 3" change the time.
void Formula::reject_assignment() const {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] != '=') continue;
    const bool doubled = i + 1 < text_.size() && text_[i + 1] == '=';
    const bool compares = i > 0 && std::string("<>!").find(text_[i - 1]) != std::string::npos;
    if (!doubled && !compares)
      core::input_error(
          "the expression '{}' is wrong at position {}: '=' assigns; compare with '=='", text_,
          i + 1);
    if (doubled) ++i;
  }
}

void Formula::parse() {
  try {
    parser_.DefineVar("t", &t_);
    // muParser's own _pi has only twelve digits.
    for (const char* pi : {"pi", "_pi"}) parser_.DefineConst(pi, std::numbers::pi);
    for (const char* e : {"e", "_e"}) parser_.DefineConst(e, std::numbers::e);
    parser_.SetExpr(text_);
    parser_.Eval();
    constant_ = parser_.GetUsedVar().empty();
  } catch (const mu::Parser::exception_type& error) {
    core::input_error("the expression '{}' is wrong at position {}: {}", text_, error.GetPos() + 1,
                      error.GetMsg());
  }
  if (parser_.GetNumResults() != 1)
    core::input_error("the expression '{}' must give one value, not {}", text_,
                      parser_.GetNumResults());
}

void Formula::compile() {
  try {
    program_.emplace(text_);
    if (agree()) return;
    obstacle_ = "muParser's value of it is another than that of its derivative's program";
  } catch (const NotDifferentiable& error) {
    obstacle_ = error.what();
  }
  program_.reset();
}

/// The program must mean what muParser means: where both have a value, it is the same.
bool Formula::agree() const {
  const auto same = [&](double t) {
    const double ours = (*program_)(t).value, theirs = raw(t);
    if (!std::isfinite(ours) || !std::isfinite(theirs)) return true;
    return std::abs(ours - theirs) <= 1e-6 * std::max(std::abs(ours), std::abs(theirs)) + 1e-12;
  };
  const auto times = {0.0, 1e-3, 0.1, 0.37, 0.5, 1.0, 1.7, 3.1, 12.9, 77.7, -0.6, -2.3};
  // Rounding may differ, and tip a comparison or blow up in a cancellation at some odd time.
  return std::count_if(times.begin(), times.end(), same) + 2 >= static_cast<long>(times.size());
}

double Formula::raw(double t) const {
  t_ = t;
  try {
    return parser_.Eval();
  } catch (const mu::Parser::exception_type&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

double Formula::operator()(double t) const {
  const double result = raw(t);
  if (!std::isfinite(result))
    core::numerics_error("the expression '{}' is {} at t = {}", text_, result, t);
  return result;
}

double Formula::derivative(double t, int order, const char* key) const {
  if (constant_) return 0;
  if (!program_)
    core::input_error("the expression '{}' cannot be differentiated: {}; give '{}'", text_,
                      obstacle_, key);
  (*this)(t);  // says so when there is no value at all
  const Jet jet = (*program_)(t);
  const double result = order == 1 ? jet.first : jet.second;
  if (!std::isfinite(result))
    core::numerics_error("the {} of the expression '{}' is {} at t = {}; give '{}'",
                         order == 1 ? "derivative" : "second derivative", text_, result, t, key);
  return result;
}

}  // namespace sparkdyn::mechanics
