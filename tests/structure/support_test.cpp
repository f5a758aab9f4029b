// SPDX-License-Identifier: BSD-3-Clause
// Supports that contradict one another are found, whoever repeats whom; supports that agree pass.

#include <map>
#include <random>

#include "structure/box_model.hpp"
#include "structure/constraint_support.hpp"
#include "structure/resolved_conditions.hpp"

namespace sparkdyn::structure {
namespace {

using test::Box;
using test::box_model;

/// Motions 0 to 5 differ from one another; each is written in several ways.
struct Writing {
  int motion = 0;
  double value = 0;
  int amplitude = -1;
};

class Supports : public ::testing::Test {
 protected:
  Supports() : model_(box_model(Box{.nx = 2, .ny = 1, .nz = 1})) {
    using namespace mechanics;
    model_.amplitudes = {expression_amplitude("sin(3*t)"), constant_amplitude(2),
                         expression_amplitude("sin(3*t)"), table_amplitude({{0, 0}, {1, 1}}),
                         table_amplitude({{0, 0}, {1, 1}}),
                         // As the others are at every time that the comparison looks at first.
                         table_amplitude({{0, 0}, {1, 1}, {20, 1}, {30, 2}})};
    components_ = node_components(model_, {}, Orphans::refuse);
  }

  ResolvedConditions resolved(const Conditions& conditions, bool eliminate = true) const {
    return resolve(model_, conditions, components_, eliminate);
  }

  Model model_;
  std::vector<ComponentMask> components_;
  const std::vector<Writing> writings_{{0, 0, -1},   {0, 0, 0},    {0, 0, 1},  // fixed
                                       {1, 0.1, -1}, {1, 0.05, 1},  // moved by 0.1 for ever
                                       {2, 0.1, 0},  {2, 0.1, 2},   // 0.1 sin 3t
                                       {3, 0.1, 3},  {3, 0.1, 4},   // a ramp
                                       {4, 0.2, 0},                 // 0.2 sin 3t
                                       {5, 0.1, 5}};
};

/// Random lists of random groups, each with components and a motion: by hand, a component is
/// contradictory when two items that have it ask for different motions.
TEST_F(Supports, ContradictionsAreFoundAndNothingElse) {
  std::mt19937 random(7);
  const auto draw = [&](int below) { return static_cast<int>(random() % below); };
  int refused = 0, accepted = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    Conditions conditions;
    std::map<std::pair<Index, int>, std::pair<int, std::string>> asked;  // motion and place
    std::string first, second;
    const int items = 1 + draw(5), kinds = draw(3) == 0 ? 6 : 1;  // often all of one kind
    const int only = draw(6);
    for (int item = 0; item < items; ++item) {
      Writing writing;
      do writing = writings_[draw(static_cast<int>(writings_.size()))];
      while (kinds == 1 && writing.motion != only);
      const std::string where = fmt::format("case.yaml:{}", 10 + item);
      const int components = 1 + draw(7);
      for (Index node = 0; node < model_.mesh.nodes(); ++node) {
        if (draw(3) != 0) continue;
        for (int c = 0; c < 3; ++c) {
          if (!(components >> c & 1)) continue;
          conditions.supports.push_back({node, c, writing.value, writing.amplitude, where});
          const auto [place, is_new] =
              asked.try_emplace({node, c}, std::pair(writing.motion, where));
          if (is_new || place->second.first == writing.motion || !first.empty()) continue;
          first = place->second.second;
          second = where;
        }
      }
    }
    if (first.empty()) {
      ++accepted;
      const ResolvedConditions result = resolved(conditions, draw(2) == 0);
      std::size_t held = result.rows.size();
      for (const ComponentMask mask : result.fixed)
        held += static_cast<std::size_t>(std::popcount(mask));
      EXPECT_EQ(held, asked.size());
      EXPECT_TRUE(result.warnings.empty());
    } else {
      ++refused;
      const std::string message = error_of([&] { resolved(conditions, draw(2) == 0); });
      EXPECT_TRUE(says(message, first)) << message;
      EXPECT_TRUE(says(message, second)) << message;
    }
  }
  EXPECT_GT(refused, 200);
  EXPECT_GT(accepted, 200);
}

TEST_F(Supports, ContradictionsInLocalAxesAreFound) {
  const double s = std::sqrt(0.5);
  model_.node_axes = {{3, Axes{Vector{s, s, 0}, Vector{-s, s, 0}, Vector{0, 0, 1}}}};
  Conditions conditions;
  conditions.supports = {{3, 0, 0, -1, "a:1"}, {3, 0, 0, -1, "a:2"}, {3, 1, 0.1, 0, "a:3"}};
  EXPECT_EQ(resolved(conditions).rows.size(), 2u);
  conditions.supports.push_back({3, 0, 0.1, 0, "a:4"});
  const std::string message = error_of([&] { resolved(conditions); });
  EXPECT_TRUE(says(message, "a:1") && says(message, "a:4")) << message;
  EXPECT_TRUE(says(message, "node 104")) << message;
}

/// The redundancy of rows compares values by amplitude: one that is written twice is one.
TEST_F(Supports, TheSameAmplitudeWrittenTwiceIsNoContradictionOfARigidBar) {
  Conditions conditions;
  conditions.supports = {{0, 0, 0.1, 0, "a:1"}, {1, 0, 0.1, 2, "a:2"}};
  conditions.constraints = {
      linear_equation({"both alike", "a:3"}, {{{0, 0, 1.0}, {1, 0, -1.0}}, 0, -1, "alike"})};
  EXPECT_EQ(resolved(conditions).rows.size(), 2u);
  conditions.supports[1].amplitude = 3;
  EXPECT_TRUE(says(error_of([&] { resolved(conditions); }), "contradict"));
}

TEST_F(Supports, AMotionOfNothingIsNamed) {
  Conditions conditions;
  conditions.supports = {{0, 4, 0.1, 0, "a:1"}, {1, 4, 0.1, 0, "a:1"}, {1, 5, 0, -1, "a:2"}};
  const auto warnings = resolved(conditions).warnings;
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(says(warnings[0], "a:1: node 101 has no component")) << warnings[0];
}

}  // namespace
}  // namespace sparkdyn::structure
