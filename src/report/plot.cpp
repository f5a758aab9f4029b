// SPDX-License-Identifier: BSD-3-Clause
#include "report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "output/output_folder.hpp"
#include "report/chart.hpp"
#include "report/folder.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::report {
namespace {

constexpr double sheet_width = 900, chart_height = 190, structure_height = 430, margin = 16;
constexpr std::size_t most_charts = 12;
constexpr Colour pale{0.80, 0.82, 0.85};
constexpr double enlarged_to = 0.07;  ///< of the structure's size

using Place = std::array<double, 3>;

/// The colour scale of the page (viridis).
Colour scale_colour(double part) {
  constexpr std::array<Colour, 5> knots{{{0.267, 0.005, 0.329},
                                         {0.229, 0.322, 0.546},
                                         {0.128, 0.567, 0.551},
                                         {0.369, 0.789, 0.383},
                                         {0.993, 0.906, 0.144}}};
  const double at = std::clamp(part, 0.0, 1.0) * (knots.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), knots.size() - 2);
  Colour mixed{};
  for (std::size_t c = 0; c < 3; ++c)
    mixed[c] =
        knots[low][c] + (at - static_cast<double>(low)) * (knots[low + 1][c] - knots[low][c]);
  return mixed;
}

double round_down(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {5.0, 2.0})
    if (factor * power <= value) return factor * power;
  return power;
}

/// A piece of the structure, with how near it is.
struct Piece {
  std::vector<Spot> spots;
  Colour colour;
  double near = 0, width = 0;  ///< a width: a line
};

/// The structure in one state.
class Figure {
 public:
  Figure(const Folder& folder, const PlotOptions& options)
      : surface_(*folder.surface), motion_(*folder.motion) {
    state_ = options.time ? nearest(*options.time) : at_peak();
    const double largest = largest_displacement();
    scale_ = options.scale.value_or(usual_scale(largest));
    largest_ = largest;
  }

  void draw(Canvas& canvas, const Box& box) {
    fit(box);
    draw_edges(canvas);
    collect();
    std::sort(pieces_.begin(), pieces_.end(),
              [](const Piece& a, const Piece& b) { return a.near < b.near; });
    for (const Piece& piece : pieces_) {
      if (piece.width > 0)
        canvas.line(piece.spots, piece.colour, piece.width);
      else
        canvas.polygon(piece.spots, piece.colour);
    }
    draw_legend(canvas, box);
  }

 private:
  std::size_t nearest(double time) const {
    const auto& times = motion_.times;
    const auto off = [&](double t) { return std::abs(t - time); };
    return static_cast<std::size_t>(
        std::min_element(times.begin(), times.end(),
                         [&](double a, double b) { return off(a) < off(b); }) -
        times.begin());
  }
  std::size_t at_peak() const {
    for (const Peak& peak : motion_.peaks)
      if (peak.field == "displacement") return nearest(peak.time);
    return motion_.times.size() - 1;
  }
  double largest_displacement() const {
    for (const Peak& peak : motion_.peaks)
      if (peak.field == "displacement") return peak.value;
    return 0;
  }
  double usual_scale(double largest) const {
    const double wanted = largest > 0 ? enlarged_to * surface_.size / largest : 1;
    return wanted > 2 ? round_down(wanted) : 1;
  }

  const float* displacement(std::size_t point) const {
    return motion_.displacement.data() + 3 * (state_ * surface_.points.size() + point);
  }
  double magnitude(std::size_t point) const {
    const float* u = displacement(point);
    return std::hypot(u[0], u[1], u[2]);
  }
  Place place(std::size_t point, double scale) const {
    Place x{};
    for (std::size_t c = 0; c < 3; ++c)
      x[c] = surface_.coordinates[3 * point + c] + scale * displacement(point)[c];
    return x;
  }

