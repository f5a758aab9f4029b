// SPDX-License-Identifier: BSD-3-Clause
#include "output/results_writer.hpp"

#include <fmt/ranges.h>

#include <chrono>
#include <deque>

#include "core/package.hpp"
#include "mesh_part.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {

std::vector<VectorTable> usual_tables() {
  return {
      {mechanics::Quantity::displacement, "q", "displacement", "unit of displacement of the input"},
      {mechanics::Quantity::velocity, "v", "velocity q'",
       "unit of displacement per unit of time of the input"},
      {mechanics::Quantity::acceleration, "a", "acceleration q''",
       "unit of displacement per unit of time squared of the input"},
      {mechanics::Quantity::multiplier, "lambda",
       "Lagrange multipliers; the constraints exert the force -G^T lambda",
       "unit of force of the input per entry of G"},
      {mechanics::Quantity::directors, "directors",
       "axes d1, d2, d3 of the nodes with rotations, which were the global ones at the reference",
       "none"}};
}

ResultsWriter::ResultsWriter(MPI_Comm comm, std::filesystem::path file, ResultsOptions options)
    : RunFile(comm, std::move(file)),
      options_(std::move(options)),
      selection_(options_.every, options_.times),
      pace_(comm, options_.flush_seconds) {}

ResultsWriter::~ResultsWriter() {
  if (!file_) return;
  try {
    file_->flush();
  } catch (const core::Error&) {
    // Here only because of an error elsewhere, which is the one to report.
  }
}

/// A file that starts with this frame.
void ResultsWriter::on_start(const run::Frame& frame) {
  try {
    const auto all = tables(frame);
    file_ = std::make_unique<ResultsFile>(comm_, path_, options_.origin, all, mesh_);
    if (selection_.take_last(frame)) add(frame);
    file_->publish();
  } catch (const core::Error&) {
    file_.reset();
    throw;
  }
}

void ResultsWriter::go_on(const run::Frame& frame, const std::string& kept) {
  const std::string kept_by_file = selection_.resume(comm_, kept);
  const auto all = tables(frame);
  if (mesh_ && core::rank(comm_) == 0) give_back_peaks(kept);
  file_ = std::make_unique<ResultsFile>(comm_, path_, options_.origin, all, mesh_, kept_by_file);
}

/// Behind what require_kept() looks at.
void ResultsWriter::give_back_peaks(const std::string& kept) {
  long latest = 0;
  std::string file, peaks;
  std::vector<std::string> fields;
  core::Unpacker(kept, core::Failure::input).get(latest).get(file).get(fields).get(peaks);
  mesh_->peaks().give_back(peaks);
}

std::vector<FieldPeak> ResultsWriter::peaks() const {
  return mesh_ ? mesh_->peaks().found() : std::vector<FieldPeak>{};
}

void ResultsWriter::require_kept(const std::string& kept) const {
  long latest = 0;
  std::string kept_by_file;
  std::vector<std::string> fields;
  core::Unpacker(kept, core::Failure::input).get(latest).get(kept_by_file).get(fields);
  ResultsFile::require_kept(path_, options_.origin.run, kept_by_file);
  if (fields != field_names())
    core::input_error(
        "'{}' has the fields {}, the case asks for {}: they cannot change on the way; give "
        "--output another folder",
        path_.string(), fmt::join(fields, ", "), fmt::join(field_names(), ", "));
}

std::string ResultsWriter::keep() {
  std::string kept_by_file;
  guarded([&] { kept_by_file = file_->keep(); });
  const std::string peaks = mesh_ ? mesh_->peaks().keep() : std::string();
  return selection_.keep(kept_by_file) + core::Packer().add(field_names()).add(peaks).take();
}

/// On the mesh, and whether parts of the run are told apart.
std::vector<std::string> ResultsWriter::field_names() const {
  std::vector<std::string> names;
  if (!options_.origin.steps.empty()) names.emplace_back("step");
  if (!options_.mesh) return names;
  for (const MeshField& field : options_.mesh->point_fields()) names.push_back(field.name);
  for (const MeshField& field : options_.mesh->cell_fields()) names.push_back(field.name);
  return names;
}

/// A table for each vector that the first frame has.
std::vector<ResultsTable> ResultsWriter::tables(const run::Frame& frame) {
  std::vector<ResultsTable> tables;
  if (!options_.origin.steps.empty())
    tables.push_back(
        number_table(comm_, "step", "step of the deck, from 1: a row of /steps", "a whole number"));
  for (const VectorTable& table : options_.tables) {
    const Vec first = run::vector_of(frame, table.quantity);
    if (!first) continue;
    vectors_.push_back(table.quantity);
    tables.push_back({table.name, table.meaning, table.unit, core::row_range(first)});
  }
  if (options_.mesh)
    mesh_ = std::make_shared<MeshPart>(comm_, path_, options_.mesh, !options_.tables.empty());
  return tables;
}

void ResultsWriter::add(const run::Frame& frame) {
  std::vector<Vec> found;  // all of them first: an acceleration may fail to be found
  for (const mechanics::Quantity vector : vectors_) found.push_back(run::vector_of(frame, vector));
  std::deque<core::ReadArray> arrays;
  std::vector<const double*> rows;
  const double part = frame.part();
  if (!options_.origin.steps.empty()) rows.push_back(&part);
  for (const Vec vector : found)
    rows.push_back(vector ? arrays.emplace_back(vector).data() : nullptr);
  if (mesh_) mesh_->add(frame);
  file_->add(frame.time(), rows);
}

void ResultsWriter::on_between(const run::Frame& frame) {
  if (file_) store(frame);
}

void ResultsWriter::on_step(const run::Frame& frame) {
  if (!file_) return;
  if (selection_.take(frame)) store(frame);
  if (pace_.due()) flush();
}

void ResultsWriter::on_finish(const run::Frame& frame) {
  if (!file_) return;
  if (selection_.take_last(frame)) store(frame);
  flush();
  file_.reset();
}

void ResultsWriter::store(const run::Frame& frame) {
  add(frame);
  if (file_->full()) guarded([&] { file_->write(); });
}

void ResultsWriter::flush() {
  const auto start = std::chrono::steady_clock::now();
  guarded([&] { file_->flush(); });
  pace_.spent(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void ResultsWriter::guarded(const std::function<void()>& body) {
  try {
    body();
  } catch (const core::Error&) {
    file_->salvage();
    file_.reset();
    throw;
  }
}

}  // namespace sparkdyn::output
