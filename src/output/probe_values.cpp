// SPDX-License-Identifier: BSD-3-Clause
#include "output/probe_values.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace sparkdyn::output {
namespace {

constexpr std::array quantities{Quantity::displacement, Quantity::velocity, Quantity::acceleration,
                                Quantity::multiplier, Quantity::reaction};

/// A quantity that has become undefined.
void fill_undefined(const std::vector<Probe>& probes, Quantity quantity, double* row) {
  for (std::size_t i = 0; i < probes.size(); ++i)
    if (probes[i].quantity == quantity) row[i] = std::numeric_limits<double>::quiet_NaN();
}

/// Puts this rank's entries among the probed ones into `row`.
void fill_row(const std::vector<Probe>& probes, Quantity quantity, Vec vector, double* row) {
  if (!vector) return fill_undefined(probes, quantity, row);
  const core::RowRange range = core::row_range(vector);
  const core::ReadArray values(vector);
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (probes[i].quantity != quantity) continue;
    // Adding to zero turns −0 into 0, as the sum over several ranks does.
    for (const auto& [index, weight] : terms_of(probes[i]))
      if (index >= range.begin && index < range.end) row[i] += weight * values[index - range.begin];
  }
}

}  // namespace

std::vector<std::pair<PetscInt, double>> terms_of(const Probe& probe) {
  if (!probe.terms.empty()) return probe.terms;
  return {{probe.index, 1.0}};
}

bool asks_for(const std::vector<Probe>& probes, Quantity quantity) {
  return std::any_of(probes.begin(), probes.end(),
                     [&](const Probe& probe) { return probe.quantity == quantity; });
}

void add_probe_values(const std::vector<Probe>& probes, const run::Frame& frame, double* row) {
  for (const Quantity quantity : quantities)
    if (asks_for(probes, quantity))
      fill_row(probes, quantity, run::vector_of(frame, quantity), row);
}

}  // namespace sparkdyn::output
