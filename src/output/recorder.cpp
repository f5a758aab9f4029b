// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/output/recorder.hpp"

#include <fmt/format.h>

#include "output/energy_writer.hpp"
#include "output/history_writer.hpp"
#include "output/output_folder.hpp"
#include "output/probe_errors.hpp"
#include "output/progress_observer.hpp"
#include "output/results_writer.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::output {

struct Recorder::Files {
  OutputFolder folder;
  ResultsWriter results;
  ProbeErrors errors;
  HistoryWriter history;
  EnergyWriter energies;
  ProgressObserver line;

  Files(MPI_Comm comm, const std::filesystem::path& path, RecorderOptions options)
      : folder(comm, path),
        results(comm, folder.file("results.h5"),
                {.every = options.every,
                 .times = options.times,
                 .origin = {.program = "sparkdyn " + core::version(),
                            .run = options.run,
                            .steps = std::move(options.steps)},
                 .tables = std::move(options.tables),
                 .mesh = options.mesh}),
        errors(comm, options.probes),
        history(comm, folder.file("history.csv"), std::move(options.probes), options.times,
                options.mesh),
        energies(comm, folder.file("energy.csv"), options.every),
        line(comm, options.total_steps) {}
};

Recorder::Recorder(MPI_Comm comm, const std::filesystem::path& folder, RecorderOptions options)
    : comm_(comm),
      case_text_(fmt::format("# sparkdyn {}\n{}", core::version(), options.case_text)),
      energy_(options.energy),
      progress_(options.progress),
      watches_(options.errors),
      files_(std::make_unique<Files>(comm, folder, std::move(options))) {}

Recorder::~Recorder() = default;

const std::filesystem::path& Recorder::folder() const {
  return files_->folder.path();
}

void Recorder::write_case() const {
  core::on_rank_zero(comm_,
                     [&] { write_text_atomically(files_->folder.file("case.yaml"), case_text_); });
}

std::vector<run::Observer*> Recorder::observers() {
  std::vector<run::Observer*> all{&files_->results, &files_->history};
  if (energy_) all.push_back(&files_->energies);
  if (watches_) all.push_back(&files_->errors);
  if (progress_) all.push_back(&files_->line);
  return all;
}

std::vector<ProbeError> Recorder::errors() {
  return files_->errors.errors();
}

void Recorder::carry(core::Archive& archive) {
  files_->results.carry(archive);
  files_->history.carry(archive);
  if (energy_) files_->energies.carry(archive);
  if (watches_) files_->errors.carry(archive);
}

}  // namespace sparkdyn::output
