// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of expressions against differences of eighth order in long double: every function,
// and random compositions, at times from 1e-9 to 1e6.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::mechanics {
namespace {

using Long = long double;
using Function = std::function<Long(Long)>;

struct Derivatives {
  Long first = 0;
  Long second = 0;
};

Derivatives differences(const Function& f, Long t, Long h) {
  const volatile Long next = t + h;
  h = next - t;  // so that t ± kh are not rounded
  constexpr std::array<Long, 4> odd{4.0L / 5, -1.0L / 5, 4.0L / 105, -1.0L / 280};
  constexpr std::array<Long, 5> even{-205.0L / 72, 8.0L / 5, -1.0L / 5, 8.0L / 315, -1.0L / 560};
  Derivatives result{0, even[0] * f(t)};
  for (int k = 1; k <= 4; ++k) {
    const Long right = f(t + static_cast<Long>(k) * h), left = f(t - static_cast<Long>(k) * h);
    result.first += odd[k - 1] * (right - left);
    result.second += even[k] * (right + left);
  }
  return {result.first / h, result.second / (h * h)};
}

/// One function of t, and the length on which it changes at t.
struct Alone {
  const char* text;
  Function f;
  std::function<Long(Long)> length = [](Long) { return 1.0L; };
};

const auto by_itself = [](Long t) { return t; };
const auto at_most_one = [](Long t) { return std::min(t, 1.0L); };
const auto at_least_one = [](Long t) { return std::max(t, 1.0L); };

std::vector<Alone> every_function() {
  return {
      {"sin(t)", [](Long t) { return std::sin(t); }},
      {"cos(t)", [](Long t) { return std::cos(t); }},
      {"tan(0.7*sin(t))", [](Long t) { return std::tan(0.7L * std::sin(t)); }},
      {"asin(0.9*sin(t))", [](Long t) { return std::asin(0.9L * std::sin(t)); }},
      {"acos(0.9*sin(t))", [](Long t) { return std::acos(0.9L * std::sin(t)); }},
      {"atan(t)", [](Long t) { return std::atan(t); }, at_least_one},
      {"atan2(sin(t),2+cos(t))", [](Long t) { return std::atan2(std::sin(t), 2 + std::cos(t)); }},
      {"sinh(sin(t))", [](Long t) { return std::sinh(std::sin(t)); }},
      {"cosh(sin(t))", [](Long t) { return std::cosh(std::sin(t)); }},
      {"tanh(sin(t))", [](Long t) { return std::tanh(std::sin(t)); }},
      {"asinh(t)", [](Long t) { return std::asinh(t); }, at_least_one},
      {"acosh(1.5+t)", [](Long t) { return std::acosh(1.5L + t); }, at_least_one},
      {"atanh(0.9*sin(t))", [](Long t) { return std::atanh(0.9L * std::sin(t)); }},
      {"log(t)", [](Long t) { return std::log(t); }, by_itself},
      {"ln(t)", [](Long t) { return std::log(t); }, by_itself},
      {"log2(t)", [](Long t) { return std::log2(t); }, by_itself},
      {"log10(t)", [](Long t) { return std::log10(t); }, by_itself},
      {"exp(-t)", [](Long t) { return std::exp(-t); }},
      {"sqrt(t)", [](Long t) { return std::sqrt(t); }, by_itself},
      {"sign(t-7)*t", [](Long t) { return t > 7 ? t : -t; }, by_itself},
      {"(t-rint(t))*t", [](Long t) { return (t - std::floor(t + 0.5L)) * t; }, at_most_one},
      {"abs(t-7)*t", [](Long t) { return std::abs(t - 7) * t; }, by_itself},
      {"min(t,t^2,7)*t",
       [](Long t) {
         return std::min({t, t * t, 7.0L}) * t;
       },
       by_itself},
      {"max(t,t^2,7)*t",
       [](Long t) {
         return std::max({t, t * t, 7.0L}) * t;
       },
       by_itself},
      {"sum(sin(t),t,1)", [](Long t) { return std::sin(t) + t + 1; }},
      {"avg(sin(t),t,1)", [](Long t) { return (std::sin(t) + t + 1) / 3; }},
      {"t^3-2*t", [](Long t) { return t * t * t - 2 * t; }, at_least_one},
      {"t^1.7", [](Long t) { return std::pow(t, 1.7L); }, by_itself},
      {"1.0000019073486328125^t", [](Long t) { return std::pow(1.0000019073486328125L, t); },
       at_least_one},
      {"(1+1/t)^sin(t)", [](Long t) { return std::pow(1 + 1 / t, std::sin(t)); }, at_most_one},
      {"-t/(1+t)", [](Long t) { return -t / (1 + t); }, at_least_one},
      {"t<7 ? t^2 : 14*t-49", [](Long t) { return t < 7 ? t * t : 14 * t - 49; }, by_itself},
      {"(t>=7&&t!=8||t<=1)*t^2", [](Long t) { return (t >= 7 && t != 8) || t <= 1 ? t * t : 0; },
       by_itself},
  };
}

/// Differences across a corner depend on their step: such points are left out.
bool smooth(const Derivatives& one, const Derivatives& other, Long first, Long second) {
  return std::abs(one.first - other.first) <= 1e-10L * first &&
         std::abs(one.second - other.second) <= 1e-7L * second;
}

TEST(ExpressionDerivative, EveryFunctionAtTimesOfAllSizes) {
  int compared = 0, left_out = 0;
  for (const Alone& alone : every_function()) {
    const auto a = expression_amplitude(alone.text);
    for (double t = 1.1e-9; t < 1e6; t *= 3.7) {
      const Long length = alone.length(t), h = 0.003L * length;
      const Derivatives right = differences(alone.f, t, h), again = differences(alone.f, t, h / 2);
      // What the digits of f and of its argument allow.
      const Long size = std::abs(alone.f(t)) + length * std::abs(right.first);
      const Long first = std::abs(right.first) + size / length;
      const Long second = std::abs(right.second) + size / (length * length);
      if (!smooth(right, again, first, second)) {
        ++left_out;
        continue;
      }
      ++compared;
      EXPECT_NEAR(a->value(t), static_cast<double>(alone.f(t)), static_cast<double>(1e-12L * size));
      EXPECT_NEAR(a->rate(t), static_cast<double>(right.first), static_cast<double>(1e-12L * first))
          << alone.text << " at " << t;
      EXPECT_NEAR(a->acceleration(t), static_cast<double>(right.second),
                  static_cast<double>(1e-11L * second))
          << alone.text << " at " << t;
    }
  }
  EXPECT_LT(left_out, compared / 20);
}

/// An expression and the same in long double.
struct Pair {
  std::string text;
  Function f;
};

class Composer {
 public:
  Composer(unsigned seed, double scale) : random_(seed), scale_(scale) {}

