// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `history.csv`: `time`, `step` where a run has parts (see run::Frame::part), and one column
// per probe, one row per step.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "output/csv_file.hpp"
#include "output/pace.hpp"
#include "output/run_file.hpp"
#include "sparkdyn/output/mesh_results.hpp"
#include "sparkdyn/output/tables.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::output {

class HistoryWriter : public RunFile {
 public:
  /// A row for every step; with times, for those alone. `mesh` has the fields of probes.
  HistoryWriter(MPI_Comm comm, std::filesystem::path file, std::vector<Probe> probes,
                run::OutputTimes times = {}, std::shared_ptr<MeshResults> mesh = nullptr);

  /// Throws core::Error (input) for probes the structure does not have. @note Collective.
  void check_probes(const run::Frame& frame) const;
  /// After check_probes().
  void on_start(const run::Frame& frame) override;
  void on_between(const run::Frame& frame) override;
  void on_step(const run::Frame& frame) override;
  void on_finish(const run::Frame& frame) override;

 private:
  std::string keep() override;
  void require_kept(const std::string& kept) const override;
  void go_on(const run::Frame& frame, const std::string& kept) override;
  std::vector<std::string> columns(const run::Frame& frame) const;
  void record(const run::Frame& frame);
  void gather_block();
  void write_out();

  std::vector<Probe> probes_;
  std::shared_ptr<MeshResults> mesh_;  ///< has the fields that probes look at
  run::OutputTimes asked_;
  Pace pace_;
  std::optional<CsvFile> file_;
  long latest_ = 0;
  bool parts_ = false;
  struct Moment {
    double time = 0;
    int part = 0;
  };
  std::vector<Moment> times_;   ///< of the block at hand
  std::vector<double> values_;  ///< its rows; zero where another rank owns the entry
};

}  // namespace sparkdyn::output
