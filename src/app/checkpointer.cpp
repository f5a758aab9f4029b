#include "sparkdyn/app/checkpointer.hpp"

#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/output/checkpoint_folder.hpp"

namespace sparkdyn::app {
namespace {

using integrate::Space;

void set_memory(const integrate::CaseMemory& memory, output::Facts& facts) {
  facts.set("energy.kept", memory.accounted ? 1L : 0L);
  facts.set("energy.initial", memory.account.initial);
  facts.set("energy.external", memory.account.external);
  facts.set("energy.dissipated", memory.account.dissipated);
  facts.set("energy.received", memory.account.received);
  facts.set("energy.pumped", memory.account.pumped);
  facts.set("scale.position", memory.scales.position);
  facts.set("scale.velocity", memory.scales.velocity);
  facts.set("violation.position", memory.largest.position);
  facts.set("violation.velocity", memory.largest.velocity);
  facts.set("iterations", memory.iterations);
  facts.set("most_iterations", static_cast<long>(memory.most_iterations));
}

}  // namespace

Checkpointer::Checkpointer(MPI_Comm comm, const input::CheckpointSpec& spec,
                           std::filesystem::path folder, std::string run_name,
                           Clock::time_point program_start, core::Log& log)
    : comm_(comm),
      schedule_(comm, spec, program_start),
      folder_(std::move(folder)),
      run_name_(std::move(run_name)),
      log_(&log) {}

void Checkpointer::watch(CheckpointedRun run, bool resumed) {
  run_ = std::move(run);
  resumed_ = resumed;
}

void Checkpointer::at_start(const integrate::RunView& view) {
  schedule_.step_begins();
  // A run that is killed early can go on as well, and is told from an older one in this folder.
  const bool very_first = written_ < 0 && view.step == 0;
  if (schedule_.given() && very_first && !resumed_ && !view.last) write(view);
}

bool Checkpointer::after_step(const integrate::RunView& view) {
  const long step = view.step + run_.offset;
  const auto decision = schedule_.decide(step);
  const bool at_end = view.last && run_.last_run;
  const bool stop = decision.stop() && !at_end;
  if (decision.due || stop || (at_end && schedule_.given())) write(view);
  schedule_.step_begins();
  if (!stop) return false;
  stop_text_ = schedule_.stop_text(decision, step, view.time,
                                   (folder_ / output::checkpoint_name(step)).string());
  return true;
}

void Checkpointer::after_failure(const integrate::RunView& view) {
  try {
    write(view);
  } catch (const core::Error& error) {
    log_->warn("the last good state could not be kept: {}", error.what());
    return;  // the failure itself is what must be reported
  }
  log_->note("the last good state is in '{}'",
             (folder_ / output::checkpoint_name(view.step + run_.offset)).string());
}

void Checkpointer::write(const integrate::RunView& view) {
  const long step = view.step + run_.offset;
  if (written_ == step) return;
  const auto start = Clock::now();
  output::CheckpointContent content{run_name_, step, {}, {}, {}};
  core::on_rank_zero(comm_, [&] { content.written = output::time_of_writing(folder_); });
  content.facts.set("program", "sparkdyn " + version());
  content.facts.set("ranks", static_cast<long>(core::size(comm_)));
  content.facts.set("case", run_.case_text);
  content.facts.set("method", run_.method);
  content.facts.set("solver", std::string_view(run_.multigrid ? "multigrid" : "factors"));
  content.facts.set("time", view.time);
  content.facts.set("step", view.step);
  content.facts.set("offset", run_.offset);
  content.facts.set("plan_step", run_.plan_step);
  content.facts.set("start", run_.start);
  content.facts.set("span.start", run_.span.start);
  content.facts.set("span.end", run_.span.end);
  content.facts.set("span.step", run_.span.step);
  content.facts.set("span.first", run_.span.first);
  std::vector<core::Vector> vectors;
  for (std::size_t k = 0; k < view.cases.size(); ++k)
    content.cases.push_back(describe(view, k, vectors));
  output::write_checkpoint(comm_, folder_ / output::checkpoint_name(step), content);
  core::on_rank_zero(comm_, [&] { output::remove_old_checkpoints(folder_, schedule_.keep()); });
  written_ = step;
  schedule_.wrote(start);
}

output::CheckpointCase Checkpointer::describe(const integrate::RunView& view, std::size_t k,
                                              std::vector<core::Vector>& vectors) {
  const integrate::CaseView& from = view.cases[k];
  output::CheckpointCase to;
  to.files = run_.recorders[k]->keep();
  set_memory(from.memory, to.facts);
  run_.model->describe(from.state->load_case, run_.start, view.time, to.facts);
  const auto add = [&](const std::string& name, Space space, Vec own) {
    if (!own) return;
    vectors.push_back(run_.order->make(space));
    run_.order->to_file(space, own, vectors.back());
    to.vectors.push_back({name, vectors.back()});
  };
  add("q", Space::displacement, from.state->q);
  add("v", Space::displacement, from.state->v);
  add("a", Space::displacement, from.frame->acceleration());
  add("lambda", Space::multiplier, from.frame->multiplier());
  const auto carried = from.stepper->memory(from.state->load_case, false);
  to.facts.set("stepper.vectors", static_cast<long>(carried.vectors.size()));
  for (const integrate::KeptNumber& kept : carried.numbers)
    to.facts.set("stepper." + kept.name, *kept.value);
  for (const integrate::KeptVector& kept : carried.vectors)
    add("stepper-" + kept.name, kept.space, kept.vector);
  return to;
}

}  // namespace sparkdyn::app
