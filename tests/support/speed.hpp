// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Limits on time in tests that show that work does not grow with the square of the input.

namespace sparkdyn::test {

/// The limit for an optimized build. Sanitizers and the checks of the standard library
/// (scripts/sanitize) make loops tens of times as slow: a tie of half a second took 39 s.
constexpr double seconds_allowed(double seconds) {
#ifdef __SANITIZE_ADDRESS__
  return 50 * seconds;
#else
  return seconds;
#endif
}

}  // namespace sparkdyn::test
