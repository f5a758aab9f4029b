// SPDX-License-Identifier: BSD-3-Clause
#include "expression_functions.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace sparkdyn::mechanics {

namespace {

/// x^n of an exponent that does not change. A factor of zero wins over x^(n−2) at x = 0.
Jet fixed_power(const Jet& x, double n) {
  const auto term = [&](double factor, double exponent) {
    return factor == 0 ? 0 : factor * std::pow(x.value, exponent);
  };
  return chain(x, std::pow(x.value, n), term(n, n - 1), term(n * (n - 1), n - 2));
}

}  // namespace

Jet power(const Jet& x, const Jet& y) {
  if (y.first == 0 && y.second == 0) return fixed_power(x, y.value);
  const double base = x.value;
  const Jet logarithm = y * chain(x, std::log(base), 1 / base, -1 / (base * base));
  const double value = std::pow(base, y.value);
  return chain(logarithm, value, value, value);
}

Jet arc_tangent(const Jet& y, const Jet& x) {
  if (x.flat && y.flat) return constant_jet(std::atan2(y.value, x.value));
  const double radius = std::hypot(x.value, y.value);
  const double cosine = x.value / radius, sine = y.value / radius;
  const double first = (cosine * y.first - sine * x.first) / radius;
  const double second = (cosine * y.second - sine * x.second) / radius -
                        2 * first * (cosine * x.first + sine * y.first) / radius;
  return {std::atan2(y.value, x.value), first, second, false};
}

