#include "problem_checkpoints.hpp"

#include <cmath>

#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/package.hpp"
#include "sparkdyn/output/checkpoint.hpp"
#include "sparkdyn/output/checkpoint_folder.hpp"

namespace sparkdyn::app {
namespace {

std::string list(const Eigen::VectorXd& values) {
  return fmt::format("[{}]", fmt::join(values.begin(), values.end(), ", "));
}

std::string packed(const std::vector<double>& numbers) {
  return core::Packer().add(numbers).take();
}

std::vector<double> unpacked(const std::string& bytes) {
  std::vector<double> numbers;
  core::Unpacker(bytes, core::Failure::input).get(numbers);
  return numbers;
}

core::Vector sequential(const Eigen::VectorXd& values) {
  core::Vector result;
  core::check(VecCreateSeq(PETSC_COMM_SELF, static_cast<PetscInt>(values.size()), result.out()));
  const core::WriteArray to(result);
  std::copy(values.begin(), values.end(), to.data());
  return result;
}

}  // namespace

ProblemIdentity identity_of(const input::ProblemSpec& spec, const dae::Problem& problem,
                            const std::string& method) {
  std::string equations = spec.name;
  for (const auto& [name, value] : problem.parameters)
    equations += fmt::format(", {} = {}", name, value);
  equations += fmt::format("; start: t = {}, q = {}, v = {}", problem.start.t,
                           list(problem.start.y), list(problem.start.z));
  const input::ProblemTime& time = spec.time;
  const std::string steps =
      time.tolerance
          ? fmt::format("{} control, tolerance {}, steps up to {}, the first {}",
                        time.control == dae::StepControl::reversible ? "reversible" : "standard",
                        *time.tolerance, time.largest_step, time.step)
          : fmt::format("steps of {}", time.step);
  return {equations, fmt::format("{}, {}, Newton to {}", method, steps, spec.newton.tolerance)};
}

ProblemCheckpoints::ProblemCheckpoints(const input::Case& description,
                                       const std::filesystem::path& folder, std::string run_name,
                                       ProblemIdentity identity,
                                       CheckpointSchedule::Clock::time_point program_start,
                                       core::Log& log)
    : schedule_(MPI_COMM_SELF, description.checkpoint, program_start),
      folder_(folder),
      run_name_(std::move(run_name)),
      identity_(std::move(identity)),
      case_text_(input::resolved(description)),
      problem_(description.problem->name),
      log_(&log) {}

void ProblemCheckpoints::at_start(dae::Run& run, ProblemRecorder& recorder) {
  if (schedule_.given()) write(run, recorder);
  schedule_.step_begins();
}

bool ProblemCheckpoints::after_step(dae::Run& run, ProblemRecorder& recorder) {
  const auto decision = schedule_.decide(recorder.step());
  const bool stop = decision.stop() && !run.done();
  if (decision.due || stop || (run.done() && schedule_.given())) write(run, recorder);
  schedule_.step_begins();
  if (!stop) return false;
  stop_text_ =
      schedule_.stop_text(decision, recorder.step(), recorder.latest().t, file_of(recorder));
  return true;
}

void ProblemCheckpoints::after_failure(dae::Run& run, ProblemRecorder& recorder) {
  if (recorder.step() < 0) return;
  try {
    write(run, recorder);
  } catch (const core::Error& error) {
    log_->warn("the last good state could not be kept: {}", error.what());
    return;  // the failure itself is what must be reported
  }
  log_->note("the last good state is in '{}'", file_of(recorder));
}

std::string ProblemCheckpoints::file_of(const ProblemRecorder& recorder) const {
  return (folder_ / output::checkpoint_name(recorder.step())).string();
}

void ProblemCheckpoints::write(dae::Run& run, ProblemRecorder& recorder) {
  const long step = recorder.step();
  if (written_ == step) return;
  const auto start = CheckpointSchedule::Clock::now();
  const dae::Point& at = recorder.latest();
  output::CheckpointContent content{run_name_,
                                    step,
                                    output::time_of_writing(folder_),
                                    {},
                                    std::vector<output::CheckpointCase>(1)};
  content.facts.set("program", "sparkdyn " + version());
  content.facts.set("ranks", 1L);
  content.facts.set("case", case_text_);
  content.facts.set("problem", problem_);
  content.facts.set("problem.equations", identity_.equations);
  content.facts.set("method", identity_.method);
  content.facts.set("time", at.t);
  content.facts.set("step", step);
  content.facts.set("offset", 0L);
  content.facts.set("plan_step", 0L);
  output::CheckpointCase& only = content.cases.front();
  const core::Vector q = sequential(at.y), v = sequential(at.z), lambda = sequential(at.u);
  if (at.y.size() > 0) only.vectors.push_back({"q", q});
  only.vectors.push_back({"v", v});
  if (at.u.size() > 0) only.vectors.push_back({"lambda", lambda});
  dae::Memory of_run, of_recorder, of_point;
  run.carry(of_run);
  recorder.carry(of_recorder);
  dae::Point point = at;
  of_point(point);
  only.files = recorder.keep_files();
  only.files["run"] = packed(of_run.numbers());
  only.files["recorder"] = packed(of_recorder.numbers());
  only.files["point"] = packed(of_point.numbers());
  output::write_checkpoint(MPI_COMM_SELF, file_of(recorder), content);
  output::remove_old_checkpoints(folder_, schedule_.keep());
  written_ = step;
  schedule_.wrote(start);
}

ProblemRestart::ProblemRestart(const Restart& restart, const ProblemIdentity& identity,
                               const input::ProblemSpec& spec, bool change_method) {
  const output::CheckpointReader& reader = restart.reader();
  const output::Facts& facts = reader.facts();
  if (!facts.has("problem"))
    core::input_error("'{}' is of a structure, not of a problem", restart.file());
  if (facts.text("problem.equations") != identity.equations)
    core::input_error("'{}' is of another problem: {}; the case has {}", restart.file(),
                      facts.text("problem.equations"), identity.equations);
  changes_method_ = facts.text("method") != identity.method;
  if (changes_method_ && !change_method)
    core::input_error(
        "'{}' was written by {}, the case says {}; --change-method goes on with the case's",
        restart.file(), facts.text("method"), identity.method);
  if (restart.time() > spec.time.end)
    core::input_error(
        "'{}' is of t = {:.9g}, after the end of the run at {:.9g}; a later 'end' in 'time' lets "
        "it "
        "go on, an earlier checkpoint goes back",
        restart.file(), restart.time(), spec.time.end);
  const auto kept = reader.files(0);
  const auto memory_of = [&](const char* name) {
    const auto found = kept.find(name);
    if (found == kept.end())
      core::input_error("'{}' cannot be used: it has no '{}'", restart.file(), name);
    return unpacked(found->second);
  };
  run_ = memory_of("run");
  recorder_ = memory_of("recorder");
  dae::Memory of_point(memory_of("point"));
  of_point(point_);
  files_ = restart.files(0);
}

void ProblemRestart::resume(dae::Run& run, ProblemRecorder& recorder) const {
  if (!changes_method_) {
    dae::Memory memory(run_);
    run.carry(memory);
  }
  dae::Memory memory(recorder_);
  recorder.resume(memory, files_);
}

}  // namespace sparkdyn::app