  Pair compose(int depth) {
    if (depth == 0) return leaf();
    const int choice = pick(26);
    const Pair u = compose(depth - 1);
    if (choice < 16) return of_one(choice, u);
    return of_two(choice - 16, u, compose(depth - 1));
  }
  double uniform() { return std::uniform_real_distribution<double>(0, 1)(random_); }

 private:
  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }

  Pair leaf() {
    const double factor = 0.5 + std::round(uniform() * 20) / 8, shift = std::round(uniform() * 8);
    const double scale = scale_;
    return {fmt::format("({}*(t/{})+{})", factor, scale, shift),
            [=](Long t) { return factor * (t / scale) + shift; }};
  }

  static Pair of_one(int choice, const Pair& u) {
    struct Entry {
      const char* text;
      Long (*f)(Long);
    };
    static const std::array<Entry, 16> table{{
        {"sin({})", [](Long x) { return std::sin(x); }},
        {"cos({})", [](Long x) { return std::cos(x); }},
        {"tan(0.7*sin({}))", [](Long x) { return std::tan(0.7L * std::sin(x)); }},
        {"asin(0.9*sin({}))", [](Long x) { return std::asin(0.9L * std::sin(x)); }},
        {"acos(0.9*cos({}))", [](Long x) { return std::acos(0.9L * std::cos(x)); }},
        {"atan({})", [](Long x) { return std::atan(x); }},
        {"sinh(sin({}))", [](Long x) { return std::sinh(std::sin(x)); }},
        {"cosh(tanh({}))", [](Long x) { return std::cosh(std::tanh(x)); }},
        {"asinh({})", [](Long x) { return std::asinh(x); }},
        {"acosh(1.5+({})^2)", [](Long x) { return std::acosh(1.5L + x * x); }},
        {"atanh(0.9*sin({}))", [](Long x) { return std::atanh(0.9L * std::sin(x)); }},
        {"log2(1.1+({})^2)", [](Long x) { return std::log2(1.1L + x * x); }},
        {"log10(1.1+({})^2)", [](Long x) { return std::log10(1.1L + x * x); }},
        {"exp(-0.1*({})^2)", [](Long x) { return std::exp(-0.1L * x * x); }},
        {"sqrt(0.5+({})^2)", [](Long x) { return std::sqrt(0.5L + x * x); }},
        {"abs(-{})", [](Long x) { return std::abs(x); }},
    }};
    const auto f = table[choice].f;
    return {fmt::format(fmt::runtime(table[choice].text), u.text),
            [f, inner = u.f](Long t) { return f(inner(t)); }};
  }

