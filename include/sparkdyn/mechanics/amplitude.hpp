// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// a(t): the time history that multiplies a load or a prescribed value, with a'(t) and a''(t),
// which the velocity constraint 0 = Gv − c'(t) and (17h) of Jay 1998 need.

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sparkdyn::mechanics {

/// A time history. One of one's own implements the pure functions; it is shared and never changed.
class Amplitude {
 public:
  virtual ~Amplitude() = default;
  virtual double value(double t) const = 0;         ///< a(t)
  virtual double rate(double t) const = 0;          ///< a'(t)
  virtual double acceleration(double t) const = 0;  ///< a''(t)
  /// What would stand in a case file, e.g. `{expression: "sin(1.7*t)"}`.
  virtual std::string text() const = 0;
  /// True when a(t) is the same at all times.
  virtual bool is_constant() const { return false; }
};

using AmplitudePtr = std::shared_ptr<const Amplitude>;  ///< shared by all that use it

AmplitudePtr constant_amplitude(double value);  ///< a(t) = value.

/// Piecewise linear through (time, value), constant outside. Times must increase strictly; throws
/// core::Error otherwise. a' is that of the segment to the right, a'' is zero.
AmplitudePtr table_amplitude(std::vector<std::pair<double, double>> points);

/// sin(2π·frequency·t + phase): frequency in cycles per unit of time, phase in radians.
AmplitudePtr sine_amplitude(double frequency, double phase);

/// An expression of t in muParser's language (pi and e are known). Throws core::Error with the
/// position when it does not parse. Derivatives left empty are exact; at corners and jumps (abs,
/// min,
/// ?:, …) they are those of the branch taken.
AmplitudePtr expression_amplitude(const std::string& value, const std::string& rate = "",
                                  const std::string& acceleration = "");

}  // namespace sparkdyn::mechanics
