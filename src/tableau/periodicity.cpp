// SPDX-License-Identifier: BSD-3-Clause
// The interval of periodicity, Definition 5.3 of Jay (1998). A real 2×2 matrix has both eigenvalues
// on the unit circle when det M = 1 and
//
//   Δ = (M₁₁ − M₂₂)² + 4 M₁₂M₂₁ = (tr M)² − 4 det M <= 0.
//
// M₁₂ starts positive and M₂₁ negative, and each vanishes near μ = π, 2π, … Where only one of them
// has changed its sign, Δ > 0. These gaps of instability shrink fast with s, so a scan of Δ would
// step over them; the sign changes themselves are simple and cannot be missed.

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "tableau/stability.hpp"

namespace sparkdyn::tableau {

namespace {

constexpr double gap_width = 1e-9;         // relative to μ; narrower gaps are not seen
constexpr double growth_tolerance = 1e-9;  // of √Δ, relative to M: slower growth is not seen
constexpr double area_tolerance = 1e-9;    // of det M, relative to |M|²

class Oscillator {
 public:
  Oscillator(const Matrix& Av, const Matrix& Af, const Vector& b) : Av_(Av), Af_(Af), b_(b) {}

  Eigen::Matrix2d at(double mu) const { return stability_matrix(Av_, Af_, b_, mu); }
  double stages() const { return static_cast<double>(b_.size()); }

 private:
  const Matrix& Av_;
  const Matrix& Af_;
  const Vector& b_;
};

double size(const Eigen::Matrix2d& M) {
  return std::max(1.0, M.squaredNorm());
}

bool grows(const Eigen::Matrix2d& M) {
  const double difference = M(0, 0) - M(1, 1);
  const double discriminant = difference * difference + 4 * M(0, 1) * M(1, 0);
  return !(discriminant <= growth_tolerance * growth_tolerance * size(M));  // true at a pole
}

// det M is a rational function of μ: it is 1 everywhere, or it differs from 1 as soon as μ > 0. The
// samples are per stage, where the difference is no longer of the order of the method's error.
bool preserves_area(const Oscillator& oscillator) {
  constexpr std::array samples = {0.3, 0.7, 1.3, 2.1, 3.7, 5.9};
  return std::ranges::all_of(samples, [&](double sample) {
    const Eigen::Matrix2d M = oscillator.at(sample * oscillator.stages());
    return std::abs(M.determinant() - 1.0) <= area_tolerance * size(M);
  });
}

// The point between `before`, where `after_it` is false, and `after`, where it is true.
template <class Predicate>
double bisect(double before, double after, Predicate after_it) {
  while (true) {
    const double middle = before + (after - before) / 2;
    if (middle <= before || middle >= after) return after;
    (after_it(middle) ? after : before) = middle;
  }
}

// Where M(row, column) first shows the sign it has at `after`; `after` itself if it never changes.
double sign_change(const Oscillator& oscillator, int row, int column, double before, double after) {
  const bool positive = oscillator.at(after)(row, column) > 0.0;
  if ((oscillator.at(before)(row, column) > 0.0) == positive) return after;
  return bisect(before, after,
                [&](double mu) { return (oscillator.at(mu)(row, column) > 0.0) == positive; });
}

// The first instability in (before, after], with M periodic at `before`; `after` if there is none.
double first_instability(const Oscillator& oscillator, double before, double after) {
  const double crossing = std::min(sign_change(oscillator, 0, 1, before, after),
                                   sign_change(oscillator, 1, 0, before, after));
  const Eigen::Matrix2d beyond = oscillator.at(crossing * (1 + gap_width));
  const auto grows_at = [&](double mu) { return grows(oscillator.at(mu)); };
  // Without symmetry M₁₁ ≠ M₂₂, and M may grow even where both signs change together.
  const bool opens_gap = beyond(0, 1) * beyond(1, 0) > 0.0 || grows_at(crossing);
  const double end = opens_gap ? crossing : after;
  return grows_at(end) ? bisect(before, end, grows_at) : end;
}

}  // namespace

double interval_of_periodicity(const Matrix& Av, const Matrix& Af, const Vector& b, double limit) {
  if (!(limit > 0.0 && std::isfinite(limit))) {
    throw std::invalid_argument(
        "the limit of the interval of periodicity must be positive and finite");
  }
  const Oscillator oscillator(Av, Af, b);
  if (!preserves_area(oscillator)) return 0.0;

  // Sign changes lie about π apart or, past the last of them, nowhere: the step may grow with μ.
  double before = 0.01 * std::min(1.0, limit);
  while (before < limit) {
    const double after = std::min(limit, before + std::max(0.05, 0.005 * before));
    const double found = first_instability(oscillator, before, after);
    if (found < after) return found;
    before = after;
  }
  return limit;
}

}  // namespace sparkdyn::tableau