  static Pair of_two(int choice, const Pair& u, const Pair& v) {
    struct Entry {
      const char* text;
      Long (*f)(Long, Long);
    };
    static const std::array<Entry, 10> table{{
        {"({}+{})", [](Long x, Long y) { return x + y; }},
        {"({}-{})", [](Long x, Long y) { return x - y; }},
        {"{}*{}", [](Long x, Long y) { return x * y; }},
        {"{}/(2+sin({}))", [](Long x, Long y) { return x / (2 + std::sin(y)); }},
        {"(1.5+sin({}))^sin({})",
         [](Long x, Long y) { return std::pow(1.5L + std::sin(x), std::sin(y)); }},
        {"atan2({},3+cos({}))", [](Long x, Long y) { return std::atan2(x, 3 + std::cos(y)); }},
        {"min({},{})", [](Long x, Long y) { return std::min(x, y); }},
        {"max({},{})", [](Long x, Long y) { return std::max(x, y); }},
        {"avg({},{},1)", [](Long x, Long y) { return (x + y + 1) / 3; }},
        {"({0}<{1} ? {0} : -{1}^2)", [](Long x, Long y) { return x < y ? x : -y * y; }},
    }};
    const auto f = table[choice].f;
    return {fmt::format(fmt::runtime(table[choice].text), u.text, v.text),
            [f, left = u.f, right = v.f](Long t) { return f(left(t), right(t)); }};
  }

  std::mt19937 random_;
  double scale_;
};

TEST(ExpressionDerivative, RandomCompositions) {
  constexpr int compositions = 200, looks = 12;
  int compared = 0;
  for (int k = 0; k < compositions; ++k) {
    const double scale = std::pow(10.0, -9 + 15.0 * k / (compositions - 1));
    Composer composer(static_cast<unsigned>(k), scale);
    const Pair pair = composer.compose(1 + k % 3);
    const auto a = expression_amplitude(pair.text);
    const Long h = 2e-4L * scale;
    std::vector<double> times;
    std::vector<Derivatives> right, again;
    Long size = 0, first = 0, second = 0;
    for (int i = 0; i < looks; ++i) {
      const double t = scale * (0.1 + 3 * composer.uniform());
      times.push_back(t);
      right.push_back(differences(pair.f, t, h));
      again.push_back(differences(pair.f, t, h / 2));
      if (!smooth(right[i], again[i], std::abs(right[i].first) + std::abs(pair.f(t)) / scale,
                  std::abs(right[i].second) + std::abs(pair.f(t)) / (scale * scale)))
        continue;
      size = std::max(size, std::abs(pair.f(t)));
      first = std::max(first, std::abs(right[i].first));
      second = std::max(second, std::abs(right[i].second));
    }
    first += size / scale;
    second += first / scale;
    for (int i = 0; i < looks; ++i) {
      if (!smooth(right[i], again[i], first, second)) continue;
      ++compared;
      EXPECT_NEAR(a->rate(times[i]), static_cast<double>(right[i].first),
                  static_cast<double>(1e-11L * first))
          << pair.text << " at " << times[i];
      EXPECT_NEAR(a->acceleration(times[i]), static_cast<double>(right[i].second),
                  static_cast<double>(1e-9L * second))
          << pair.text << " at " << times[i];
    }
  }
  EXPECT_GT(compared, compositions * looks * 9 / 10);
}

