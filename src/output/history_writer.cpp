// SPDX-License-Identifier: BSD-3-Clause
#include "output/history_writer.hpp"

#include <algorithm>

#include "output/probe_values.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

constexpr std::size_t block_steps = 256;

PetscInt global_size(Vec vector) {
  return vector ? core::row_range(vector).global : 0;
}

}  // namespace

void require_valid(const std::vector<Probe>& probes, PetscInt dofs, PetscInt constraints) {
  for (const Probe& probe : probes) {
    if (probe.quantity == Quantity::field) continue;  // see require_fields()
    const bool multiplier = probe.quantity == Quantity::multiplier;
    const PetscInt size = multiplier ? constraints : dofs;
    for (const auto& [index, weight] : terms_of(probe)) {
      if (index >= 0 && index < size) continue;
      core::input_error("probe '{}' asks for {} {}, but there are {} {}", probe.name,
                        name(probe.quantity), index + 1, size,
                        multiplier ? "constraints" : "degrees of freedom");
    }
  }
}

namespace {

void require_fields(const std::vector<Probe>& probes, const MeshResults* mesh) {
  for (const Probe& probe : probes)
    if (probe.quantity == Quantity::field && !(mesh && mesh->find_field(probe.field)))
      core::input_error(
          "probe '{}' asks for {}, which no element of this model has: section forces are those of "
          "beams and trusses, shell forces and bottoms those of shells, nodal stresses those of "
          "solids and shells",
          probe.name, probe.field);
}

}  // namespace

HistoryWriter::HistoryWriter(MPI_Comm comm, std::filesystem::path file, std::vector<Probe> probes,
                             run::OutputTimes times, std::shared_ptr<MeshResults> mesh)
    : RunFile(comm, std::move(file)),
      probes_(std::move(probes)),
      mesh_(std::move(mesh)),
      asked_(std::move(times)),
      pace_(comm, 1.0) {}

void HistoryWriter::check_probes(const run::Frame& frame) const {
  const bool multipliers = asks_for(probes_, Quantity::multiplier);
  const PetscInt dofs = std::max(global_size(frame.q()), global_size(frame.v()));
  require_valid(probes_, dofs, multipliers ? global_size(frame.multiplier()) : 0);
  require_fields(probes_, mesh_.get());
  const bool solved = asks_for(probes_, Quantity::acceleration) ||
                      asks_for(probes_, Quantity::reaction) ||
                      std::any_of(probes_.begin(), probes_.end(), [](const Probe& probe) {
                        return probe.field == "section_forces" || probe.field == "fibre_stress";
                      });
  if (solved && !frame.acceleration())
    core::input_error(
        "a probe asks for an acceleration, reaction or section force, which is not defined here: "
        "the "
        "matrix of mass and constraints is singular");
}

std::vector<std::string> HistoryWriter::columns(const run::Frame& frame) const {
  std::vector<std::string> names{"time"};
  if (frame.part() > 0) names.emplace_back("step");
  for (const Probe& probe : probes_) names.push_back(probe.name);
  return names;
}

void HistoryWriter::on_start(const run::Frame& frame) {
  check_probes(frame);
  parts_ = frame.part() > 0;
  file_.emplace(comm_, path_, columns(frame));
  record(frame);
  write_out();
}

void HistoryWriter::go_on(const run::Frame& frame, const std::string& kept) {
  check_probes(frame);
  latest_ = frame.step();
  parts_ = frame.part() > 0;
  file_.emplace(comm_, path_, columns(frame), kept);
}

void HistoryWriter::require_kept(const std::string& kept) const {
  CsvFile::require_kept(path_, kept);
}

std::string HistoryWriter::keep() {
  gather_block();
  return file_->keep();
}

void HistoryWriter::on_between(const run::Frame& frame) {
  const long latest = latest_;  // a step that is not over does not count
  record(frame);
  latest_ = latest;
  if (times_.size() >= block_steps) gather_block();
}

void HistoryWriter::on_step(const run::Frame& frame) {
  if (!asked_.any() || frame.last() || asked_.at(frame.time())) record(frame);
  if (pace_.due())
    write_out();
  else if (times_.size() >= block_steps)
    gather_block();
}

void HistoryWriter::on_finish(const run::Frame& frame) {
  if (!file_) return;
  if (frame.step() != latest_) record(frame);
  write_out();
}

void HistoryWriter::record(const run::Frame& frame) {
  latest_ = frame.step();
  times_.push_back({frame.time(), frame.part()});
  values_.resize(values_.size() + probes_.size(), 0.0);
  double* row = values_.data() + values_.size() - probes_.size();
  add_probe_values(probes_, frame, row, mesh_.get());
}

void HistoryWriter::gather_block() {
  const bool root = core::rank(comm_) == 0;
  // Each entry has one owner and is zero elsewhere, so the sum is the owner's value (of a place
  // between nodes: the sum of all owners').
  MPI_Reduce(root ? MPI_IN_PLACE : values_.data(), values_.data(), static_cast<int>(values_.size()),
             MPI_DOUBLE, MPI_SUM, 0, comm_);
  std::vector<double> row;
  for (std::size_t k = 0; root && k < times_.size(); ++k) {
    row.assign(1, times_[k].time);
    if (parts_) row.push_back(times_[k].part);
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(k * probes_.size());
    row.insert(row.end(), first, first + static_cast<std::ptrdiff_t>(probes_.size()));
    file_->add_row(row);
  }
  times_.clear();
  values_.clear();
}

void HistoryWriter::write_out() {
  gather_block();
  file_->write_out();
}

}  // namespace sparkdyn::output
