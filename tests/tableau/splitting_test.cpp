// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/splitting.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace sparkdyn::tableau {
namespace {

const Mixture& A() {
  static const Mixture mixture = Mixture::pure(Family::IIIA);
  return mixture;
}

const Mixture& B() {
  static const Mixture mixture = Mixture::pure(Family::IIIB);
  return mixture;
}

const Mixture& C() {
  static const Mixture mixture = Mixture::pure(Family::IIIC);
  return mixture;
}

TEST(Splitting, NamesAndFindsTerms) {
  EXPECT_EQ(name(Term::velocity), "velocity");
  EXPECT_EQ(name(Term::elastic), "elastic");
  EXPECT_EQ(name(Term::damping), "damping");
  EXPECT_EQ(name(Term::inertia), "inertia");
  EXPECT_EQ(name(Term::load), "load");
  EXPECT_EQ(name(Term::constraint), "constraint");
  for (const Term term : all_terms) EXPECT_EQ(find_term(name(term)), term);
  EXPECT_FALSE(find_term("elastic@joint").has_value());
}

TEST(Splitting, UniformGivesEveryTermTheSame) {
  const Splitting splitting = Splitting::uniform(0.8);
  for (const Term term : all_terms) EXPECT_EQ(splitting(term), Mixture::rho_infinity(0.8));
  EXPECT_EQ(splitting(Term::elastic, "joint"), Mixture::rho_infinity(0.8));
  EXPECT_EQ(splitting.entries().size(), all_terms.size());
  EXPECT_EQ(splitting, Splitting::uniform(Mixture::rho_infinity(0.8)));
  EXPECT_FALSE(splitting == Splitting::uniform(0.7));
}

TEST(Splitting, SetChangesOneTerm) {
  Splitting splitting = Splitting::uniform(1.0);
  splitting.set("velocity", A());
  EXPECT_EQ(splitting(Term::velocity), A());
  EXPECT_EQ(splitting(Term::elastic), Mixture::pure(Family::IIID));
}

TEST(Splitting, ARegionOverridesItsKindOnly) {
  Splitting splitting = Splitting::uniform(1.0);
  splitting.set("elastic@joint", C());
  splitting.set("elastic@cable", B());
  EXPECT_EQ(splitting(Term::elastic, "joint"), C());
  EXPECT_EQ(splitting(Term::elastic, "cable"), B());
  EXPECT_EQ(splitting(Term::elastic, "beam"), Mixture::pure(Family::IIID));
  EXPECT_EQ(splitting(Term::elastic), Mixture::pure(Family::IIID));
  EXPECT_EQ(splitting(Term::damping, "joint"), Mixture::pure(Family::IIID));
  EXPECT_EQ(splitting.regions(Term::elastic), (std::vector<std::string>{"cable", "joint"}));
  EXPECT_TRUE(splitting.regions(Term::damping).empty());
}

TEST(Splitting, SetAgainReplaces) {
  Splitting splitting = Splitting::uniform(1.0);
  splitting.set("elastic@joint", B());
  splitting.set("elastic@joint", C());
  EXPECT_EQ(splitting(Term::elastic, "joint"), C());
  EXPECT_EQ(splitting.entries().size(), all_terms.size() + 1);
}

TEST(Splitting, Text) {
  Splitting splitting = Splitting::uniform(1.0);
  EXPECT_EQ(splitting.text(), "every term: D");
  splitting.set("velocity", A());
  splitting.set("elastic@joint", C());
  splitting.set("constraint", B());
  EXPECT_EQ(splitting.text(),
            "velocity: A, elastic: D, elastic@joint: C, damping: D, inertia: D, load: D, "
            "constraint: B");
}

TEST(Splitting, RejectsUnknownTermsAndSuggests) {
  Splitting splitting = Splitting::uniform(1.0);
  const std::string allowed =
      " in the splitting: allowed are velocity, elastic, damping, inertia, load, constraint, each "
      "optionally @region; nearest is ";
  EXPECT_EQ(rejection([&] { splitting.set("elstic", C()); }),
            "unknown term \"elstic\"" + allowed + "\"elastic\"");
  EXPECT_EQ(rejection([&] { splitting.set("dampers@joint", C()); }),
            "unknown term \"dampers\"" + allowed + "\"damping\"");
  EXPECT_EQ(rejection([&] { splitting.set("Constraints", C()); }),
            "unknown term \"Constraints\"" + allowed + "\"constraint\"");
  EXPECT_EQ(rejection([&] { splitting.set("", C()); }), "unknown term \"\"" + allowed + "\"load\"");
  EXPECT_EQ(splitting, Splitting::uniform(1.0));
}

TEST(Splitting, RejectsAnEmptyRegion) {
  Splitting splitting = Splitting::uniform(1.0);
  EXPECT_EQ(rejection([&] { splitting.set("elastic@", C()); }),
            "the term \"elastic@\" in the splitting names no region after the @");
}

TEST(Splitting, RejectsAOnTheConstraint) {
  Splitting splitting = Splitting::uniform(1.0);
  const std::string reason =
      "): condition (21) of Jay (1998), A·B = A·C = A·C* of full rank together with b, fails for "
      "A·A, so the multipliers would not be determined; use B, C, C* or D";
  EXPECT_EQ(rejection([&] { splitting.set("constraint", A()); }),
            "the term \"constraint\" may not use Lobatto A (got A" + reason);
  const Mixture half = Mixture::weights({{Family::IIIA, 0.5}, {Family::IIIB, 0.5}});
  EXPECT_EQ(rejection([&] { splitting.set("constraint@hinge", half); }),
            "the term \"constraint@hinge\" may not use Lobatto A (got 0.5 A + 0.5 B" + reason);
  EXPECT_NE(rejection([] { Splitting::uniform(A()); }), "");
  EXPECT_EQ(splitting, Splitting::uniform(1.0));
}

TEST(Splitting, RejectsRhoOutOfRange) {
  EXPECT_NE(rejection([] { Splitting::uniform(1.2); }).find("not 1.2"), std::string::npos);
}

}  // namespace
}  // namespace sparkdyn::tableau
