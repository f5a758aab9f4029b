// SPDX-License-Identifier: BSD-3-Clause
#include "output/energy_writer.hpp"

namespace sparkdyn::output {
namespace {

std::vector<std::string> columns(const run::Frame& frame) {
  std::vector<std::string> names{"time"};
  for (const auto& number : frame.account()) names.emplace_back(number.name);
  if (frame.part() > 0) names.emplace_back("step");
  return names;
}

}  // namespace

EnergyWriter::EnergyWriter(MPI_Comm comm, std::filesystem::path file, long every)
    : RunFile(comm, std::move(file)), selection_(every), pace_(comm, 1.0) {}

void EnergyWriter::on_start(const run::Frame& frame) {
  file_.emplace(comm_, path_, columns(frame));
  if (selection_.take_last(frame)) store(frame);
  file_->write_out();
}

void EnergyWriter::go_on(const run::Frame& frame, const std::string& kept) {
  file_.emplace(comm_, path_, columns(frame), selection_.resume(comm_, kept));
}

void EnergyWriter::require_kept(const std::string& kept) const {
  CsvFile::require_kept(path_, Selection::kept_by_file(kept));
}

std::string EnergyWriter::keep() {
  return selection_.keep(file_->keep());
}

void EnergyWriter::on_step(const run::Frame& frame) {
  if (selection_.take(frame)) store(frame);
  if (pace_.due()) file_->write_out();
}

void EnergyWriter::on_finish(const run::Frame& frame) {
  if (!file_) return;
  if (selection_.take_last(frame)) store(frame);
  file_->write_out();
}

void EnergyWriter::store(const run::Frame& frame) {
  std::vector<double> row{frame.time()};
  for (const auto& number : frame.account()) row.push_back(number.value);
  if (frame.part() > 0) row.push_back(frame.part());
  file_->add_row(row);
}

}  // namespace sparkdyn::output
