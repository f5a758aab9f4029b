// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The splittings every stepper test goes through.

#include <string>
#include <vector>

#include "sparkdyn/tableau/gauss_splitting.hpp"
#include "sparkdyn/tableau/splitting.hpp"

namespace sparkdyn::support {

struct NamedSplitting {
  std::string name;
  tableau::Splitting splitting;
};

/// Velocity, elastic, damping, load, constraint as letters A, B, C, S (= C*), D.
inline tableau::Splitting by_letters(const std::string& letters) {
  const auto mixture = [](char letter) {
    using tableau::Family;
    using tableau::Mixture;
    switch (letter) {
      case 'A':
        return Mixture::pure(Family::IIIA);
      case 'B':
        return Mixture::pure(Family::IIIB);
      case 'C':
        return Mixture::pure(Family::IIIC);
      case 'S':
        return Mixture::pure(Family::IIICstar);
      default:
        return Mixture::pure(Family::IIID);
    }
  };
  auto splitting = tableau::Splitting::uniform(1.0);
  const char* terms[] = {"velocity", "elastic", "damping", "load", "constraint"};
  for (int i = 0; i < 5; ++i) splitting.set(terms[i], mixture(letters[i]));
  return splitting;
}

inline std::vector<NamedSplitting> all_splittings() {
  using tableau::Family;
  using tableau::Mixture;
  using tableau::Splitting;
  auto regional = Splitting::uniform(0.8);
  regional.set("elastic@joint", Mixture::pure(Family::IIIC));
  auto weighted = Splitting::uniform(0.5);
  weighted.set("elastic", Mixture::weights({{Family::IIIC, 0.75}, {Family::IIICstar, 0.25}}));
  weighted.set("damping", Mixture::pure(Family::IIIC));
  weighted.set("constraint", Mixture::pure(Family::IIIB));
  return {{"rho 0", Splitting::uniform(0.0)},
          {"rho 0.5", Splitting::uniform(0.5)},
          {"rho 1", Splitting::uniform(1.0)},
          {"introduction", by_letters("CCCSB")},
          {"A-B", by_letters("ABBBB")},
          {"D with B on the constraint", by_letters("DDDDB")},
          {"C* on the constraint", by_letters("CCCCS")},
          {"load C*, rest C", by_letters("CCCSC")},
          {"damping C, rest D", by_letters("DDCDD")},
          {"A velocity, D forces", by_letters("ADDDD")},
          {"A everywhere but B on the constraint", by_letters("AAAAB")},
          {"all different", by_letters("ADCSB")},
          {"regional", regional},
          {"weighted", weighted}};
}

struct NamedRadii {
  std::string name;
  tableau::GaussSplitting splitting;
};

/// A ρ∞ for all terms, changed for those that are named.
inline tableau::GaussSplitting by_radii(double all,
                                        const std::vector<std::pair<std::string, double>>& others) {
  auto splitting = tableau::GaussSplitting::uniform(all);
  for (const auto& [term, rho] : others) splitting.set(term, rho);
  return splitting;
}

/// Over the terms and the region "joint" of support::Manufactured.
inline std::vector<NamedRadii> gauss_mixtures() {
  return {
      {"damped joint", by_radii(0.8, {{"elastic@joint", 0}})},
      {"nearly undamped but for the joint",
       by_radii(0.9, {{"elastic@joint", 0}, {"damping@joint", 0}})},
      {"undamped joint", by_radii(0, {{"elastic@joint", 1}, {"damping@joint", 1}})},
      {"damping 0", by_radii(0.8, {{"damping", 0}})},
      {"damping 1, rest 0", by_radii(0, {{"damping", 1}, {"damping@joint", 0.5}})},
      {"load 1", by_radii(0.5, {{"load", 1}})},
      {"load 0, rest 1", by_radii(1, {{"load", 0}})},
      {"velocity 1", by_radii(0.5, {{"velocity", 1}})},
      {"velocity and load 0", by_radii(0.8, {{"velocity", 0}, {"load", 0}, {"elastic", 1}})},
      {"all different", by_radii(0.8, {{"velocity", 1},
                                       {"elastic@joint", 0},
                                       {"damping", 0.3},
                                       {"damping@joint", 0.9},
                                       {"load", 0.5}})},
  };
}

}  // namespace sparkdyn::support
