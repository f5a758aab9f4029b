// SPDX-License-Identifier: BSD-3-Clause
#include "output/probe_values.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string>

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

/// Each once.
std::set<std::string> fields_of(const std::vector<Probe>& probes) {
  std::set<std::string> names;
  for (const Probe& probe : probes)
    if (probe.quantity == Quantity::field) names.insert(probe.field);
  return names;
}

void add_field(const std::vector<Probe>& probes, const MeshField& field, const run::Frame& frame,
               MeshResults& mesh, std::vector<double>& slab, double* row) {
  const core::RowRange range = mesh.range_of(field.site);
  slab.resize(static_cast<std::size_t>(range.size()) * static_cast<std::size_t>(field.components));
  mesh.evaluate(frame, field, slab.data());
  const PetscInt begin = range.begin * field.components, end = range.end * field.components;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (probes[i].quantity != Quantity::field || probes[i].field != field.name) continue;
    for (const auto& [entry, weight] : probes[i].terms)
      if (entry >= begin && entry < end)
        row[i] += weight * slab[static_cast<std::size_t>(entry - begin)];
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

void add_probe_values(const std::vector<Probe>& probes, const run::Frame& frame, double* row,
                      MeshResults* mesh) {
  for (const Quantity quantity : quantities)
    if (asks_for(probes, quantity))
      fill_row(probes, quantity, run::vector_of(frame, quantity), row);
  if (!mesh || !asks_for(probes, Quantity::field)) return;
  std::vector<double> slab;
  for (const std::string& name : fields_of(probes)) {
    const MeshField* field = mesh->find_field(name);
    if (field) add_field(probes, *field, frame, *mesh, slab, row);
  }
}

}  // namespace sparkdyn::output
