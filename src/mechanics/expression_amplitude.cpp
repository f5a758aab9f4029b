// SPDX-License-Identifier: BSD-3-Clause
#include <optional>

#include "formula.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::mechanics {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

class Expression final : public Amplitude {
 public:
  Expression(const std::string& value, const std::string& rate, const std::string& acceleration)
      : value_(value) {
    if (!rate.empty()) rate_.emplace(rate);
    if (!acceleration.empty()) acceleration_.emplace(acceleration);
  }

  double value(double t) const override { return value_(t); }

  double rate(double t) const override {
    return rate_ ? (*rate_)(t) : value_.derivative(t, 1, "derivative");
  }

  double acceleration(double t) const override {
    if (acceleration_) return (*acceleration_)(t);
    return rate_ ? rate_->derivative(t, 1, "second_derivative")
                 : value_.derivative(t, 2, "second_derivative");
  }

  std::string text() const override {
    std::string result = "{expression: " + quoted(value_.text());
    if (rate_) result += ", derivative: " + quoted(rate_->text());
    if (acceleration_) result += ", second_derivative: " + quoted(acceleration_->text());
    return result + "}";
  }
  bool is_constant() const override { return value_.is_constant() && !rate_ && !acceleration_; }

 private:
  Formula value_;
  std::optional<Formula> rate_;
  std::optional<Formula> acceleration_;
};

}  // namespace

AmplitudePtr expression_amplitude(const std::string& value, const std::string& rate,
                                  const std::string& acceleration) {
  return std::make_shared<Expression>(value, rate, acceleration);
}

}  // namespace sparkdyn::mechanics
