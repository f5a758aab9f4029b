#pragma once
// `energy.csv`: time,kinetic,strain,external_work,dissipated,balance,position_violation,
// velocity_violation at the stored steps; see run::Energies and run::Violations. In
// runs with parts `step` stands last.

#include <filesystem>
#include <optional>

#include "sparkdyn/run/observer.hpp"
#include "sparkdyn/output/csv_file.hpp"
#include "sparkdyn/output/pace.hpp"
#include "sparkdyn/output/selection.hpp"

namespace sparkdyn::output {

class EnergyWriter : public run::Observer {
 public:
  /// Creates nothing before on_start().
  EnergyWriter(MPI_Comm comm, std::filesystem::path file, long every);

  void on_start(const run::Frame& frame) override;
  /// Goes on with the file as it was when keep() gave the memory set before; without one, starts a
  /// new file at this frame.
  void on_resume(const run::Frame& frame) override;
  void on_step(const run::Frame& frame) override;
  void on_finish(const run::Frame& frame) override;

  /// Writes all that waits; what on_resume() needs, on rank 0. @note Collective.
  std::string keep();
  /// Before on_resume(); used on rank 0. Throws core::Error (input) when the file is not the one
  /// that was kept, and leaves it as it is. @note Collective.
  void set_memory(std::string memory);

 private:
  void store(const run::Frame& frame);

  MPI_Comm comm_;
  std::filesystem::path path_;
  Selection selection_;
  Pace pace_;
  std::optional<CsvFile> file_;
  std::optional<std::string> memory_;
};

}  // namespace sparkdyn::output
