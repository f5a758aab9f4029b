// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a run was and what it cost, of large systems and small mechanisms alike: `summary.json`, and
// the table shown at its end.

#include <mpi.h>

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "output/report.hpp"
#include "run/mechanism_integration.hpp"
#include "sparkdyn/output/tables.hpp"
#include "sparkdyn/run/frame.hpp"
#include "sparkdyn/run/run.hpp"

namespace sparkdyn::output {

enum class Status { done, failed, stopped };  ///< stopped: a restart goes on

/// Wall-clock seconds; the phases need not add up to the total.
struct PhaseSeconds {
  double setup = 0;
  double factor = 0;
  double solve = 0;
  double output = 0;
  double checkpoints = 0;
  double total = 0;
};

/// Of a small problem.
struct ProblemSummary {
  std::string name, source;
  std::map<std::string, double> parameters;
  long factorizations = 0;
  run::MechanismFindings findings;
  std::optional<double> way_back;  ///< relative distance from the start after all steps back
};

/// Of all forces on a structure in its last state; what they leave goes into damping and springs to
/// the ground.
struct EndForces {
  std::array<double, 3> loads{}, reactions{}, inertia{};
};

struct Summary {
  Status status = Status::done;
  std::string cause;  ///< why it failed; empty when done

  std::string program = "sparkdyn";
  std::string version;
  std::string title;

  std::string method;
  int order = 0;
  std::string strategy;
  std::string strategy_reason;
  std::string blas;

  int ranks = 1;
  long long dofs = 0;
  long long constraints = 0;

  double start_time = 0;  ///< simulated
  double end_time = 0;    ///< simulated, where the run got to
  long long steps = 0;
  long long steps_before = 0;  ///< of the runs that this one goes on from
  long long rejected = 0;
  long long iterations = 0;
  long long newton_iterations = 0;  ///< of a structure that is not linear

  PhaseSeconds seconds;
  double peak_memory_bytes = 0;  ///< of all ranks together

  double largest_position_violation = 0;
  double largest_velocity_violation = 0;
  run::Energies energies;      ///< at the end
  bool energy_account = true;  ///< false: only kinetic and strain energy mean something

  std::vector<ProbeError> errors;  ///< estimated; empty where they were not
  std::vector<FieldPeak> peaks;    ///< at stored states; empty without a mesh

  std::optional<double> mass;  ///< of a structure
  std::array<double, 3> centre{};
  std::optional<EndForces> sums;

  std::optional<ProblemSummary> problem;

  std::vector<std::string> warnings;

  /// Takes over what the loop knows.
  void add(const run::RunReport& report);
  /// "strategy: why".
  void set_solver(const std::string& description);
};

/// Steps per second of the run without its setup; 0 when nothing was measured.
double steps_per_second(const Summary& summary);

Report report_of(const Summary& summary);

/// Writes aside and renames. @note Collective.
void write_summary(MPI_Comm comm, const std::filesystem::path& file, const Report& report);

}  // namespace sparkdyn::output
