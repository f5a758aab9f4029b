// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `energy.csv`: time,kinetic,strain,external_work,dissipated,balance,position_violation,
// velocity_violation at the stored steps; see run::Energies and run::Violations. In
// runs with parts `step` stands last.

#include <filesystem>
#include <optional>

#include "output/csv_file.hpp"
#include "output/pace.hpp"
#include "output/run_file.hpp"
#include "output/selection.hpp"

namespace sparkdyn::output {

class EnergyWriter : public RunFile {
 public:
  EnergyWriter(MPI_Comm comm, std::filesystem::path file, long every);

  void on_start(const run::Frame& frame) override;
  void on_step(const run::Frame& frame) override;
  void on_finish(const run::Frame& frame) override;

 private:
  std::string keep() override;
  void require_kept(const std::string& kept) const override;
  void go_on(const run::Frame& frame, const std::string& kept) override;
  void store(const run::Frame& frame);

  Selection selection_;
  Pace pace_;
  std::optional<CsvFile> file_;
};

}  // namespace sparkdyn::output
