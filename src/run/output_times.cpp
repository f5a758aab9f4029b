// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "sparkdyn/run/options.hpp"

namespace sparkdyn::run {
namespace {

constexpr double same = 1e-9;  ///< of a step

}  // namespace

std::vector<double> OutputTimes::within(double from, double to) const {
  const double near = same * step;
  std::vector<double> found;
  const auto add = [&](double t) {
    if (t > from + near && t < to - near) found.push_back(t);
  };
  for (auto t = std::upper_bound(listed.begin(), listed.end(), from); t != listed.end() && *t < to;
       ++t)
    add(*t);
  if (interval > 0)
    for (double k = std::max(0.0, std::floor((from - start) / interval)); start + k * interval < to;
         ++k)
      add(start + k * interval);
  std::sort(found.begin(), found.end());
  const auto doubled = [&](double a, double b) { return b - a < near; };
  found.erase(std::unique(found.begin(), found.end(), doubled), found.end());
  return found;
}

bool OutputTimes::at(double time) const {
  const double near = same * step;
  const auto listed_one = std::lower_bound(listed.begin(), listed.end(), time - near);
  if (listed_one != listed.end() && *listed_one <= time + near) return true;
  if (interval <= 0 || time < start - near) return false;
  const double nearest = start + std::round((time - start) / interval) * interval;
  return std::abs(nearest - time) <= near;
}

}  // namespace sparkdyn::run
