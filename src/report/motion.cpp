// SPDX-License-Identifier: BSD-3-Clause
#include "report/motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>

namespace sparkdyn::report {
namespace {

constexpr hsize_t rows_at_once = 65536;
const std::string of_points = "VTKHDF/PointData/", of_cells = "VTKHDF/CellData/";

double magnitude(const double* value, hsize_t components) {
  return components == 1 ? std::abs(value[0]) : std::hypot(value[0], value[1], value[2]);
}

/// A field as the page shows it: one number, zero or more, for a row of a dataset.
struct Measure {
  const char* name;
  const char* dataset;
  bool of_cells;
  double (*size)(const double* row);
};

double length(const double* u) {
  return std::hypot(u[0], u[1], u[2]);
}
double absolute(const double* value) {
  return std::abs(*value);
}
/// Of section forces the larger of both ends.
double larger(double start, double end) {
  return std::max(std::abs(start), std::abs(end));
}

constexpr std::array<Measure, 11> measures{{
    {"displacement", "displacement", false, length},
    {"velocity", "velocity", false, length},
    {"acceleration", "acceleration", false, length},
    {"von_mises", "von_mises", true, absolute},
    {"nodal_von_mises", "nodal_von_mises", false, absolute},
    {"stress_jump", "stress_jump", false, absolute},
    {"axial_force", "section_forces", true, [](const double* f) { return larger(f[0], f[6]); }},
    {"shear_force", "section_forces", true,
     [](const double* f) { return larger(std::hypot(f[1], f[2]), std::hypot(f[7], f[8])); }},
    {"torque", "section_forces", true, [](const double* f) { return larger(f[3], f[9]); }},
    {"bending_moment", "section_forces", true,
     [](const double* f) { return larger(std::hypot(f[4], f[5]), std::hypot(f[10], f[11])); }},
    {"fibre_stress", "fibre_stress", true,
     [](const double* s) { return std::max(larger(s[0], s[1]), larger(s[2], s[3])); }},
}};
constexpr std::size_t first_colour = 3;  ///< those before have places of their own in Motion

/// A dataset whose rows are those of all points (or cells) of one state after the other.
struct Field {
  const ResultsReader& file;
  std::string name;
  hsize_t rows;     ///< of one state
  hsize_t columns;  ///< of a row

  Field(const ResultsReader& from, const std::string& dataset, hsize_t rows_of_state)
      : file(from), name(dataset), rows(rows_of_state), columns(from.columns(dataset)) {}

  /// Calls visit(row, values) for every row of a state.
  template <typename Visit>
  void scan(std::size_t state, const Visit& visit) const {
    for (hsize_t first = 0; first < rows; first += rows_at_once) {
      const hsize_t count = std::min(rows_at_once, rows - first);
      const auto values = file.numbers(name, state * rows + first, count);
      for (hsize_t i = 0; i < count; ++i) visit(first + i, values.data() + i * columns);
    }
  }

  /// Calls visit(values) for the rows named, ascending.
  template <typename Visit>
  void pick(std::size_t state, const std::vector<std::int64_t>& wanted, const Visit& visit) const {
    for (std::size_t at = 0; at < wanted.size();) {
      const auto first = static_cast<hsize_t>(wanted[at]);
      const hsize_t count = std::min(rows_at_once, rows - first);
      const auto values = file.numbers(name, state * rows + first, count);
      for (; at < wanted.size() && wanted[at] < static_cast<std::int64_t>(first + count); ++at)
        visit(values.data() + (static_cast<hsize_t>(wanted[at]) - first) * columns);
    }
  }
};

class MotionReader {
 public:
  MotionReader(const ResultsReader& file, const Surface& surface, const MotionLimits& limits)
      : file_(file),
        surface_(surface),
        limits_(limits),
        points_(file.rows("VTKHDF/Points")),
        cells_(file.rows("VTKHDF/Types")) {}

  Motion read() {
    // A killed run may have rows beyond its times.
    motion_.stored = file_.rows("VTKHDF/Steps/Values");
    if (motion_.stored == 0 || points_ == 0) return motion_;
    times_ = file_.numbers("VTKHDF/Steps/Values", 0, motion_.stored);
    for (const Measure& measure : measures)
      if (is_there(measure)) find_peak(measure);
    choose_states();
    take_states();
    look_at_distortion();
    return std::move(motion_);
  }

 private:
  bool complete(const std::string& name, hsize_t rows) const {
    return rows > 0 && file_.rows(name) >= motion_.stored * rows;
  }

  std::string place_of(const Measure& measure) const {
    return (measure.of_cells ? of_cells : of_points) + measure.dataset;
  }
  hsize_t rows_of(const Measure& measure) const { return measure.of_cells ? cells_ : points_; }
  bool is_there(const Measure& measure) const {
    return complete(place_of(measure), rows_of(measure));
  }

  void find_peak(const Measure& measure) {
    const hsize_t rows = rows_of(measure);
    const Field field(file_, place_of(measure), rows);
    const std::size_t bytes = rows * field.columns * sizeof(double) * motion_.stored;
    const std::size_t every = 1 + bytes / limits_.bytes_searched;
    motion_.searched_every = std::max(motion_.searched_every, every);
    Peak peak{.field = measure.name, .value = -1, .of_element = measure.of_cells};
    hsize_t row = 0;
    for (std::size_t state = 0; state < motion_.stored; state += every)
      field.scan(state, [&](hsize_t at, const double* values) {
        const double size = measure.size(values);
        if (!(size > peak.value)) return;  // nor where there is none
        peak.value = size;
        peak.state = state;
        row = at;
      });
    if (peak.value < 0) return;
    peak.time = times_[peak.state];
    peak.place =
        file_.integers(peak.of_element ? of_cells + "element" : of_points + "node", row, 1).front();
    motion_.peaks.push_back(peak);
  }