  /// Seen as in the page: turned about z, from above.
  Place turned(const Place& x) const {
    constexpr double around = -0.75, above = 0.42;
    const double right = std::cos(around) * x[0] + std::sin(around) * x[1];
    const double away = std::sin(around) * x[0] - std::cos(around) * x[1];
    return {right, std::cos(above) * x[2] - std::sin(above) * away,
            std::cos(above) * away + std::sin(above) * x[2]};
  }

  /// Room for the structure at rest and as it is shown.
  void fit(const Box& box) {
    double low[2] = {1e300, 1e300}, high[2] = {-1e300, -1e300};
    for (std::size_t p = 0; p < surface_.points.size(); ++p)
      for (const double scale : {0.0, scale_}) {
        const Place x = turned(place(p, scale));
        for (int c = 0; c < 2; ++c) {
          low[c] = std::min(low[c], x[c]);
          high[c] = std::max(high[c], x[c]);
        }
      }
    const double tiny = 1e-12 * surface_.size + 1e-300;
    const double room = box.height - 50;  // the legend stands below
    zoom_ =
        0.95 * std::min(box.width / (high[0] - low[0] + tiny), room / (high[1] - low[1] + tiny));
    middle_ = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])};
    centre_ = {box.left + 0.5 * box.width, box.top + 0.5 * room};
  }
  Spot spot(const Place& seen) const {
    return {centre_[0] + zoom_ * (seen[0] - middle_[0]),
            centre_[1] - zoom_ * (seen[1] - middle_[1])};
  }

  /// Where the structure was at rest.
  void draw_edges(Canvas& canvas) const {
    for (const auto* list : {&surface_.edges, &surface_.lines})
      for (std::size_t i = 0; i + 1 < list->size(); i += 2)
        canvas.line({spot(turned(place((*list)[i], 0))), spot(turned(place((*list)[i + 1], 0)))},
                    pale, 0.5);
  }

  void collect() {
    const auto part = [&](double u) { return largest_ > 0 ? u / largest_ : 0; };
    for (std::size_t t = 0; t + 2 < surface_.triangles.size(); t += 3) {
      std::array<Place, 3> seen{};
      double u = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        seen[i] = turned(place(surface_.triangles[t + i], scale_));
        u += magnitude(surface_.triangles[t + i]) / 3;
      }
      const double a[] = {seen[1][0] - seen[0][0], seen[1][1] - seen[0][1],
                          seen[1][2] - seen[0][2]};
      const double b[] = {seen[2][0] - seen[0][0], seen[2][1] - seen[0][1],
                          seen[2][2] - seen[0][2]};
      const Place normal{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                         a[0] * b[1] - a[1] * b[0]};
      const double length = std::hypot(normal[0], normal[1], normal[2]);
      // Lit from the viewer's upper left.
      const double lit =
          length > 0 ? std::abs(0.75 * normal[2] - 0.4 * normal[0] + 0.5 * normal[1]) / length : 1;
      Colour colour = scale_colour(part(u));
      for (double& c : colour) c *= std::min(1.0, 0.6 + 0.45 * lit);
      pieces_.push_back({{spot(seen[0]), spot(seen[1]), spot(seen[2])},
                         colour,
                         (seen[0][2] + seen[1][2] + seen[2][2]) / 3});
    }
    for (std::size_t i = 0; i + 1 < surface_.lines.size(); i += 2) {
      const std::uint32_t a = surface_.lines[i], b = surface_.lines[i + 1];
      const Place from = turned(place(a, scale_)), to = turned(place(b, scale_));
      pieces_.push_back({{spot(from), spot(to)},
                         scale_colour(part(0.5 * (magnitude(a) + magnitude(b)))),
                         0.5 * (from[2] + to[2]),
                         3.2});
    }
  }

  void draw_legend(Canvas& canvas, const Box& box) const {
    canvas.text({box.left + 8, box.top + 14},
                fmt::format("t = {}", tick_text(motion_.times[state_])), 12, ink);
    canvas.text({box.left + 8, box.top + 29}, fmt::format("deformation x {}", tick_text(scale_)), 9,
                soft);
    const double top = box.top + box.height - 26, length = 180;
    canvas.text({box.left + 8, top - 5}, "displacement", 9, soft);
    constexpr int parts = 60;
    for (int i = 0; i < parts; ++i) {
      const double from = box.left + 8 + length * i / parts, to = from + length / parts;
      canvas.polygon({{from, top}, {to, top}, {to, top + 8}, {from, top + 8}},
                     scale_colour((i + 0.5) / parts));
    }
    canvas.text({box.left + 8, top + 20}, "0", 9, soft);
    canvas.text({box.left + 8 + length, top + 20}, tick_text(largest_), 9, soft, Anchor::end);
  }

  const Surface& surface_;
  const Motion& motion_;
  std::size_t state_ = 0;
  double scale_ = 1, largest_ = 0, zoom_ = 1;
  Spot middle_{}, centre_{};
  std::vector<Piece> pieces_;
};

