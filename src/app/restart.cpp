#include "sparkdyn/app/restart.hpp"

#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/package.hpp"
#include "sparkdyn/output/checkpoint_folder.hpp"
#include "sparkdyn/output/run_name.hpp"

namespace sparkdyn::app {
namespace {

namespace fs = std::filesystem;
using integrate::Space;

struct Candidates {
  std::vector<std::string> files;     ///< of the run that wrote the results, the last written first
  std::vector<std::string> problems;  ///< of files that cannot be read
};

Candidates candidates(MPI_Comm comm, const fs::path& folder, const fs::path& results) {
  std::vector<std::string> files, problems;
  core::on_rank_zero(comm, [&] {
    std::error_code failure;
    const std::string run = fs::exists(results, failure) ? output::run_name_of(results) : "";
    for (const auto& found : output::find_checkpoints(folder)) {
      if (!found.label)
        problems.push_back(found.problem);
      else if (run.empty() || found.label->run == run)
        files.push_back(found.file.string());
    }
  });
  const std::string packed =
      core::broadcast_bytes(comm, core::Packer().add(files).add(problems).take());
  core::Unpacker(packed).get(files).get(problems);
  return {files, problems};
}

/// Whether the checkpoint is in the folder of the results, or a copy from there: then these go on.
bool goes_on(MPI_Comm comm, const output::CheckpointReader& reader, const fs::path& folder,
             const fs::path& results) {
  std::vector<char> same{0};
  core::on_rank_zero(comm, [&] {
    std::error_code failure;
    const fs::path own = reader.path().parent_path();
    const bool inside = fs::equivalent(own.empty() ? "." : own, folder, failure);
    same[0] = inside || (fs::exists(results, failure) &&
                         output::run_name_of(results) == reader.label().run)
                  ? 1
                  : 0;
  });
  core::broadcast(comm, same);
  return same[0] != 0;
}

/// Steps and times that belong together: a run that believed others would go on from nowhere.
void require_sound(const output::CheckpointReader& reader) {
  const output::Facts& facts = reader.facts();
  const auto damaged = [&](const char* what) {
    core::input_error("'{}' cannot be used: its {} make no sense", reader.path().string(), what);
  };
  const long step = facts.integer("step"), offset = facts.integer("offset");
  const double time = facts.number("time");
  if (step < 0 || offset < 0 || facts.integer("plan_step") < 0 ||
      reader.label().step - offset != step)
    damaged("step numbers");
  if (reader.cases() < 1) damaged("load cases");
  if (facts.has("problem")) return;
  const double start = facts.number("span.start"), end = facts.number("span.end");
  const double size = facts.number("span.step");
  const long first = facts.integer("span.first");
  constexpr double most_steps = 1e15;
  if (!(size > 0) || !(start <= end) || !((end - start) / size < most_steps)) damaged("times");
  const integrate::TimeSpan span{start, end, size, first};
  if (first < 0 || step < first || step > span.steps() || span.time(step) != time) damaged("times");
}

output::CheckpointReader open_sound(MPI_Comm comm, const std::string& file) {
  output::CheckpointReader reader(comm, file);
  require_sound(reader);
  return reader;
}

}  // namespace

Restart::Restart(output::CheckpointReader reader, RestartRequest request, fs::path folder)
    : reader_(std::make_shared<output::CheckpointReader>(std::move(reader))),
      request_(std::move(request)),
      folder_(std::move(folder)) {}

std::optional<Restart> Restart::find(MPI_Comm comm, const RestartRequest& request,
                                     const fs::path& folder, const fs::path& results,
                                     core::Log& log) {
  const fs::path own = folder.empty() ? "." : folder;
  if (request.which != "latest") {
    output::CheckpointReader reader = open_sound(comm, request.which);
    const bool same_run = goes_on(comm, reader, own, results);
    return Restart(std::move(reader), request, same_run ? own : fs::path());
  }
  const auto [files, problems] = candidates(comm, folder, results);
  for (const auto& problem : problems) log.warn("{}", problem);
  for (const std::string& file : files) {
    try {
      return Restart(open_sound(comm, file), request, own);
    } catch (const core::Error& error) {
      if (error.kind() != core::Failure::input) throw;
      log.warn("{}; taking the one before", error.what());
    }
  }
  if (!files.empty() || !problems.empty())
    core::input_error("no checkpoint in '{}' can be used; without --restart the run starts anew",
                      folder.string());
  log.note("no checkpoint in '{}' yet: the run starts from the beginning", folder.string());
  return std::nullopt;
}

std::string Restart::text() const {
  return fmt::format("goes on from step {}, t = {:.9g}: '{}', written {}", step() + offset(),
                     time(), file(), reader_->label().written);
}

void Restart::read_states(const ModelIdentity& model, const FileOrder& order,
                          std::vector<mechanics::State>& states) const {
  if (reader_->facts().has("problem"))
    core::input_error("'{}' is of the problem '{}', not of a structure", file(),
                      reader_->facts().text("problem"));
  if (static_cast<int>(states.size()) != reader_->cases())
    core::input_error("'{}' has {} load cases, the case {}", file(), reader_->cases(),
                      states.size());
  resume_point();  // what is wrong with it must be found before a file is touched
  const core::Vector in_file = order.make(Space::displacement);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const int load_case = static_cast<int>(k);
    model.require_same(reader_->facts(load_case), load_case, reader_->facts().number("start"),
                       time(), file());
    reader_->read(load_case, "q", in_file);
    order.from_file(Space::displacement, in_file, states[k].q);
    reader_->read(load_case, "v", in_file);
    order.from_file(Space::displacement, in_file, states[k].v);
    states[k].t = time();
  }
}

