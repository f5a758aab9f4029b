// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/mechanics/amplitude.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "sparkdyn/core/error.hpp"
#include "support/error_of.hpp"

namespace sparkdyn::mechanics {
namespace {

using support::error_of;

constexpr double pi = std::numbers::pi;

bool says(const std::string& message, const std::string& word) {
  return message.find(word) != std::string::npos;
}

TEST(Amplitude, Constant) {
  const auto a = constant_amplitude(2.5);
  EXPECT_EQ(a->value(7), 2.5);
  EXPECT_EQ(a->rate(7), 0);
  EXPECT_EQ(a->acceleration(7), 0);
  EXPECT_TRUE(a->is_constant());
  EXPECT_EQ(a->text(), "{constant: 2.5}");
  EXPECT_TRUE(says(error_of([] { constant_amplitude(NAN); }), "finite"));
}

TEST(Amplitude, TableIsLinearBetweenAndConstantOutside) {
  const auto a = table_amplitude({{0, 1}, {2, 5}, {3, 5}, {4, 0}});
  EXPECT_EQ(a->value(-1), 1);
  EXPECT_EQ(a->value(0), 1);
  EXPECT_EQ(a->value(1), 3);
  EXPECT_EQ(a->value(2), 5);
  EXPECT_EQ(a->value(3.5), 2.5);
  EXPECT_EQ(a->value(9), 0);
  EXPECT_EQ(a->rate(-1), 0);
  EXPECT_EQ(a->rate(0), 2);  // of the segment to the right
  EXPECT_EQ(a->rate(2), 0);
  EXPECT_EQ(a->rate(3), -5);
  EXPECT_EQ(a->rate(4), 0);
  EXPECT_EQ(a->acceleration(1), 0);
  EXPECT_FALSE(a->is_constant());
  EXPECT_TRUE(table_amplitude({{0, 1}, {2, 1}})->is_constant());
  EXPECT_EQ(table_amplitude({{0, 0}, {0.1, 1}})->text(), "{table: [[0, 0], [0.1, 1]]}");
}

TEST(Amplitude, TableErrors) {
  EXPECT_TRUE(says(error_of([] { table_amplitude({}); }), "empty"));
  EXPECT_TRUE(says(error_of([] { table_amplitude({{0, 0}, {0, 1}}); }), "increase"));
  EXPECT_TRUE(says(error_of([] { table_amplitude({{1, 0}, {0, 1}}); }), "0 follows 1"));
  EXPECT_TRUE(says(error_of([] { table_amplitude({{0, INFINITY}}); }), "finite"));
}

TEST(Amplitude, Sine) {
  const auto a = sine_amplitude(2, 0.3);
  const double omega = 4 * pi;
  EXPECT_DOUBLE_EQ(a->value(0.7), std::sin(omega * 0.7 + 0.3));
  EXPECT_DOUBLE_EQ(a->rate(0.7), omega * std::cos(omega * 0.7 + 0.3));
  EXPECT_DOUBLE_EQ(a->acceleration(0.7), -omega * omega * std::sin(omega * 0.7 + 0.3));
  EXPECT_EQ(a->text(), "{sine: {frequency: 2, phase: 0.3}}");
}

struct Known {
  const char* text;
  std::function<double(double)> rate;
  std::function<double(double)> acceleration;
  double speed;  ///< of change: errors are measured against speed and speed², scaled by `size`
  double size = 1;
};

std::vector<Known> known_expressions() {
  return {
      {"sin(1.7*t)", [](double t) { return 1.7 * std::cos(1.7 * t); },
       [](double t) { return -1.7 * 1.7 * std::sin(1.7 * t); }, 1.7},
      {"sin(1e4*t)", [](double t) { return 1e4 * std::cos(1e4 * t); },
       [](double t) { return -1e8 * std::sin(1e4 * t); }, 1e4},
      {"sin(1e-4*t)", [](double t) { return 1e-4 * std::cos(1e-4 * t); },
       [](double t) { return -1e-8 * std::sin(1e-4 * t); }, 1e-4},
      {"sin(2*pi*100*t)", [](double t) { return 200 * pi * std::cos(200 * pi * t); },
       [](double t) { return -4e4 * pi * pi * std::sin(200 * pi * t); }, 200 * pi},
      {"exp(-3*t)*t^2", [](double t) { return std::exp(-3 * t) * (2 * t - 3 * t * t); },
       [](double t) { return std::exp(-3 * t) * (2 - 12 * t + 9 * t * t); }, 3},
      {"1-cos(3*t)", [](double t) { return 3 * std::sin(3 * t); },
       [](double t) { return 9 * std::cos(3 * t); }, 3},
      {"e^(-1000*t)", [](double t) { return -1000 * std::exp(-1000 * t); },
       [](double t) { return 1e6 * std::exp(-1000 * t); }, 1000},
      {"3*t+2", [](double) { return 3.0; }, [](double) { return 0.0; }, 3},
      {"1e6+sin(t)", [](double t) { return std::cos(t); }, [](double t) { return -std::sin(t); }, 1,
       1e4},  // the sine itself has only ten digits left
  };
}

TEST(Amplitude, DerivativesOfSmoothExpressions) {
  for (const Known& known : known_expressions()) {
    const auto a = expression_amplitude(known.text);
    for (double t : {0.0, 1e-9, 0.001, 0.0137, 0.3, 1.0, 7.7}) {
      // The argument of the sine is rounded too.
      const double digits = known.size * (1 + 10 * known.speed * t * 1e-3);
      EXPECT_NEAR(a->rate(t), known.rate(t), 1e-12 * known.speed * digits) << known.text << t;
      EXPECT_NEAR(a->acceleration(t), known.acceleration(t),
                  1e-10 * known.speed * known.speed * digits)
          << known.text << t;
    }
  }
}

TEST(Amplitude, DerivativesOfAPulseAndAtItsEdges) {
  const auto pulse = expression_amplitude("sin(30*t)*exp(-((t-1)/0.01)^2)");
  EXPECT_NEAR(pulse->rate(1.0), 30 * std::cos(30.0), 1e-9);
  EXPECT_EQ(pulse->rate(500.0), 0);
  const auto start = expression_amplitude("sin(10*t)*exp(-t^2)");  // zero here and far away
  EXPECT_NEAR(start->rate(0), 10, 1e-11);
  EXPECT_NEAR(expression_amplitude("t^2*exp(-100*t^2)")->acceleration(0), 2, 1e-9);
  const auto ramp = expression_amplitude("t < 1 ? 0.5*(1-cos(pi*t)) : 1");
  EXPECT_NEAR(ramp->rate(0.99), 0.5 * pi * std::sin(0.99 * pi), 1e-10);
  EXPECT_NEAR(ramp->acceleration(0.5), 0, 1e-10);
  EXPECT_EQ(ramp->rate(1.5), 0);
  EXPECT_EQ(expression_amplitude("t >= 1")->rate(1), 0);  // to the right of a jump
}

TEST(Amplitude, OneSidedAtTheEdgeOfTheDomain) {
  const auto a = expression_amplitude("t < 0 ? sqrt(t) : t^2*exp(-t)");
  EXPECT_NEAR(a->rate(0), 0, 1e-10);
  EXPECT_NEAR(a->acceleration(0), 2, 1e-6);
  const auto root = expression_amplitude("sqrt(t)");
  EXPECT_NEAR(root->rate(0.01), 5, 1e-11);
  const std::string message = error_of([&] { (void)root->rate(0); }, core::Failure::numerics);
  EXPECT_TRUE(says(message, "'sqrt(t)'") && says(message, "t = 0") && says(message, "'derivative'"))
      << message;
}

TEST(Amplitude, GivenDerivativesAreUsed) {
  const auto both = expression_amplitude("sin(t)", "7*t", "9");
  EXPECT_EQ(both->rate(2), 14);
  EXPECT_EQ(both->acceleration(2), 9);
  EXPECT_NEAR(expression_amplitude("sin(t)", "7*t")->acceleration(2), 7, 1e-12);
  EXPECT_EQ(both->text(),
            "{expression: \"sin(t)\", derivative: \"7*t\", second_derivative: \"9\"}");
}

TEST(Amplitude, ConstantsOfExpressions) {
  EXPECT_DOUBLE_EQ(expression_amplitude("pi + _pi")->value(0), 2 * pi);
  EXPECT_DOUBLE_EQ(expression_amplitude("e + _e")->value(0), 2 * std::numbers::e);
  EXPECT_DOUBLE_EQ(expression_amplitude("1e2*t")->value(2), 200);
  const auto constant = expression_amplitude("2*pi");
  EXPECT_TRUE(constant->is_constant());
  EXPECT_EQ(constant->rate(3), 0);
  EXPECT_FALSE(expression_amplitude("2*pi*t")->is_constant());
}

TEST(Amplitude, ExpressionErrors) {
  const auto error = [](const std::string& text) {
    return error_of([&] { expression_amplitude(text); });
  };
  EXPECT_TRUE(says(error("sin(1.7*"), "'sin(1.7*'"));
  EXPECT_TRUE(says(error("2*x"), "position 3"));
  EXPECT_TRUE(says(error("foo(t)"), "foo"));
  EXPECT_TRUE(says(error(""), "position"));
  EXPECT_TRUE(says(error("t = 3"), "'=='"));
  EXPECT_TRUE(says(error("t, 3"), "one value"));
  EXPECT_EQ(expression_amplitude("t <= 3 && t != 1 && t == 2")->value(2), 1);
}

TEST(Amplitude, NoValueNamesTheTime) {
  const auto a = expression_amplitude("1/(t-2)");
  EXPECT_EQ(a->value(3), 1);
  for (const std::string& message : {error_of([&] { (void)a->value(2); }, core::Failure::numerics),
                                     error_of([&] { (void)a->rate(2); }, core::Failure::numerics)})
    EXPECT_TRUE(says(message, "'1/(t-2)'") && says(message, "t = 2")) << message;
}

}  // namespace
}  // namespace sparkdyn::mechanics
