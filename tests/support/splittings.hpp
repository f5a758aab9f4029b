// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The splittings every stepper test goes through.

#include <string>
#include <vector>

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

}  // namespace sparkdyn::support
