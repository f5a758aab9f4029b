// SPDX-License-Identifier: BSD-3-Clause
#include "report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sparkdyn::report {
namespace {

constexpr Colour rule{0.88, 0.89, 0.90};

struct Range {
  double low = 1e300, high = -1e300;
  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void widen() {
    if (low > high) low = 0, high = 1;
    if (low < high) return;
    const double about = low == 0 ? 1 : 0.1 * std::abs(low);
    low -= about;
    high += about;
  }
};

void draw_names(Canvas& canvas, const Box& box, const std::vector<Series>& series) {
  constexpr std::size_t most = 5;
  constexpr double size = 9;
  double x = box.left + 46;
  const double y = box.top + box.height - 3;
  for (std::size_t i = 0; i < std::min(most, series.size()); ++i) {
    canvas.line({{x, y - 3}, {x + 12, y - 3}}, series_colour(i), 2);
    canvas.text({x + 15, y}, series[i].name, size, soft);
    x += 24 + 0.6 * size * static_cast<double>(series[i].name.size());
  }
  if (series.size() > most)
    canvas.text({x, y}, fmt::format("and {} more", series.size() - most), size, soft);
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int count) {
  const double rough = (high - low) / count;
  if (!(rough > 0) || !std::isfinite(rough)) return {low};
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) {
      step = factor * power;
      break;
    }
  std::vector<double> ticks;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k)
    ticks.push_back(k == 0 ? 0.0 : k * step);
  return ticks;
}

std::string tick_text(double value) {
  return fmt::format("{:.4g}", value);
}

Colour series_colour(std::size_t i) {
  constexpr std::array<Colour, 8> colours{{{0.13, 0.34, 0.77},
                                           {0.76, 0.25, 0.05},
                                           {0.06, 0.46, 0.43},
                                           {0.55, 0.18, 0.69},
                                           {0.63, 0.38, 0.03},
                                           {0.75, 0.09, 0.36},
                                           {0.28, 0.33, 0.41},
                                           {0.30, 0.49, 0.06}}};
  return colours[i % colours.size()];
}

void draw_chart(Canvas& canvas, const Box& box, const std::string& title,
                const std::vector<Series>& series) {
  Range x, y;
  for (const Series& each : series) {
    for (const double value : *each.x) x.add(value);
    for (const float value : *each.y) y.add(value);
  }
  x.widen();
  y.widen();
  const bool named = series.size() > 1;
  const Box plot{box.left + 62, box.top + 24, box.width - 74, box.height - (named ? 58.0 : 44.0)};
  const auto across = [&](double t) {
    return plot.left + (t - x.low) / (x.high - x.low) * plot.width;
  };
  const auto down = [&](double v) {
    return plot.top + (y.high - v) / (y.high - y.low) * plot.height;
  };
  canvas.text({box.left + 8, box.top + 14}, title, 12, ink);
  for (const double tick : round_ticks(y.low, y.high, 4)) {
    canvas.line({{plot.left, down(tick)}, {plot.left + plot.width, down(tick)}}, rule, 0.8);
    canvas.text({plot.left - 6, down(tick) + 3}, tick_text(tick), 9, soft, Anchor::end);
  }
  for (const double tick : round_ticks(x.low, x.high, 5)) {
    canvas.line({{across(tick), plot.top}, {across(tick), plot.top + plot.height}}, rule, 0.8);
    canvas.text({across(tick), plot.top + plot.height + 13}, tick_text(tick), 9, soft,
                Anchor::middle);
  }
  for (std::size_t i = series.size(); i-- > 0;) {
    std::vector<Spot> spots;
    for (std::size_t k = 0; k < series[i].x->size(); ++k) {
      const double value = (*series[i].y)[k];
      if (std::isfinite(value)) {
        spots.push_back({across((*series[i].x)[k]), down(value)});
        continue;
      }
      canvas.line(spots, series_colour(i), 1.3);  // a gap
      spots.clear();
    }
    canvas.line(spots, series_colour(i), 1.3);
  }
  if (named) draw_names(canvas, box, series);
}

}  // namespace sparkdyn::report