/// "base_x node 1" and "base_x node 2" go into one chart.
std::string group_of(const std::string& column) {
  const auto at = column.rfind(" node ");
  return at == std::string::npos ? column : column.substr(0, at);
}

using Groups = std::vector<std::pair<std::string, std::vector<Series>>>;

Groups groups_of(const std::vector<Folder>& folders) {
  Groups groups;
  for (const Folder& folder : folders) {
    if (!folder.history) continue;
    for (const Column& column : folder.history->columns) {
      const std::string name = group_of(column.name);
      auto found = std::find_if(groups.begin(), groups.end(),
                                [&](const auto& group) { return group.first == name; });
      if (found == groups.end()) found = groups.insert(groups.end(), {name, {}});
      const std::string own =
          column.name == name ? folder.name : column.name.substr(name.size() + 1);
      found->second.push_back({own, &folder.history->times, &column.values});
    }
  }
  return groups;
}

std::unique_ptr<Canvas> canvas_for(const std::filesystem::path& file, double height) {
  const std::string kind = file.extension().string();
  if (kind == ".svg") return svg_canvas(sheet_width, height);
  if (kind == ".png") return png_canvas(sheet_width, height);
  core::input_error("'{}': pictures are .svg or .png", file.string());
}

}  // namespace

void write_plot(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& file,
                const PlotOptions& options) {
  Limits limits;
  limits.rows = 2000;
  std::vector<Folder> folders;
  for (const auto& path : folders_with_results(paths)) folders.push_back(read_folder(path, limits));
  Groups groups = groups_of(folders);
  const Folder& first = folders.front();
  const bool moves = first.surface && first.motion && !first.motion->displacement.empty();
  if (groups.empty() && !moves)
    core::input_error(
        "'{}' has neither probes in history.csv nor states of a structure: there is "
        "nothing to draw",
        paths.front().string());
  if (groups.size() > most_charts) groups.resize(most_charts);
  const double rows = std::ceil(static_cast<double>(groups.size()) / 2);
  const double top = moves ? structure_height : 0;
  const double height = 44 + top + rows * chart_height + margin;
  const auto canvas = canvas_for(file, height);
  const bool titled = first.summary && !first.summary->title.empty();
  canvas->text({margin + 8, 28}, titled ? first.summary->title : first.name, 15, ink);
  if (moves) Figure(first, options).draw(*canvas, {margin, 44, sheet_width - 2 * margin, top - 10});
  const double half = (sheet_width - 2 * margin) / 2;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const bool alone = groups.size() == 1;
    const std::size_t row = i / 2;
    draw_chart(
        *canvas,
        {margin + (i % 2 == 0 ? 0 : half), 44 + top + static_cast<double>(row) * chart_height,
         alone ? 2 * half : half, chart_height - 8},
        groups[i].first, groups[i].second);
  }
  output::write_text_atomically(file, canvas->take());
}

}  // namespace sparkdyn::report
