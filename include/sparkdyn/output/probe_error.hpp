// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The estimated error of a probe over a run: the largest |e| at any step over the largest |value|.

#include <string>

namespace sparkdyn::output {

/// Of one probe of displacement or velocity, or of all displacements where there is none.
struct ProbeError {
  std::string name;     ///< of the probe, or "displacements"
  double largest = 0;   ///< value, in magnitude
  double error = 0;     ///< estimated, in magnitude
  double relative = 0;  ///< error/largest, 0 when nothing moves
};

}  // namespace sparkdyn::output