  std::size_t values_of_state() const {
    std::size_t values = 3 * surface_.points.size();
    for (const Measure& measure : measures)
      if (is_there(measure))
        values += measure.of_cells ? surface_.cells.size() : surface_.points.size();
    return std::max<std::size_t>(values, 1);
  }

  /// Evenly spaced ones, the first, the last and those of the peaks.
  void choose_states() {
    const std::size_t room =
        std::clamp<std::size_t>(limits_.values / values_of_state(), 8, limits_.states);
    std::set<std::uint32_t> chosen;
    if (motion_.stored <= room) {
      for (std::uint32_t k = 0; k < motion_.stored; ++k) chosen.insert(k);
    } else {
      for (std::size_t k = 0; k < room; ++k)
        chosen.insert(static_cast<std::uint32_t>(k * (motion_.stored - 1) / (room - 1)));
      for (const Peak& peak : motion_.peaks)
        if (peak.field == "displacement" || peak.field == "von_mises")
          chosen.insert(static_cast<std::uint32_t>(peak.state));
    }
    motion_.states.assign(chosen.begin(), chosen.end());
    for (const std::uint32_t state : motion_.states) motion_.times.push_back(times_[state]);
  }

  void take_states() {
    const auto take = [&](const std::string& folder, const std::string& name, hsize_t rows,
                          const std::vector<std::int64_t>& wanted, auto put) {
      if (!complete(folder + name, rows)) return;
      const Field field(file_, folder + name, rows);
      for (const std::uint32_t state : motion_.states) field.pick(state, wanted, put);
    };
    const auto vector_into = [](std::vector<float>& to) {
      return [&to](const double* u) {
        for (int c = 0; c < 3; ++c) to.push_back(static_cast<float>(u[c]));
      };
    };
    const auto size_into = [](std::vector<float>& to, const Measure& measure) {
      return [&to, &measure](const double* value) {
        const double size = measure.size(value);
        to.push_back(size > 0 ? static_cast<float>(size) : 0.0F);  // nothing where there is none
      };
    };
    const auto& at = surface_.points;
    take(of_points, "displacement", points_, at, vector_into(motion_.displacement));
    take(of_points, "velocity", points_, at, size_into(motion_.velocity, measures[1]));
    take(of_points, "acceleration", points_, at, size_into(motion_.acceleration, measures[2]));
    for (const Measure& measure : std::span(measures).subspan(first_colour)) {
      if (!is_there(measure)) continue;
      ColourField& colour = motion_.colours.emplace_back();
      colour.name = measure.name;
      colour.of_cells = measure.of_cells;
      take(measure.of_cells ? of_cells : of_points, measure.dataset, rows_of(measure),
           measure.of_cells ? surface_.cells : at, size_into(colour.values, measure));
    }
  }

  void look_at_distortion() {
    const auto found = std::find_if(motion_.peaks.begin(), motion_.peaks.end(),
                                    [](const Peak& peak) { return peak.field == "displacement"; });
    if (found == motion_.peaks.end() || !(surface_.size > 0)) return;
    const Field field(file_, of_points + "displacement", points_);
    std::array<double, 3> mean{};
    field.pick(found->state, surface_.points, [&](const double* u) {
      for (std::size_t c = 0; c < 3; ++c)
        mean[c] += u[c] / static_cast<double>(surface_.points.size());
    });
    field.pick(found->state, surface_.points, [&](const double* u) {
      const double off = std::hypot(u[0] - mean[0], u[1] - mean[1], u[2] - mean[2]);
      motion_.distortion = std::max(motion_.distortion, off / surface_.size);
    });
    if (!complete(of_points + "rotation", points_)) return;
    const Field rotation(file_, of_points + "rotation", points_);
    rotation.scan(found->state, [&](hsize_t, const double* r) {
      const double angle = magnitude(r, 3);
      if (angle > motion_.rotation) motion_.rotation = angle;
    });
  }

  const ResultsReader& file_;
  const Surface& surface_;
  const MotionLimits& limits_;
  hsize_t points_, cells_;
  std::vector<double> times_;
  Motion motion_;
};

}  // namespace

Motion read_motion(const ResultsReader& file, const Surface& surface, const MotionLimits& limits) {
  return MotionReader(file, surface, limits).read();
}

std::vector<float> read_shapes(const ResultsReader& file, const Surface& surface,
                               std::size_t most_modes) {
  const hsize_t points = file.rows("VTKHDF/Points");
  if (surface.points.empty() || static_cast<hsize_t>(surface.points.back()) >= points) return {};
  const auto nodes = file.integers("VTKHDF/PointData/node", 0, points);
  for (std::size_t i = 0; i < surface.points.size(); ++i)
    if (nodes[static_cast<std::size_t>(surface.points[i])] != surface.nodes[i]) return {};
  const Field field(file, of_points + "displacement", points);
  const std::size_t modes = std::min<std::size_t>(most_modes, file.rows(field.name) / points);
  std::vector<float> shapes;
  for (std::size_t mode = 0; mode < modes; ++mode)
    field.pick(mode, surface.points, [&](const double* u) {
      for (int c = 0; c < 3; ++c) shapes.push_back(static_cast<float>(u[c]));
    });
  return shapes;
}

}  // namespace sparkdyn::report
