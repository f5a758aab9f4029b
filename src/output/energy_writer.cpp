#include "sparkdyn/output/energy_writer.hpp"

#include <array>

namespace sparkdyn::output {

EnergyWriter::EnergyWriter(MPI_Comm comm, std::filesystem::path file, long every)
    : comm_(comm), path_(std::move(file)), selection_(every), pace_(comm, 1.0) {}

void EnergyWriter::on_start(const integrate::Frame& frame) {
  file_.emplace(comm_, path_,
                std::vector<std::string>{"time", "kinetic", "strain", "external_work", "dissipated",
                                         "balance", "position_violation", "velocity_violation"});
  if (selection_.take(frame)) store(frame);
  file_->write_out();
}

void EnergyWriter::on_step(const integrate::Frame& frame) {
  if (selection_.take(frame)) store(frame);
  if (pace_.due()) file_->write_out();
}

void EnergyWriter::on_finish(const integrate::Frame& frame) {
  if (!file_) return;
  if (selection_.take_last(frame)) store(frame);
  file_->write_out();
}

void EnergyWriter::store(const integrate::Frame& frame) {
  const integrate::Energies& e = frame.energies();
  const integrate::Violations& violation = frame.violations();
  file_->add_row(std::array{frame.time(), e.kinetic, e.strain, e.external_work, e.dissipated,
                            e.balance, violation.position, violation.velocity});
}

}  // namespace sparkdyn::output
