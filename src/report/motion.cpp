// SPDX-License-Identifier: BSD-3-Clause
#include "report/motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace sparkdyn::report {
namespace {

constexpr hsize_t rows_at_once = 65536;
const std::string of_points = "VTKHDF/PointData/", of_cells = "VTKHDF/CellData/";

double magnitude(const double* value, hsize_t components) {
  return components == 1 ? std::abs(value[0]) : std::hypot(value[0], value[1], value[2]);
}

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
    for (const char* name : {"displacement", "velocity", "acceleration"})
      if (complete(of_points + name, points_)) find_peak(name, of_points, points_);
    if (complete(of_cells + "von_mises", cells_)) find_peak("von_mises", of_cells, cells_);
    choose_states();
    take_states();
    look_at_distortion();
    return std::move(motion_);
  }

 private:
  bool complete(const std::string& name, hsize_t rows) const {
    return rows > 0 && file_.rows(name) >= motion_.stored * rows;
  }

  void find_peak(const std::string& name, const std::string& folder, hsize_t rows) {
    const Field field(file_, folder + name, rows);
    const std::size_t bytes = rows * field.columns * sizeof(double) * motion_.stored;
    const std::size_t every = 1 + bytes / limits_.bytes_searched;
    motion_.searched_every = std::max(motion_.searched_every, every);
    Peak peak{.field = name, .value = -1, .of_element = folder == of_cells};
    hsize_t row = 0;
    for (std::size_t state = 0; state < motion_.stored; state += every)
      field.scan(state, [&](hsize_t at, const double* values) {
        const double size = magnitude(values, field.columns);
        if (!(size > peak.value)) return;
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
    for (const char* name : {"velocity", "acceleration"})
      if (complete(of_points + name, points_)) values += surface_.points.size();
    if (complete(of_cells + "von_mises", cells_)) values += surface_.cells.size();
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
    const auto size_into = [](std::vector<float>& to, hsize_t components) {
      return [&to, components](const double* value) {
        to.push_back(static_cast<float>(magnitude(value, components)));
      };
    };
    const auto& at = surface_.points;
    take(of_points, "displacement", points_, at, vector_into(motion_.displacement));
    take(of_points, "velocity", points_, at, size_into(motion_.velocity, 3));
    take(of_points, "acceleration", points_, at, size_into(motion_.acceleration, 3));
    take(of_cells, "von_mises", cells_, surface_.cells, size_into(motion_.von_mises, 1));
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
