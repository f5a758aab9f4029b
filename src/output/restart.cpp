// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/output/restart.hpp"

#include <cmath>

#include "core/package.hpp"
#include "output/checkpoint_archive.hpp"
#include "output/checkpoint_folder.hpp"
#include "run_name.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

namespace fs = std::filesystem;

struct Candidates {
  std::vector<std::string> files;  ///< of the run that wrote the results, the last written first
  std::vector<std::string> complaints;  ///< of files that cannot be read
};

Candidates candidates(MPI_Comm comm, const fs::path& folder, const fs::path& results) {
  std::vector<std::string> files, complaints;
  core::on_rank_zero(comm, [&] {
    std::error_code failure;
    const std::string run = fs::exists(results, failure) ? run_name_of(results) : "";
    for (const auto& found : find_checkpoints(folder)) {
      if (!found.label)
        complaints.push_back(found.complaint);
      else if (run.empty() || found.label->run == run)
        files.push_back(found.file.string());
    }
  });
  const std::string packed =
      core::broadcast_bytes(comm, core::Packer().add(files).add(complaints).take());
  core::Unpacker(packed).get(files).get(complaints);
  return {files, complaints};
}

/// Whether the checkpoint is in the folder of the results, or a copy from there: then these go on.
bool goes_on(MPI_Comm comm, const CheckpointReader& reader, const fs::path& folder,
             const fs::path& results) {
  std::vector<char> same{0};
  core::on_rank_zero(comm, [&] {
    std::error_code failure;
    const fs::path own = reader.path().parent_path();
    const bool inside = fs::equivalent(own.empty() ? "." : own, folder, failure);
    same[0] = inside || (fs::exists(results, failure) && run_name_of(results) == reader.label().run)
                  ? 1
                  : 0;
  });
  core::broadcast(comm, same);
  return same[0] != 0;
}

/// Steps and times that belong together: a run that believed others would go on from nowhere.
void require_sound(const CheckpointReader& reader) {
  const Facts& facts = reader.facts();
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
  const run::TimeSpan span{start, end, size, first};
  if (first < 0 || step < first) damaged("times");
  if (facts.has("span.tolerance")) {
    if (!(start <= time && time <= end)) damaged("times");
  } else if (step > span.steps() || span.time(step) != time) {
    damaged("times");
  }
}

CheckpointReader open_sound(MPI_Comm comm, const std::string& file) {
  CheckpointReader reader(comm, file);
  require_sound(reader);
  return reader;
}

}  // namespace

Restart::Restart(CheckpointReader reader, RestartRequest request, fs::path folder)
    : reader_(std::make_shared<CheckpointReader>(std::move(reader))),
      request_(std::move(request)),
      folder_(std::move(folder)) {}

std::optional<Restart> Restart::find(MPI_Comm comm, const RestartRequest& request,
                                     const fs::path& folder, const fs::path& results,
                                     core::Log& log) {
  const fs::path own = folder.empty() ? "." : folder;
  if (request.which != "latest") {
    CheckpointReader reader = open_sound(comm, request.which);
    const bool same_run = goes_on(comm, reader, own, results);
    return Restart(std::move(reader), request, same_run ? own : fs::path());
  }
  const auto [files, complaints] = candidates(comm, folder, results);
  for (const auto& complaint : complaints) log.warn("{}", complaint);
  for (const std::string& file : files) {
    try {
      return Restart(open_sound(comm, file), request, own);
    } catch (const core::Error& error) {
      if (error.kind() != core::Failure::input) throw;
      log.warn("{}; taking the one before", error.what());
    }
  }
  if (!files.empty() || !complaints.empty())
    core::input_error("no checkpoint in '{}' can be used; without --restart the run starts anew",
                      folder.string());
  log.note("no checkpoint in '{}' yet: the run starts from the beginning", folder.string());
  return std::nullopt;
}

const Facts& Restart::facts() const {
  return reader_->facts();
}

const std::string& Restart::run_name() const {
  return reader_->label().run;
}

std::string Restart::file() const {
  return reader_->path().string();
}

std::string Restart::text() const {
  return fmt::format("goes on from step {}, t = {:.9g}: '{}', written {}", step() + offset(),
                     time(), file(), reader_->label().written);
}

bool Restart::multigrid() const {
  return facts().has("solver") && facts().text("solver") == "multigrid";
}

