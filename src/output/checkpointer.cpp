// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/output/checkpointer.hpp"

#include <deque>

#include "checkpoint_schedule.hpp"
#include "core/clock.hpp"
#include "core/signals.hpp"
#include "output/checkpoint_archive.hpp"
#include "output/checkpoint_folder.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::output {
namespace {

void describe_run(const CheckpointedRun& run, Facts& facts) {
  facts.set("program", "sparkdyn " + core::version());
  facts.set("case", run.case_text);
  facts.set("method", run.label.method);
  facts.set("offset", run.offset);
  facts.set("plan_step", run.label.plan_step);
  facts.set("start", run.label.start);
  if (!run.solver.empty()) facts.set("solver", run.solver);
  if (const std::string problem = run.identity->problem(); !problem.empty())
    facts.set("problem", problem);
  if (!run.label.span) return;
  facts.set("span.start", run.label.span->start);
  facts.set("span.end", run.label.span->end);
  facts.set("span.step", run.label.span->step);
  facts.set("span.first", run.label.span->first);
  if (run.label.span->tolerance > 0) facts.set("span.tolerance", run.label.span->tolerance);
}

}  // namespace

Checkpointer::Checkpointer(MPI_Comm comm, const run::CheckpointOptions& options,
                           std::filesystem::path folder, std::string run_name,
                           core::Clock::time_point program_start, core::Log& log)
    : comm_(comm),
      schedule_(std::make_unique<CheckpointSchedule>(comm, options, program_start)),
      folder_(std::move(folder)),
      run_name_(std::move(run_name)),
      log_(&log),
      signals_(std::make_unique<core::StopSignals>()) {}

Checkpointer::~Checkpointer() = default;

double Checkpointer::seconds() const {
  return schedule_->seconds();
}

std::filesystem::path Checkpointer::file(const run::Integration& integration) const {
  return folder_ / checkpoint_name(integration.step() + run_.offset);
}

void Checkpointer::at_start(run::Integration& integration) {
  schedule_->step_begins();
  // A run that is killed early can go on as well, and is told from an older one in this folder.
  const bool very_first = written_ < 0 && integration.step() == 0;
  if (schedule_->given() && very_first && !integration.resumed() && !integration.done())
    write(integration);
}

bool Checkpointer::after_step(run::Integration& integration) {
  const auto decision = schedule_->decide(integration.step() + run_.offset);
  const bool at_end = integration.done() && run_.label.last_run;
  const bool stop = decision.stop() && !at_end;
  if (decision.due || stop || (at_end && schedule_->given())) write(integration);
  schedule_->step_begins();
  if (stop)
    stop_text_ = schedule_->stop_text(decision, integration.step() + run_.offset,
                                      integration.time(), file(integration).string());
  return stop;
}

void Checkpointer::after_failure(run::Integration& integration) {
  try {
    write(integration);
  } catch (const core::Error& error) {
    log_->warn("the last good state could not be kept: {}", error.what());
    return;  // the failure itself is what must be reported
  }
  log_->note("the last good state is in '{}'", file(integration).string());
}

void Checkpointer::write(run::Integration& integration) {
  const long step = integration.step() + run_.offset;
  if (written_ == step) return;
  const auto start = core::Clock::now();
  CheckpointContent content{run_name_, step, {}, {}, {}};
  core::on_rank_zero(comm_, [&] { content.written = time_of_writing(folder_); });
  describe_run(run_, content.facts);
  content.facts.set("ranks", static_cast<long>(core::size(comm_)));
  content.facts.set("time", integration.time());
  content.facts.set("step", integration.step());
  content.cases.resize(static_cast<std::size_t>(integration.load_cases()));
  std::deque<KeepingArchive> archives;  // they own the vectors in the order of the file
  for (int k = 0; k < integration.load_cases(); ++k) {
    CheckpointCase& to = content.cases[static_cast<std::size_t>(k)];
    run_.identity->describe(k, run_.label.start, integration.time(), to.facts);
    KeepingArchive& archive = archives.emplace_back(*run_.order, to);
    run_.recorders[static_cast<std::size_t>(k)]->carry(archive);
    integration.carry(k, archive);
    if (run_.more) run_.more(k, archive);
  }
  write_checkpoint(comm_, file(integration), content);
  core::on_rank_zero(comm_, [&] { remove_old_checkpoints(folder_, schedule_->keep()); });
  written_ = step;
  schedule_->wrote(start);
}

}  // namespace sparkdyn::output