/// Operators in random order without brackets: both parsers must agree on what binds tighter, and
/// on the value there is a second opinion, muParser's.
TEST(ExpressionDerivative, PrecedenceIsMuParsers) {
  std::mt19937 random(5);
  const auto pick = [&](const std::vector<std::string>& from) {
    return from[std::uniform_int_distribution<std::size_t>(0, from.size() - 1)(random)];
  };
  for (int k = 0; k < 300; ++k) {
    std::string text;
    for (int i = 0; i < 6; ++i) {
      if (i > 0)
        text += pick({"+", "-", "*", "/", "^", " * ", "<", ">=", "!=", "&&", "||", "+", "-", "^"});
      text += pick({"", "", "", "-", "+"});
      text += pick({"t", "2", "1.3", "(t+1)", "sin(t)", "t", "(t<2?t:3)", "1e-1", ".5"});
    }
    if (k % 3 == 0) text += pick({"?t:2*t", " ? 1 : t>1 ? t^2 : 3", "?t>2?1:t:5-t"});
    const auto a = expression_amplitude(text);
    const double t = 1.37, h = 1e-3;
    double value = 0;
    try {
      value = a->value(t);
    } catch (const core::Error&) {
      continue;  // such as 0.5^-t^1e99
    }
    const auto slope = [&](double d) { return (a->value(t + d) - a->value(t - d)) / (2 * d); };
    try {
      const double expected = (4 * slope(h / 2) - slope(h)) / 3, rough = slope(h);
      const double size = std::abs(value) + std::abs(expected);
      if (std::abs(expected - rough) > 1e-3 * size) continue;  // too wild for differences
      EXPECT_NEAR(a->rate(t), expected, 1e-3 * size) << text;
    } catch (const core::Error& error) {
      EXPECT_EQ(error.kind(), core::Failure::numerics) << text << ": " << error.what();
    }
  }
}

TEST(ExpressionDerivative, CornersAndWhereNothingMoves) {
  EXPECT_EQ(expression_amplitude("abs(t)")->rate(0), 1);  // to the right
  EXPECT_EQ(expression_amplitude("abs(1-t)")->rate(1), 1);
  EXPECT_EQ(expression_amplitude("min(t,t^2)")->rate(1), 1);
  EXPECT_EQ(expression_amplitude("max(t,t^2)")->rate(1), 2);
  EXPECT_EQ(expression_amplitude("max(0,t-1)^1.5")->acceleration(0.5), 0);
  EXPECT_EQ(expression_amplitude("sqrt(max(0,t-1))*t")->rate(0.5), 0);
  EXPECT_EQ(expression_amplitude("sqrt(0)*t+acos(1)")->rate(0), 0);
  EXPECT_EQ(expression_amplitude("t^1")->acceleration(0), 0);
  EXPECT_EQ(expression_amplitude("t^2")->acceleration(0), 2);
  EXPECT_EQ(expression_amplitude("rint(t)")->rate(0.5), 0);
}

/// Infinite or undefined is an error with the way out, never a number.
TEST(ExpressionDerivative, RefusedWhereThereIsNone) {
  for (const char* text : {"sqrt(t)", "t^0.5", "asin(1+t)", "acosh(1+t)", "sqrt(t^4)", "t^t"}) {
    const auto a = expression_amplitude(text);
    try {
      (void)a->acceleration(0);
      ADD_FAILURE() << text;
    } catch (const core::Error& error) {
      const std::string message = error.what();
      EXPECT_EQ(error.kind(), core::Failure::numerics);
      EXPECT_NE(message.find(text), std::string::npos) << message;
      EXPECT_NE(message.find("'second_derivative'"), std::string::npos) << message;
    }
  }
  std::string nested = "t";
  for (int i = 0; i < 600; ++i) nested = "(" + nested + ")";
  const auto deep = expression_amplitude(nested);
  EXPECT_EQ(deep->value(3), 3);
  try {
    (void)deep->rate(3);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.kind(), core::Failure::input);
    EXPECT_NE(std::string(error.what()).find("give 'derivative'"), std::string::npos);
  }
}

}  // namespace
}  // namespace sparkdyn::mechanics
