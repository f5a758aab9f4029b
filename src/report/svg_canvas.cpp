// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "report/canvas.hpp"

namespace sparkdyn::report {
namespace {

std::string hexadecimal(const Colour& colour) {
  std::string text = "#";
  for (const double part : colour) text += fmt::format("{:02x}", std::lround(255 * part));
  return text;
}

std::string spots_text(const std::vector<Spot>& spots) {
  std::string text;
  for (const auto& [x, y] : spots) text += fmt::format("{:.2f},{:.2f} ", x, y);
  return text;
}

class SvgCanvas final : public Canvas {
 public:
  SvgCanvas(double width, double height)
      : text_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                          "viewBox=\"0 0 {0} {1}\" font-family=\"system-ui, sans-serif\">\n"
                          "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
                          width, height)) {}

  void polygon(const std::vector<Spot>& corners, const Colour& fill) override {
    // A thin line of the same colour closes the gaps that smooth edges leave between neighbours.
    text_ += fmt::format("<polygon points=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\".4\"/>\n",
                         spots_text(corners), hexadecimal(fill), hexadecimal(fill));
  }
  void line(const std::vector<Spot>& spots, const Colour& colour, double width) override {
    text_ += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
        "stroke-linejoin=\"round\"/>\n",
        spots_text(spots), hexadecimal(colour), width);
  }
  void text(const Spot& at, std::string_view content, double size, const Colour& colour,
            Anchor anchor) override {
    constexpr std::array<std::string_view, 3> names{"start", "middle", "end"};
    text_ += fmt::format(
        "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\">", at[0],
        at[1], size, hexadecimal(colour), names[static_cast<std::size_t>(anchor)]);
    for (const char c : content)
      text_ += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '>' ? "&gt;" : std::string(1, c);
    text_ += "</text>\n";
  }
  std::string take() override { return std::move(text_) + "</svg>\n"; }

 private:
  std::string text_;
};

}  // namespace

std::unique_ptr<Canvas> svg_canvas(double width, double height) {
  return std::make_unique<SvgCanvas>(width, height);
}

}  // namespace sparkdyn::report
