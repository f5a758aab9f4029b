// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A chart on a canvas: axes with round numbers, lines, names.

#include <string>
#include <vector>

#include "report/canvas.hpp"

namespace sparkdyn::report {

inline constexpr Colour ink{0.11, 0.12, 0.14}, soft{0.35, 0.38, 0.42};  ///< of words

struct Box {
  double left = 0, top = 0, width = 0, height = 0;
};

struct Series {
  std::string name;
  const std::vector<double>* x;  ///< borrowed
  const std::vector<float>* y;
};

/// Round numbers from `low` to `high`, about `count` of them.
std::vector<double> round_ticks(double low, double high, int count);
/// As many digits as a reader wants.
std::string tick_text(double value);
/// That of the i-th of several.
Colour series_colour(std::size_t i);

void draw_chart(Canvas& canvas, const Box& box, const std::string& title,
                const std::vector<Series>& series);

}  // namespace sparkdyn::report
