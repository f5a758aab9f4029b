// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The states that a page shows, and the largest values with place and time. States are read one by
// one in pieces; what is kept is bounded.

#include <cstdint>
#include <string>
#include <vector>

#include "report/surface.hpp"

namespace sparkdyn::report {

/// A largest magnitude of a field.
struct Peak {
  std::string field;  ///< "displacement", "von_mises", …
  double value = 0;   ///< of the vector, or the number
  double time = 0;
  std::int64_t place = 0;  ///< the user's number of the node or element
  bool of_element = false;
  std::size_t state = 0;  ///< among those stored
};

/// How much of the stored states may be kept and looked at.
struct MotionLimits {
  std::size_t values = 3'000'000;            ///< kept, of all fields together
  std::size_t states = 250;                  ///< kept at most
  std::size_t bytes_searched = 400'000'000;  ///< of the file, for peaks of one field
};

/// A number for each point or cell of the surface and state.
struct ColourField {
  std::string name;  ///< "von_mises", "bending_moment", …
  bool of_cells = false;
  std::vector<float> values;
};

struct Motion {
  std::size_t stored = 0;                     ///< states in the file
  std::vector<std::uint32_t> states;          ///< those kept, ascending
  std::vector<double> times;                  ///< theirs
  std::vector<float> displacement;            ///< three for each point and state
  std::vector<float> velocity, acceleration;  ///< magnitudes; empty where there are none
  std::vector<ColourField> colours;           ///< what else the picture can be coloured by
  std::vector<Peak> peaks;
  std::size_t searched_every = 1;  ///< peaks are of every so many stored states
  /// How far the structure leaves its shape at the largest displacement, less what all points move
  /// together, by its size; and the largest rotation of a node that has rotations.
  double distortion = 0, rotation = 0;
};

Motion read_motion(const ResultsReader& file, const Surface& surface, const MotionLimits& limits);

/// All shapes of modes, on the same points. Empty when the file is of another mesh.
std::vector<float> read_shapes(const ResultsReader& file, const Surface& surface,
                               std::size_t most_modes);

}  // namespace sparkdyn::report
