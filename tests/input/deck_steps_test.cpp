// SPDX-License-Identifier: BSD-3-Clause
// How conditions pass from step to step; the rules are those of CalculiX's manual.

#include <gtest/gtest.h>

#include <cmath>

#include "deck_text.hpp"
#include "support.hpp"

namespace sparkdyn::input {
namespace {

/// Size of the load on component 3 of node 5 in a step at total time t; 0 without one.
double load_at(const Deck& deck, int step, double t) {
  double sum = 0;
  for (const auto& load : deck.steps[step].conditions.nodal)
    if (load.node == 4 && load.component == 2)
      sum +=
          load.value * (load.amplitude < 0 ? 1 : deck.model.amplitudes[load.amplitude]->value(t));
  return sum;
}

/// Value at which component 1 of node 1 is held; NaN where it is free.
double support_at(const Deck& deck, int step, double t) {
  for (const auto& held : deck.steps[step].conditions.supports)
    if (held.node == 0 && held.component == 0)
      return held.value *
             (held.amplitude < 0 ? 1 : deck.model.amplitudes[held.amplitude]->value(t));
  return std::nan("");
}

TEST(DeckSteps, TimesAddUpAndFrequencyTakesNone) {
  const Deck deck = read(cube() + static_step() + "*STEP\n*FREQUENCY\n3\n*END STEP\n" +
                         dynamic_step() + "*STEP\n*MODAL DYNAMIC\n1.E-2,.5\n*END STEP\n");
  ASSERT_EQ(deck.steps.size(), 4u);
  EXPECT_EQ(deck.steps[1].start, 1);
  EXPECT_EQ(deck.steps[2].start, 1);
  EXPECT_EQ(deck.steps[3].start, 3);
  EXPECT_TRUE(deck.steps[3].modal);
  EXPECT_EQ(deck.steps[3].where, "deck.inp:" + std::to_string(after_cube + 11));
}

TEST(DeckSteps, LoadsStayReplaceAndAdd) {
  const Deck deck =
      read(cube() + static_step("*CLOAD\nTOP,3,1.\n*CLOAD\n5,3,10.\n") + static_step() +
           static_step("*CLOAD\n5,3,4.\n") + static_step("*CLOAD,OP=NEW\n6,3,1.\n"));
  EXPECT_EQ(load_at(deck, 0, 1), 11);
  EXPECT_EQ(deck.steps[1].conditions.nodal.size(), 4u);
  EXPECT_EQ(load_at(deck, 1, 1), 11);
  EXPECT_EQ(load_at(deck, 2, 1), 4);
  EXPECT_EQ(deck.steps[2].conditions.nodal.size(), 4u);
  EXPECT_EQ(load_at(deck, 3, 1), 0);
  EXPECT_EQ(deck.steps[3].conditions.nodal.size(), 1u);
}

TEST(DeckSteps, OnlyTheFirstNewOfAStepDrops) {
  const Deck deck = read(cube() + static_step("*CLOAD\n5,3,1.\n") +
                         static_step("*CLOAD,OP=NEW\n6,3,1.\n*CLOAD,OP=NEW\n7,3,1.\n"));
  EXPECT_EQ(deck.steps[1].conditions.nodal.size(), 2u);
}

TEST(DeckSteps, BoundaryNewFreesEverything) {
  const Deck deck = read(cube() + "*BOUNDARY\nBOTTOM,1,3\n" + static_step() +
                         static_step("*BOUNDARY,OP=NEW\n5,1\n"));
  EXPECT_EQ(deck.steps[0].conditions.supports.size(), 12u);
  EXPECT_EQ(deck.steps[1].conditions.supports.size(), 1u);
}

TEST(DeckSteps, LoadsWithoutAmplitudeAreThereFromTheStart) {
  const Deck deck = read(cube() + dynamic_step("*CLOAD\n5,3,2.\n"));
  EXPECT_EQ(load_at(deck, 0, 0), 2);
  EXPECT_EQ(load_at(deck, 0, 2), 2);
}

TEST(DeckSteps, RampOnRequest) {
  const Deck deck = read(cube() + dynamic_step("*CLOAD\n5,3,2.\n") +
                         "*STEP,AMPLITUDE=RAMP\n*DYNAMIC\n.1,4.\n*CLOAD\n5,3,6.\n*END STEP\n");
  EXPECT_DOUBLE_EQ(load_at(deck, 1, 2), 2);
  EXPECT_DOUBLE_EQ(load_at(deck, 1, 4), 4);
  EXPECT_DOUBLE_EQ(load_at(deck, 1, 6), 6);
}

TEST(DeckSteps, AmplitudesRunInStepTime) {
  const std::string table = "*AMPLITUDE,NAME=A\n0.,0.,2.,1.\n";
  const Deck deck = read(cube() + table + dynamic_step() +
                         dynamic_step("*CLOAD,AMPLITUDE=A\n5,3,10.\n") + dynamic_step());
  EXPECT_DOUBLE_EQ(load_at(deck, 1, 2), 0);
  EXPECT_DOUBLE_EQ(load_at(deck, 1, 3), 5);
  // At the end of the step the load keeps the value it has then.
  EXPECT_DOUBLE_EQ(load_at(deck, 2, 4), 10);
  EXPECT_DOUBLE_EQ(load_at(deck, 2, 6), 10);
}

TEST(DeckSteps, TotalTimeGoesOn) {
  const std::string table = "*AMPLITUDE,NAME=A,TIME=TOTAL TIME\n0.,0.,8.,8.\n";
  const Deck deck =
      read(cube() + table + dynamic_step("*CLOAD,AMPLITUDE=A\n5,3,1.\n") + dynamic_step());
  EXPECT_DOUBLE_EQ(load_at(deck, 1, 3), 3);
}

TEST(DeckSteps, ShiftsDelaysAndAbsoluteValues) {
  const Deck deck = read(cube() +
                         "*AMPLITUDE,NAME=A,SHIFTX=1.,SHIFTY=2.\n0.,0.,1.,1.\n"
                         "*AMPLITUDE,NAME=B,VALUE=ABSOLUTE\n0.,7.,1.,7.\n" +
                         dynamic_step("*CLOAD,AMPLITUDE=A,TIME DELAY=.5\n5,3,1.\n") +
                         dynamic_step("*CLOAD,AMPLITUDE=B\n5,3,99.\n"));
  EXPECT_DOUBLE_EQ(load_at(deck, 0, 1.5), 2);
  EXPECT_DOUBLE_EQ(load_at(deck, 0, 2), 2.5);
  EXPECT_DOUBLE_EQ(load_at(deck, 1, 3), 7);
}

TEST(DeckSteps, StaticStepsHaveTheValuesOfTheirEnd) {
  const Deck deck = read(cube() + "*AMPLITUDE,NAME=A\n0.,0.,2.,1.\n" +
                         "*STEP\n*STATIC\n.1,1.\n*CLOAD,AMPLITUDE=A\n5,3,10.\n*END STEP\n");
  ASSERT_EQ(deck.steps[0].conditions.nodal.size(), 1u);
  EXPECT_EQ(deck.steps[0].conditions.nodal[0].amplitude, -1);
  EXPECT_DOUBLE_EQ(load_at(deck, 0, 1), 5);
}

TEST(DeckSteps, PrescribedMotionStays) {
  const Deck deck = read(cube() + "*BOUNDARY\nBOTTOM,1,3\n*AMPLITUDE,NAME=A\n0.,0.,2.,1.\n" +
                         dynamic_step("*BOUNDARY,AMPLITUDE=A\n1,1,1,.5\n") + dynamic_step());
  EXPECT_DOUBLE_EQ(support_at(deck, 0, 1), .25);
  EXPECT_DOUBLE_EQ(support_at(deck, 1, 3), .5);
  EXPECT_EQ(deck.steps[1].conditions.supports.size(), 12u);
}

TEST(DeckSteps, NamedSupports) {
  const Deck deck =
      read(cube() + "*BOUNDARY\n1,ENCASTRE\n2,PINNED\n3,XSYMM\n4,ZASYMM\n" + static_step());
  std::string held;
  for (const auto& support : deck.steps[0].conditions.supports)
    held += std::to_string(support.node + 1) + std::to_string(support.component + 1) + " ";
  EXPECT_EQ(held, "11 12 13 14 15 16 21 22 23 31 35 36 41 42 46 ");
}

TEST(DeckSteps, DistributedLoads) {
  const Deck deck =
      read(cube() + "*SURFACE,NAME=UP\nEALL,S2\n" +
           static_step("*DLOAD\nEALL,P2,3.\nEALL,GRAV,9810.,0.,0.,-2.\nEALL,BX,7.8E-8\n"
                       "*DSLOAD\nUP,P,1.\nUP,TRVEC,5.,0.,2.,0.\n") +
           static_step("*DLOAD\n1,P2,2.\n"));
  const auto& conditions = deck.steps[0].conditions;
  ASSERT_EQ(conditions.surface.size(), 2u);
  EXPECT_EQ(conditions.surface[0].pressure, 4);  // both name the same face
  EXPECT_EQ(conditions.surface[1].traction, (structure::Vector{0, 5, 0}));
  ASSERT_EQ(conditions.body.size(), 2u);
  EXPECT_NEAR(conditions.body[0].acceleration[0], 10, 1e-12);  // force per volume / density
  EXPECT_EQ(conditions.body[1].acceleration[2], -9810);
  EXPECT_EQ(deck.steps[1].conditions.surface[0].pressure, 2);
}

TEST(DeckSteps, LineLoads) {
  const Deck deck = read(
      "*NODE\n1,0,0,0\n2,4,0,0\n*ELEMENT,TYPE=B31,ELSET=E\n1,1,2\n*MATERIAL,NAME=M\n*ELASTIC\n"
      "200.,.3\n*BEAM SECTION,ELSET=E,MATERIAL=M,SECTION=RECT\n1,1\n" +
      static_step("*DLOAD\nE,PY,-2.\n"));
  ASSERT_EQ(deck.steps[0].conditions.line.size(), 1u);
  EXPECT_EQ(deck.steps[0].conditions.line[0].force, (structure::Vector{0, -2, 0}));
}

TEST(DeckSteps, EquationsCanBeRemoved) {
  const std::string equations = "*EQUATION\n2\n5,3,1.,6,3,-1.\n2\n7,3,1.,8,3,-1.\n";
  const Deck deck =
      read(cube() + equations + static_step() + static_step("*EQUATION,REMOVE\n7,3\n") +
           static_step("*EQUATION,REMOVE ALL\n"));
  EXPECT_EQ(deck.steps[0].conditions.constraints.size(), 2u);
  EXPECT_EQ(deck.steps[1].conditions.constraints.size(), 1u);
  EXPECT_EQ(deck.steps[2].conditions.constraints.size(), 0u);
}

TEST(DeckSteps, DampingAlphaAndOutput) {
  const Deck deck = read(cube() +
                         "*STEP\n*FREQUENCY\n7\n*END STEP\n"
                         "*STEP\n*MODAL DYNAMIC\n.1,1.\n*MODAL DAMPING,RAYLEIGH\n"
                         ",,5.,2.E-3\n*NODE PRINT,NSET=TOP,FREQUENCY=5\nU,RF\n"
                         "*EL PRINT,ELSET=EALL,FREQUENCY=10\nS\n*END STEP\n"
                         "*STEP\n*DYNAMIC,ALPHA=-.3\n.1,1.\n*END STEP\n"
                         "*STEP\n*MODAL DYNAMIC\n.1,1.\n*END STEP\n");
  EXPECT_TRUE(deck.steps[1].modal);
  EXPECT_EQ(deck.steps[1].modes, 7);
  EXPECT_EQ(deck.steps[1].rayleigh.alpha, 5);
  EXPECT_EQ(deck.steps[1].rayleigh.beta, 2e-3);
  EXPECT_EQ(deck.steps[1].every, 10);
  EXPECT_TRUE(deck.steps[1].stress);
  ASSERT_EQ(deck.steps[1].probes.size(), 1u);
  EXPECT_TRUE(deck.steps[1].probes[0].displacement);
  EXPECT_TRUE(deck.steps[1].probes[0].reaction);
  EXPECT_EQ(deck.steps[2].alpha, -.3);
  EXPECT_FALSE(deck.steps[2].fixed_increment);
  EXPECT_EQ(deck.steps[2].probes.size(), 1u);  // requests stay
  EXPECT_EQ(deck.steps[2].rayleigh.alpha, 0);
  EXPECT_EQ(deck.steps[3].rayleigh.alpha, 5);  // and so does the damping, as ccx 2.20 shows
}

TEST(DeckSteps, RatiosOfSingleModesReplaceRayleigh) {
  const Deck deck = read(cube() +
                         "*STEP\n*FREQUENCY\n7\n*END STEP\n"
                         "*STEP\n*MODAL DYNAMIC\n.1,1.\n*MODAL DAMPING,RAYLEIGH\n,,5.,2.E-3\n"
                         "*END STEP\n*STEP\n*MODAL DYNAMIC\n.1,1.\n*MODAL DAMPING\n1,5,.02\n"
                         "6,,.1\n*END STEP\n*STEP\n*MODAL DYNAMIC\n.1,1.\n*END STEP\n");
  EXPECT_TRUE(deck.steps[1].ratios.empty());
  for (const int k : {2, 3}) {
    EXPECT_EQ(deck.steps[k].rayleigh.alpha, 0);
    ASSERT_EQ(deck.steps[k].ratios.size(), 2u);
    EXPECT_EQ(deck.steps[k].ratios[0].last, 5);
    EXPECT_EQ(deck.steps[k].ratios[1].first, 6);
    EXPECT_EQ(deck.steps[k].ratios[1].last, 6);
    EXPECT_EQ(deck.steps[k].ratios[1].ratio, .1);
  }
}

TEST(DeckSteps, InitialValues) {
  const Deck deck = read(cube() +
                         "*INITIAL CONDITIONS,TYPE=VELOCITY\nTOP,3,-2.\n"
                         "*INITIAL CONDITIONS,TYPE=DISPLACEMENT\n1,2,.5\n" +
                         dynamic_step());
  ASSERT_EQ(deck.model.initial.size(), 5u);
  EXPECT_EQ(deck.model.initial[0].velocity, -2);
  EXPECT_EQ(deck.model.initial[4].displacement, .5);
}

TEST(DeckSteps, WarningsForWhatHasNoEffect) {
  const Deck deck = read(cube() + "*INITIAL CONDITIONS,TYPE=TEMPERATURE\nNALL,293.\n" +
                         static_step("*NODE FILE\nU,NT\n"));
  ASSERT_EQ(deck.warnings.size(), 2u);
  expect_words(deck.warnings[0], {"deck.inp:24", "*INITIAL CONDITIONS", "TEMPERATURE"});
  expect_words(deck.warnings[1], {"*NODE FILE", "'NT'"});
}

}  // namespace
}  // namespace sparkdyn::input
