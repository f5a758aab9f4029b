#include "sparkdyn/output/energy_writer.hpp"

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/package.hpp"

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
    : comm_(comm), path_(std::move(file)), selection_(every), pace_(comm, 1.0) {}

void EnergyWriter::on_start(const run::Frame& frame) {
  file_.emplace(comm_, path_, columns(frame));
  if (selection_.take_last(frame)) store(frame);
  file_->write_out();
}

void EnergyWriter::on_resume(const run::Frame& frame) {
  if (!memory_) return on_start(frame);
  std::string file_memory;
  long latest = 0;
  if (core::rank(comm_) == 0)
    core::Unpacker(*memory_, core::Failure::input).get(latest).get(file_memory);
  MPI_Bcast(&latest, 1, MPI_LONG, 0, comm_);
  selection_.resume(latest);
  file_.emplace(comm_, path_, columns(frame), file_memory);
}

void EnergyWriter::set_memory(std::string memory) {
  core::on_rank_zero(comm_, [&] {
    std::string file_memory;
    long latest = 0;
    core::Unpacker(memory, core::Failure::input).get(latest).get(file_memory);
    CsvFile::require_kept(path_, file_memory);
  });
  memory_ = std::move(memory);
}

std::string EnergyWriter::keep() {
  const std::string file_memory = file_->keep();
  return core::Packer().add(selection_.latest()).add(std::string_view(file_memory)).take();
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