bool Restart::same_method(const std::string& method, double step) const {
  return method == reader_->facts().text("method") && step == reader_->facts().number("span.step");
}

integrate::TimeSpan Restart::span(const integrate::TimeSpan& of_case, const std::string& method,
                                  bool last_run) const {
  const output::Facts& facts = reader_->facts();
  const double now = time();
  if (facts.number("start") != of_case.start)
    core::input_error("'{}' is of a run that began at t = {:.9g}, the case says {:.9g}", file(),
                      facts.number("start"), of_case.start);
  // At the very end all is there but what is written last, which a kill may have spoilt.
  if (last_run && now > of_case.end)
    core::input_error(
        "'{}' is of t = {:.9g}, after the end of the run at {:.9g}; a later 'end' in 'time' lets "
        "it "
        "go on, an earlier checkpoint goes back",
        file(), now, of_case.end);
  if (!same_method(method, of_case.step) && !request_.change_method)
    core::input_error(
        "'{}' was written by {} with step {}, the case says {} with step {}; --change-method goes "
        "on with the case's",
        file(), facts.text("method"), facts.number("span.step"), method, of_case.step);
  integrate::TimeSpan span{facts.number("span.start"), of_case.end, of_case.step,
                           facts.integer("span.first")};
  // On another step, or after a last step that was cut to end in time, a new count begins here.
  if (span.step != facts.number("span.step") || span.time(step()) != now)
    span = {now, of_case.end, of_case.step, step()};
  return span;
}

void Restart::read_steppers(Simulation& simulation, const FileOrder& order) const {
  if (simulation.stepper().description() != reader_->facts().text("method")) return;
  for (std::size_t k = 0; k < simulation.states().size(); ++k) {
    const int load_case = static_cast<int>(k);
    const output::Facts& facts = reader_->facts(load_case);
    if (facts.integer("stepper.vectors") == 0) continue;
    integrate::Stepper& stepper = simulation.stepper_of(k);
    const auto carried = stepper.memory(load_case, true);
    for (const integrate::KeptNumber& number : carried.numbers)
      *number.value = facts.number("stepper." + number.name);
    for (const integrate::KeptVector& vector : carried.vectors) {
      const core::Vector in_file = order.make(vector.space);
      reader_->read(load_case, "stepper-" + vector.name, in_file);
      order.from_file(vector.space, in_file, vector.vector);
    }
    stepper.resume();
  }
}

integrate::ResumePoint Restart::resume_point() const {
  integrate::ResumePoint point{step(), {}};
  for (int k = 0; k < reader_->cases(); ++k) {
    const output::Facts& facts = reader_->facts(k);
    integrate::CaseMemory memory;
    memory.accounted = facts.integer("energy.kept") != 0;
    memory.account = {facts.number("energy.initial"), facts.number("energy.external"),
                      facts.number("energy.dissipated"), facts.number("energy.received"),
                      facts.number("energy.pumped")};
    memory.scales = {facts.number("scale.position"), facts.number("scale.velocity")};
    memory.largest = {facts.number("violation.position"), facts.number("violation.velocity")};
    memory.iterations = facts.integer("iterations");
    memory.most_iterations = static_cast<int>(facts.integer("most_iterations"));
    point.cases.push_back(memory);
  }
  return point;
}

std::map<std::string, std::string> Restart::files(int load_case) const {
  if (folder_.empty()) return {};
  return reader_->files(load_case);
}

void Restart::forget_later_ones(MPI_Comm comm) const {
  if (folder_.empty()) return;
  core::on_rank_zero(comm, [&] { output::remove_later_checkpoints(folder_, reader_->label()); });
}

}  // namespace sparkdyn::app
