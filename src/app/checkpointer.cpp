#include "sparkdyn/app/checkpointer.hpp"

#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/app/run_identity.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/output/checkpoint_folder.hpp"

namespace sparkdyn::app {
namespace {

using integrate::Space;

void set_memory(const integrate::CaseMemory& memory, output::Facts& facts) {
  facts.set("energy.initial", memory.account.initial);
  facts.set("energy.external", memory.account.external);
  facts.set("energy.dissipated", memory.account.dissipated);
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
      spec_(spec),
      folder_(std::move(folder)),
      run_name_(std::move(run_name)),
      program_start_(program_start),
      log_(&log),
      last_written_(Clock::now()),
      last_step_(Clock::now()) {}

void Checkpointer::watch(CheckpointedRun run, bool resumed) {
  run_ = std::move(run);
  resumed_ = resumed;
}

void Checkpointer::at_start(const integrate::RunView& view) {
  last_step_ = Clock::now();
  // A run that is killed early can go on as well, and is told from an older one in this folder.
  const bool very_first = run_.offset == 0 && view.step == 0;
  if (spec_.given && very_first && !resumed_ && !view.last) write(view);
}

bool Checkpointer::after_step(const integrate::RunView& view) {
  const Decision decision = decide(view);
  const bool at_end = view.last && run_.last_run;
  const bool stop = (decision.signal != 0 || decision.limit) && !at_end;
  if (decision.due || stop || (at_end && spec_.given)) write(view);
  last_step_ = Clock::now();
  if (!stop) return false;
  const std::string why =
      decision.signal != 0
          ? fmt::format("{} was received", core::StopSignals::name(decision.signal))
          : fmt::format("the wall-clock limit of {:.6g} s is near", spec_.wall_clock_limit);
  stop_text_ =
      fmt::format("stopped at step {}, t = {:.9g}: {}; '{}' is written, --restart latest goes on",
                  view.step + run_.offset, view.time, why,
                  (folder_ / output::checkpoint_name(view.step + run_.offset)).string());
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

/// The same on all ranks: each may have had a signal, and their clocks differ.
Checkpointer::Decision Checkpointer::decide(const integrate::RunView& view) {
  const auto now = Clock::now();
  longest_step_ = std::max(longest_step_, std::chrono::duration<double>(now - last_step_).count());
  const bool by_time = spec_.seconds > 0 &&
                       std::chrono::duration<double>(now - last_written_).count() >= spec_.seconds;
  std::array<int, 3> found{core::StopSignals::received(), limit_is_near() ? 1 : 0, by_time ? 1 : 0};
  if (core::size(comm_) > 1) MPI_Allreduce(MPI_IN_PLACE, found.data(), 3, MPI_INT, MPI_MAX, comm_);
  const bool by_steps = spec_.every > 0 && (view.step + run_.offset) % spec_.every == 0;
  return {by_steps || found[2] != 0, found[0], found[1] != 0};
}

/// There must be time for one more step and a checkpoint, both as slow as the slowest so far.
bool Checkpointer::limit_is_near() {
  if (spec_.wall_clock_limit <= 0) return false;
  const double used = std::chrono::duration<double>(Clock::now() - program_start_).count();
  return used + longest_step_ + 2 * longest_write_ >= spec_.wall_clock_limit;
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
  content.facts.set("span.start", run_.span.start);
  content.facts.set("span.end", run_.span.end);
  content.facts.set("span.step", run_.span.step);
  content.facts.set("span.first", run_.span.first);
  std::vector<core::Vector> vectors;
  for (std::size_t k = 0; k < view.cases.size(); ++k)
    content.cases.push_back(describe(view, k, vectors));
  output::write_checkpoint(comm_, folder_ / output::checkpoint_name(step), content);
  core::on_rank_zero(comm_, [&] { output::remove_old_checkpoints(folder_, spec_.keep); });
  written_ = step;
  last_written_ = Clock::now();
  const double took = std::chrono::duration<double>(last_written_ - start).count();
  longest_write_ = std::max(longest_write_, took);
  seconds_ += took;
}

output::CheckpointCase Checkpointer::describe(const integrate::RunView& view, std::size_t k,
                                              std::vector<core::Vector>& vectors) {
  const integrate::CaseView& from = view.cases[k];
  output::CheckpointCase to;
  to.files = run_.recorders[k]->keep();
  set_memory(from.memory, to.facts);
  describe_model(*run_.system, *run_.order, from.state->load_case, run_.span.start, view.time,
                 to.facts);
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
