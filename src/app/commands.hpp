// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What each command does once its arguments are known. All return an exit status.

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/core/log.hpp"
#include "sparkdyn/output/restart.hpp"

namespace sparkdyn::app {

/// Which case, for all commands that take one.
struct CaseArguments {
  std::string case_file;
  std::optional<std::string> output;   ///< instead of the case's directory
  std::vector<std::string> overrides;  ///< "time.step=0.01"
  bool quiet = false;                  ///< warnings and errors alone
  bool json = false;                   ///< print summary.json at the end, and nothing else

  core::Log::Voice voice() const {
    return quiet ? core::Log::Voice::warnings : core::Log::Voice::all;
  }
};

struct RunArguments : CaseArguments {
  std::optional<output::RestartRequest> restart;
  std::vector<std::string> petsc;  ///< what PETSc was told, to repeat it
};

/// The command that goes on where a run has stopped, as a shell takes it.
std::string restart_command(const RunArguments& arguments);

/// @note Collective.
int run(MPI_Comm comm, const RunArguments& arguments);

/// States of rest of a case: no inertia, no damping. @note Collective.
int rest(MPI_Comm comm, const CaseArguments& arguments);

/// Steady states over a range of frequencies. @note Collective.
int response(MPI_Comm comm, const CaseArguments& arguments);

/// The largest answers to shaking known by its spectra. @note Collective.
int spectrum(MPI_Comm comm, const CaseArguments& arguments);

struct CheckArguments : CaseArguments {
  bool deep = false;
  std::optional<std::string> report;  ///< a file for it as JSON; "-": standard output
};

/// Reads, validates and prints the resolved case; runs nothing. Deep, computes what can be known
/// before the run: mass, loads, rank, frequencies, stability, cost; 1 when the run would fail. The
/// report is printed and, with `json`, written there; nothing goes into the output folder.
/// @note Collective.
int check(MPI_Comm comm, const CheckArguments& arguments);

struct ModesArguments : CaseArguments {
  std::optional<int> count;             ///< 10, or what a deck says
  std::vector<std::string> directions;  ///< "x=rx.mtx"
  double shift_frequency = 0;           ///< 0: chosen
  bool damped = false;                  ///< also those of the damped structure
};

/// Natural frequencies and shapes, as a table and as files. @note Collective.
int modes(MPI_Comm comm, const ModesArguments& arguments);

struct ReportArguments {
  std::vector<std::string> folders;
  std::optional<std::string> output;  ///< the page; report.html when not given
};

/// One HTML page about one or more folders of results; of several they are compared.
/// @note Collective: only rank 0 works.
int report(MPI_Comm comm, const ReportArguments& arguments);

struct PlotArguments {
  std::vector<std::string> folders;
  std::string out;
  std::optional<double> time, scale;
};

/// A picture of results as SVG or PNG. @note Collective: only rank 0 works.
int plot(MPI_Comm comm, const PlotArguments& arguments);

struct SchemaArguments {
  bool markdown = false;  ///< the reference of keys instead
};

/// What a case file may say, as a JSON Schema for editors. @note Collective: only rank 0 works.
int schema(MPI_Comm comm, const SchemaArguments& arguments);

struct InitArguments {
  std::string source;              ///< a mesh or a deck
  std::optional<std::string> out;  ///< the case; "-": standard output
};

/// Writes a case with comments for a mesh or a deck. @note Collective: only rank 0 works.
int init(MPI_Comm comm, const InitArguments& arguments);

}  // namespace sparkdyn::app
