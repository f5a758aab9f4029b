// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/output/recorder.hpp"

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::output {

Recorder::Recorder(MPI_Comm comm, const std::filesystem::path& folder, RecorderOptions options)
    : comm_(comm),
      case_text_(fmt::format("# sparkdyn {}\n{}", core::version(), options.case_text)),
      folder_(comm, folder),
      energy_(options.energy),
      progress_(options.progress),
      results_(comm, folder_.file("results.h5"),
               {.every = options.every,
                .origin = {.program = "sparkdyn " + core::version(),
                           .run = options.run,
                           .steps = std::move(options.steps)},
                .tables = std::move(options.tables),
                .mesh = std::move(options.mesh)}),
      history_(comm, folder_.file("history.csv"), std::move(options.probes)),
      energies_(comm, folder_.file("energy.csv"), options.every),
      line_(comm, options.total_steps) {}

void Recorder::write_case() const {
  core::on_rank_zero(comm_, [&] { write_text_atomically(folder_.file("case.yaml"), case_text_); });
}

std::vector<run::Observer*> Recorder::observers() {
  std::vector<run::Observer*> all{&results_, &history_};
  if (energy_) all.push_back(&energies_);
  if (progress_) all.push_back(&line_);
  return all;
}

void Recorder::carry(core::Archive& archive) {
  results_.carry(archive);
  history_.carry(archive);
  if (energy_) energies_.carry(archive);
}

}  // namespace sparkdyn::output