namespace {

using Function = ExpressionProgram::Function;

Jet truth(bool holds) {
  return constant_jet(holds ? 1.0 : 0.0);
}

Jet sine(const Jet* x, int) {
  const double s = std::sin(x->value);
  return chain(*x, s, std::cos(x->value), -s);
}
Jet cosine(const Jet* x, int) {
  const double c = std::cos(x->value);
  return chain(*x, c, -std::sin(x->value), -c);
}
Jet tangent(const Jet* x, int) {
  const double t = std::tan(x->value);
  const double c = std::cos(x->value), first = 1 / (c * c);
  return chain(*x, t, first, 2 * t * first);
}
/// (1 − x)(1 + x) keeps its digits near ±1.
double one_minus_square(double x) {
  return (1 - x) * (1 + x);
}
Jet arc_sine(const Jet* x, int) {
  const double u = one_minus_square(x->value), first = 1 / std::sqrt(u);
  return chain(*x, std::asin(x->value), first, x->value * first / u);
}
Jet arc_cosine(const Jet* x, int) {
  const double u = one_minus_square(x->value), first = -1 / std::sqrt(u);
  return chain(*x, std::acos(x->value), first, x->value * first / u);
}
Jet arc_tangent_of(const Jet* x, int) {
  const double first = 1 / (1 + x->value * x->value);
  return chain(*x, std::atan(x->value), first, -2 * x->value * first * first);
}
Jet hyperbolic_sine(const Jet* x, int) {
  const double s = std::sinh(x->value);
  return chain(*x, s, std::cosh(x->value), s);
}
Jet hyperbolic_cosine(const Jet* x, int) {
  const double c = std::cosh(x->value);
  return chain(*x, c, std::sinh(x->value), c);
}
Jet hyperbolic_tangent(const Jet* x, int) {
  const double t = std::tanh(x->value);
  const double c = std::cosh(x->value), first = 1 / c / c;  // 1 − t² would lose its digits
  return chain(*x, t, first, -2 * t * first);
}
Jet area_sine(const Jet* x, int) {
  const double root = std::hypot(1, x->value), first = 1 / root;
  return chain(*x, std::asinh(x->value), first, -(x->value * first) * first * first);
}
Jet area_cosine(const Jet* x, int) {
  const double root = std::sqrt(x->value - 1) * std::sqrt(x->value + 1), first = 1 / root;
  return chain(*x, std::acosh(x->value), first, -(x->value * first) * first * first);
}
Jet area_tangent(const Jet* x, int) {
  const double first = 1 / one_minus_square(x->value);
  return chain(*x, std::atanh(x->value), first, 2 * x->value * first * first);
}

/// log x / log base.
Jet logarithm(const Jet& x, double value, double log_of_base) {
  const double first = 1 / x.value / log_of_base;
  return chain(x, value, first, -first / x.value);
}
Jet natural_logarithm(const Jet* x, int) {
  return logarithm(*x, std::log(x->value), 1);
}
Jet binary_logarithm(const Jet* x, int) {
  return logarithm(*x, std::log2(x->value), std::numbers::ln2);
}
Jet decimal_logarithm(const Jet* x, int) {
  return logarithm(*x, std::log10(x->value), std::numbers::ln10);
}
Jet exponential(const Jet* x, int) {
  const double value = std::exp(x->value);
  return chain(*x, value, value, value);
}
Jet square_root(const Jet* x, int) {
  const double root = std::sqrt(x->value), first = 0.5 / root;
  return chain(*x, root, first, -0.5 * first / x->value);
}

Jet signum(const Jet* x, int) {
  return constant_jet(x->value > 0 ? 1.0 : x->value < 0 ? -1.0 : 0.0);
}
Jet nearest_integer(const Jet* x, int) {
  return constant_jet(std::floor(x->value + 0.5));  // halves up, as muParser rounds
}
Jet absolute(const Jet* x, int) {
  return sign_after(*x) < 0 ? -*x : *x;
}
Jet smallest(const Jet* x, int count) {
  return *std::min_element(x, x + count,
                           [](const Jet& a, const Jet& b) { return sign_after(a - b) < 0; });
}
Jet largest(const Jet* x, int count) {
  return *std::max_element(x, x + count,
                           [](const Jet& a, const Jet& b) { return sign_after(a - b) < 0; });
}
Jet sum(const Jet* x, int count) {
  Jet result = constant_jet(0);
  for (int i = 0; i < count; ++i) result = result + x[i];
  return result;
}
Jet average(const Jet* x, int count) {
  return sum(x, count) / constant_jet(count);
}

const std::map<std::string, Function>& functions() {
  static const std::map<std::string, Function> table{
      {"sin", sine},
      {"cos", cosine},
      {"tan", tangent},
      {"asin", arc_sine},
      {"acos", arc_cosine},
      {"atan", arc_tangent_of},
      {"atan2", [](const Jet* x, int) { return arc_tangent(x[0], x[1]); }},
      {"sinh", hyperbolic_sine},
      {"cosh", hyperbolic_cosine},
      {"tanh", hyperbolic_tangent},
      {"asinh", area_sine},
      {"acosh", area_cosine},
      {"atanh", area_tangent},
      {"log", natural_logarithm},
      {"ln", natural_logarithm},
      {"log2", binary_logarithm},
      {"log10", decimal_logarithm},
      {"exp", exponential},
      {"sqrt", square_root},
      {"sign", signum},
      {"rint", nearest_integer},
      {"abs", absolute},
      {"min", smallest},
      {"max", largest},
      {"sum", sum},
      {"avg", average}};
  return table;
}

const std::map<std::string, Function>& operators() {
  static const std::map<std::string, Function> table{
      {"+", [](const Jet* x, int) { return x[0] + x[1]; }},
      {"-", [](const Jet* x, int) { return x[0] - x[1]; }},
      {"*", [](const Jet* x, int) { return x[0] * x[1]; }},
      {"/", [](const Jet* x, int) { return x[0] / x[1]; }},
      {"^", [](const Jet* x, int) { return power(x[0], x[1]); }},
      {"<", [](const Jet* x, int) { return truth(x[0].value < x[1].value); }},
      {"<=", [](const Jet* x, int) { return truth(x[0].value <= x[1].value); }},
      {">", [](const Jet* x, int) { return truth(x[0].value > x[1].value); }},
      {">=", [](const Jet* x, int) { return truth(x[0].value >= x[1].value); }},
      {"==", [](const Jet* x, int) { return truth(x[0].value == x[1].value); }},
      {"!=", [](const Jet* x, int) { return truth(x[0].value != x[1].value); }},
      {"&&", [](const Jet* x, int) { return truth(x[0].value != 0 && x[1].value != 0); }},
      {"||", [](const Jet* x, int) { return truth(x[0].value != 0 || x[1].value != 0); }},
      {"?:", [](const Jet* x, int) { return x[0].value != 0 ? x[1] : x[2]; }},
      {"negative", [](const Jet* x, int) { return -x[0]; }}};
  return table;
}

Function find(const std::map<std::string, Function>& table, const std::string& name) {
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

}  // namespace

Function function_named(const std::string& name) {
  return find(functions(), name);
}
Function operator_named(const std::string& name) {
  return find(operators(), name);
}

}  // namespace sparkdyn::mechanics
