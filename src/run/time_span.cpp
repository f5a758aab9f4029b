// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "sparkdyn/run/options.hpp"

namespace sparkdyn::run {

long TimeSpan::steps() const {
  const double exact = (end - start) / step;
  const double whole = std::round(exact);
  return first +
         static_cast<long>(std::abs(exact - whole) <= 1e-9 * exact ? whole : std::ceil(exact));
}

double TimeSpan::time(long n) const {
  return n >= steps() ? end : start + static_cast<double>(n - first) * step;
}

double TimeSpan::size(long n) const {
  // Equal steps keep one set of factors: only a really shorter last step gets its own size.
  const auto count = static_cast<double>(steps() - first);
  const double last = end - (start + (count - 1) * step);
  return n == steps() && std::abs(last - step) > 1e-9 * step * count ? last : step;
}

}  // namespace sparkdyn::run
