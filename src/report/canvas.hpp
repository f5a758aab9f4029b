// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A sheet to draw on, in points from its upper left corner, as SVG or as PNG.

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sparkdyn::report {

using Spot = std::array<double, 2>;
using Colour = std::array<double, 3>;  ///< red, green, blue from 0 to 1

enum class Anchor { start, middle, end };

class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual void polygon(const std::vector<Spot>& corners, const Colour& fill) = 0;
  virtual void line(const std::vector<Spot>& spots, const Colour& colour, double width) = 0;
  /// At the left, the middle or the right end of its base line.
  virtual void text(const Spot& at, std::string_view content, double size, const Colour& colour,
                    Anchor anchor = Anchor::start) = 0;
  /// The file's content.
  virtual std::string take() = 0;
};

std::unique_ptr<Canvas> svg_canvas(double width, double height);
/// Two pixels to a point, smooth edges; letters of a small font of its own (ASCII).
std::unique_ptr<Canvas> png_canvas(double width, double height);

}  // namespace sparkdyn::report
