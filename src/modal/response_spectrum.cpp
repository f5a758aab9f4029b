// SPDX-License-Identifier: BSD-3-Clause
#include "modal/response_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sparkdyn::modal {

double correlation(double frequency_i, double ratio_i, double frequency_j, double ratio_j) {
  if (frequency_i == frequency_j && ratio_i == ratio_j) return 1;
  const double r = frequency_j / frequency_i, r2 = r * r, product = ratio_i * ratio_j;
  const double below = (1 - r2) * (1 - r2) + 4 * product * r * (1 + r2) +
                       4 * (ratio_i * ratio_i + ratio_j * ratio_j) * r2;
  if (!(below > 0)) return 1;  // the same undamped mode
  return 8 * std::sqrt(product) * (ratio_i + r * ratio_j) * r * std::sqrt(r) / below;
}

double combined(const Eigen::VectorXd& parts, std::span<const double> frequencies,
                std::span<const double> ratios, Combination how) {
  if (how == Combination::srss) return parts.norm();
  double sum = 0;
  for (Eigen::Index i = 0; i < parts.size(); ++i)
    for (Eigen::Index j = 0; j < parts.size(); ++j) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      sum += parts[i] * parts[j] *
             (i == j ? 1 : correlation(frequencies[a], ratios[a], frequencies[b], ratios[b]));
    }
  return std::sqrt(std::max(sum, 0.0));
}

namespace {

/// u'' + 2ζωu' + ω²u = −(a + b t), ζ < 1, moved on exactly.
struct Oscillator {
  double omega, ratio;
  double u = 0, v = 0;

  void move(double h, double a, double b) {
    // Particular solution p + q t.
    const double w2 = omega * omega, q = -b / w2, p = (-a - 2 * ratio * omega * q) / w2;
    const double damped = omega * std::sqrt(1 - ratio * ratio),
                 decay = std::exp(-ratio * omega * h);
    const double A = u - p, B = (v - q + ratio * omega * A) / damped;
    const double c = std::cos(damped * h), s = std::sin(damped * h);
    u = decay * (A * c + B * s) + p + q * h;
    v = decay * ((B * damped - ratio * omega * A) * c - (A * damped + ratio * omega * B) * s) + q;
  }
};

/// |u| where v changes its sign within h.
double turning_point(const Oscillator& from, double h, double a, double b) {
  constexpr int halvings = 40;
  double low = 0, high = h;
  Oscillator at = from;
  for (int k = 0; k < halvings; ++k) {
    const double middle = 0.5 * (low + high);
    at = from;
    at.move(middle, a, b);
    (at.v * from.v > 0 ? low : high) = middle;
  }
  return std::abs(at.u);
}

}  // namespace

double pseudo_acceleration(const Record& record, double frequency, double ratio) {
  if (!(frequency > 0) || record.size() < 2) return 0;
  constexpr int fine = 40;
  const double omega = 2 * std::numbers::pi * frequency, usual = 1 / (fine * frequency);
  Oscillator mass{omega, ratio};
  double largest = 0;
  const auto pass = [&](double span, double a, double b) {
    const int pieces = std::max(1, static_cast<int>(std::ceil(span / usual)));
    const double h = span / pieces;
    for (int k = 0; k < pieces; ++k) {
      const Oscillator before = mass;
      mass.move(h, a + b * h * k, b);
      largest = std::max(largest, std::abs(mass.u));
      if (before.v * mass.v < 0)
        largest = std::max(largest, turning_point(before, h, a + b * h * k, b));
    }
  };
  for (std::size_t k = 0; k + 1 < record.size(); ++k) {
    const double span = record[k + 1].first - record[k].first;
    pass(span, record[k].second, (record[k + 1].second - record[k].second) / span);
  }
  pass(1 / frequency, 0, 0);
  return omega * omega * largest;
}

double spectral_value(const Record& spectrum, double frequency) {
  if (frequency <= spectrum.front().first) return spectrum.front().second;
  if (frequency >= spectrum.back().first) return spectrum.back().second;
  const auto after = std::upper_bound(spectrum.begin(), spectrum.end(), frequency,
                                      [](double f, const auto& point) { return f < point.first; });
  const auto& [f0, s0] = *(after - 1);
  const auto& [f1, s1] = *after;
  if (f0 > 0 && s0 > 0 && s1 > 0)
    return s0 * std::pow(s1 / s0, std::log(frequency / f0) / std::log(f1 / f0));
  return s0 + (s1 - s0) * (frequency - f0) / (f1 - f0);
}

}  // namespace sparkdyn::modal
