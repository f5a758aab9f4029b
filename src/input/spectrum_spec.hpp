// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What `spectrum:` says: shaking known by its spectra.

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparkdyn::input {

struct SpectrumSpec {
  struct Direction {
    std::array<double, 3> direction{};              ///< of a model
    std::optional<std::filesystem::path> vector;    ///< of matrices instead: a displacement
    std::vector<std::pair<double, double>> points;  ///< (f, S_a), or (t, a) of a record
    bool record = false;
    std::string where;
  };
  int modes = 10;
  std::vector<double> ratios;  ///< of the critical damping, one for each mode
  bool srss = false;           ///< else CQC
  bool missing_mass = true;
  std::vector<Direction> directions;
};

}  // namespace sparkdyn::input
