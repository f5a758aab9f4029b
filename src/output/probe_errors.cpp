// SPDX-License-Identifier: BSD-3-Clause
#include "output/probe_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "output/probe_values.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

constexpr std::size_t rows_at_once = 256;

}  // namespace

ProbeErrors::ProbeErrors(MPI_Comm comm, const std::vector<Probe>& probes) : comm_(comm) {
  for (const Probe& probe : probes)
    if (probe.quantity == Quantity::displacement || probe.quantity == Quantity::velocity)
      probes_.push_back(probe);
  values_.largest.assign(std::max<std::size_t>(probes_.size(), 1), 0.0);
  errors_.largest = values_.largest;
}

void ProbeErrors::look(const run::Frame& frame, Watched& watched) {
  if (probes_.empty()) {
    watched.largest.front() = std::max(watched.largest.front(), core::norm_infinity(frame.q()));
    return;
  }
  watched.rows.resize(watched.rows.size() + probes_.size(), 0.0);
  add_probe_values(probes_, frame, watched.rows.data() + watched.rows.size() - probes_.size());
  if (watched.rows.size() >= rows_at_once * probes_.size()) gather(watched);
}

void ProbeErrors::on_error(const run::Frame& frame) {
  estimated_ = true;
  look(frame, errors_);
}

void ProbeErrors::gather(Watched& watched) {
  if (probes_.empty()) return;
  MPI_Allreduce(MPI_IN_PLACE, watched.rows.data(), static_cast<int>(watched.rows.size()),
                MPI_DOUBLE, MPI_SUM, comm_);
  for (std::size_t i = 0; i < watched.rows.size(); ++i) {
    double& largest = watched.largest[i % probes_.size()];
    largest = std::max(largest, std::abs(watched.rows[i]));
  }
  watched.rows.clear();
}

std::vector<ProbeError> ProbeErrors::errors() {
  gather(values_);
  gather(errors_);
  std::vector<ProbeError> found;
  if (!estimated_) return found;
  // What was given back is known on the first rank alone.
  for (Watched* watched : {&values_, &errors_})
    for (double& each : watched->largest) each = core::maximum(comm_, each);
  for (std::size_t i = 0; i < values_.largest.size(); ++i)
    found.push_back({.name = probes_.empty() ? "displacements" : probes_[i].name,
                     .largest = values_.largest[i],
                     .error = errors_.largest[i],
                     .relative = size_of(i) > 0 ? errors_.largest[i] / size_of(i) : 0});
  return found;
}

/// A probe that moves less than this part of others, across the motion of all, shows round-off.
double ProbeErrors::size_of(std::size_t i) const {
  constexpr double noise = 1e-8;
  double size = values_.largest[i];
  for (std::size_t k = 0; k < probes_.size(); ++k)
    if (probes_[k].quantity == probes_[i].quantity)
      size = std::max(size, noise * values_.largest[k]);
  return size;
}

void ProbeErrors::carry(core::Archive& archive) {
  gather(values_);
  gather(errors_);
  std::string text;
  for (const Watched* watched : {&values_, &errors_})
    for (const double number : watched->largest) text += fmt::format("{:.17g} ", number);
  if (!archive.bytes("probe-errors", text) || !archive.gives()) return;
  std::istringstream numbers(text);
  for (Watched* watched : {&values_, &errors_})
    for (double& number : watched->largest) {
      double kept = 0;
      if (numbers >> kept) number = std::max(number, kept);
    }
}

}  // namespace sparkdyn::output
