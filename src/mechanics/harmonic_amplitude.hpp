// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What multiplies a load or a motion that oscillates for ever,
//   a(t) = Re A(f) exp(2πi f t),  A(f) = m(f) exp(iφ),
// with a magnitude m over the frequency and a phase φ.

#include <complex>

#include "mechanics/table_amplitude.hpp"

namespace sparkdyn::mechanics {

class HarmonicAmplitude final : public Amplitude {
 public:
  using Complex = std::complex<double>;

  /// `magnitude`: piecewise linear over the frequency, constant outside; `degrees`: φ.
  HarmonicAmplitude(std::vector<TableAmplitude::Point> magnitude, double degrees);

  Complex at(double frequency) const;  ///< A

  // As an amplitude over time it is the real part over the frequency; readers refuse it there.
  double value(double frequency) const override { return at(frequency).real(); }
  double rate(double) const override { return 0; }
  double acceleration(double) const override { return 0; }
  std::string text() const override;

 private:
  TableAmplitude magnitude_;
  double degrees_;
};

/// A(f) of a harmonic amplitude, or the value of a constant. Throws core::Error (input) for what is
/// a history over time.
std::complex<double> harmonic_value(const Amplitude& amplitude, double frequency);

}  // namespace sparkdyn::mechanics
