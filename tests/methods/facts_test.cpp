// SPDX-License-Identifier: BSD-3-Clause
// What is said of every family against what its step does to an oscillator.
#include "methods/facts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "methods/text.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::methods {
namespace {

/// Period error and loss together, per step: |e^{iθ} − what the step makes of it| to first order.
double error(const integrate::ModalMethod& method, double mu) {
  const auto [period, loss] = integrate::modal_error(method, mu, 1.0);
  return std::hypot(period, loss);
}

TEST(Facts, OrderIsTheSlopeOfTheErrorOfAnOscillator) {
  for (const std::string& family : method_families()) {
    const MethodFacts facts = method_facts(family, arguments_for(family, {}));
    // Coarser for high orders: errors are to stand above round-off.
    const double mu = facts.order > 4 ? 0.8 : 0.1;
    const double coarse = error(facts.oscillator, mu), fine = error(facts.oscillator, mu / 2);
    ASSERT_GT(coarse, 1e-13) << family;
    EXPECT_GT(std::log2(coarse / fine), facts.order - 0.3) << family;
  }
}

TEST(Facts, RadiusAtInfinityIsThatOfLargeSteps) {
  for (const std::string& family : method_families()) {
    const MethodFacts facts = method_facts(family, arguments_for(family, {}));
    if (!std::isfinite(facts.radius_at_infinity)) continue;
    EXPECT_NEAR(facts.oscillator.radius(1.0, 1e5), facts.radius_at_infinity, 1e-3) << family;
  }
}

MethodArguments half() {
  MethodArguments arguments;
  arguments.rho_infinity = 0.5;
  return arguments;
}

TEST(Facts, WhatAFamilyDoesNotHaveIsRefused) {
  for (const std::string& family : method_families()) {
    const MethodArguments none = arguments_for(family, half());
    if (none.rho_infinity) {
      EXPECT_NO_THROW(method_facts(family, half())) << family;
    } else {
      EXPECT_THROW(method_facts(family, half()), core::Error) << family;
    }
  }
  EXPECT_THROW(method_facts("gauss-lobato", {}), core::Error);
}

TEST(Text, NamesTheMethodAndAllOthers) {
  MethodArguments arguments;
  arguments.family = "gauss-lobatto";
  arguments.stages = 4;
  const std::string text = method_text(arguments);
  EXPECT_NE(text.find("order 7"), std::string::npos) << text;
  for (const std::string& family : method_families())
    EXPECT_NE(text.find("\n" + family + " "), std::string::npos) << family;
}

}  // namespace
}  // namespace sparkdyn::methods