void Restart::require_same(const RunIdentity& identity, std::size_t load_cases) const {
  const Facts& facts = this->facts();
  const bool wanted = !identity.problem().empty();
  if (facts.has("problem") && !wanted)
    core::input_error("'{}' is of the problem '{}', not of a structure", file(),
                      facts.text("problem"));
  if (!facts.has("problem") && wanted)
    core::input_error("'{}' is of a structure, not of a problem", file());
  if (static_cast<int>(load_cases) != reader_->cases())
    core::input_error("'{}' has {} load cases, the case {}", file(), reader_->cases(), load_cases);
  for (int k = 0; k < reader_->cases(); ++k)
    identity.require_same(reader_->facts(k), k, facts.number("start"), time(), file());
}

namespace {

std::string method_text(const std::string& method, std::optional<double> step, double tolerance) {
  if (!step) return method;
  return tolerance > 0 ? fmt::format("{} with tolerance {}", method, tolerance)
                       : fmt::format("{} with step {}", method, *step);
}

/// 0: equal steps.
double tolerance_of(const Facts& facts) {
  return facts.has("span.tolerance") ? facts.number("span.tolerance") : 0.0;
}

double tolerance_of(const RunLabel& label) {
  return label.span ? label.span->tolerance : 0.0;
}

std::optional<double> step_of(const Facts& facts) {
  return facts.has("span.step") ? std::optional(facts.number("span.step")) : std::nullopt;
}

std::optional<double> step_of(const RunLabel& label) {
  return label.span ? std::optional(label.span->step) : std::nullopt;
}

}  // namespace

bool Restart::same_method(const RunLabel& label) const {
  return label.method == facts().text("method");
}

std::optional<double> Restart::step_size() const {
  return step_of(facts());
}

run::TimeSpan Restart::span(const RunLabel& label) const {
  const Facts& facts = this->facts();
  const double now = time();
  if (facts.number("start") != label.start)
    core::input_error("'{}' is of a run that began at t = {:.9g}, the case says {:.9g}", file(),
                      facts.number("start"), label.start);
  const double forward = label.end < label.start ? -1 : 1;
  if (forward * now < forward * label.start)
    core::input_error("'{}' is of t = {:.9g}, and a run from {:.9g} to {:.9g} goes the other way",
                      file(), now, label.start, label.end);
  // At the very end all is there but what is written last, which a kill may have spoilt.
  if (label.last_run && forward * now > forward * label.end)
    core::input_error(
        "'{}' is of t = {:.9g}, after the end of the run at {:.9g}; a later 'end' in 'time' lets "
        "it go on, an earlier checkpoint goes back",
        file(), now, label.end);
  const double tolerance = tolerance_of(label);
  // Where errors choose the steps, the first that was tried is of no concern.
  const bool same = same_method(label) && tolerance == tolerance_of(facts) &&
                    (tolerance > 0 || step_of(facts) == step_of(label));
  if (!same && !request_.change_method)
    core::input_error(
        "'{}' was written by {}, the case says {}; --change-method goes on with the case's", file(),
        method_text(facts.text("method"), step_of(facts), tolerance_of(facts)),
        method_text(label.method, step_of(label), tolerance));
  if (!label.span) return {label.start, label.end, 1};
  run::TimeSpan span{facts.number("span.start"), label.end, label.span->step,
                     facts.integer("span.first"), tolerance};
  if (tolerance > 0 && tolerance_of(facts) > 0) return span;  // its control knows the time
  // On another step, or after a last step that was cut to end in time, a new count begins here.
  if (tolerance != tolerance_of(facts) || span.step != facts.number("span.step") ||
      span.time(step()) != now)
    span = {now, label.end, label.span->step, step(), tolerance};
  return span;
}

void Restart::give_back(run::Integration& integration, const FileOrder& order,
                        const RunLabel& label) const {
  const std::vector<std::string> left_out =
      same_method(label) ? std::vector<std::string>() : std::vector<std::string>{"stepper"};
  for (int k = 0; k < integration.load_cases(); ++k) {
    GivingArchive archive(*reader_, k, order, left_out);
    integration.carry(k, archive);
  }
  integration.resume(step());
}

void Restart::give_back(Recorder& recorder, int load_case) const {
  if (folder_.empty()) return;
  const OwnOrder order;  // files hold no vectors
  GivingArchive archive(*reader_, load_case, order);
  recorder.carry(archive);
}

void Restart::give_back(const std::function<void(core::Archive&)>& carry, int load_case,
                        const FileOrder& order) const {
  GivingArchive archive(*reader_, load_case, order);
  carry(archive);
}

void Restart::forget_later_ones(MPI_Comm comm) const {
  if (folder_.empty()) return;
  core::on_rank_zero(comm, [&] { remove_later_checkpoints(folder_, reader_->label()); });
}

}  // namespace sparkdyn::output
