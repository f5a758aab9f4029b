// SPDX-License-Identifier: BSD-3-Clause
#include "structure_outputs.hpp"

#include "job/plan.hpp"
#include "output/checkpoint_archive.hpp"
#include "sparkdyn/output/structure_results.hpp"

namespace sparkdyn::job {
namespace {

using Kind = input::PlannedStep::Kind;

/// Those of a deck, whose results tell its steps apart; none of a case.
std::vector<output::ResultsStep> steps_of(const input::LoadedStructure& loaded) {
  std::vector<output::ResultsStep> steps;
  if (!loaded.by_deck) return steps;
  for (const auto& step : loaded.plan)
    steps.push_back({std::string(name(step)), step.where, step.start, step.end});
  return steps;
}

/// States that will be shown after the first; 0 where errors decide.
long total_steps(const input::LoadedStructure& loaded) {
  long total = 0;
  for (const auto& step : loaded.plan) {
    if (step.tolerance > 0) return 0;
    if (step.kind == Kind::dynamic) total += span_of(step).steps();
    if (step.kind == Kind::equilibrium && loaded.by_deck) ++total;
  }
  return total;
}

}  // namespace

std::vector<output::Probe> probes_of(const input::LoadedStructure& loaded) {
  std::vector<output::Probe> probes;
  for (const auto& probe : loaded.probes)
    probes.push_back({probe.name, probe.quantity, 0, probe.terms, probe.field});
  return probes;
}

output::Fields fields_of(const input::LoadedStructure& loaded) {
  return {.stress = loaded.stress,
          .nodal_stress = loaded.nodal_stress,
          .section_forces = loaded.section_forces};
}

std::filesystem::path StructureOutputs::folder_of(std::size_t load_case) const {
  const auto& folder = case_->output.directory;
  return loaded_->load_cases.empty() ? folder : folder / loaded_->load_cases[load_case];
}

void StructureOutputs::make(const output::RecorderOptions& usual, const output::Restart* restart,
                            core::Log& log) {
  const std::size_t count = loaded_->plan.front().conditions.size();
  const auto warned_of_motion = std::make_shared<bool>(false);
  for (std::size_t k = 0; k < count; ++k) {
    CaseOutput output;
    output.frame = std::make_unique<output::StructureFrame>(loaded_->structure);
    output::RecorderOptions options = usual;
    options.probes = probes_of(*loaded_);
    options.mesh = std::make_shared<output::StructureResults>(loaded_->structure, *output.frame,
                                                              fields_of(*loaded_));
    options.total_steps = total_steps(*loaded_);
    options.progress = k == 0;
    options.steps = steps_of(*loaded_);
    output.recorder = std::make_unique<output::Recorder>(comm_, folder_of(k), std::move(options));
    if (restart) restart->give_back(*output.recorder, static_cast<int>(k));
    auto observers = output.recorder->observers();
    if (!loaded_->structure.nonlinear) {  // these are about the limits of linear equations
      output.hourglass = std::make_unique<output::HourglassWatch>(loaded_->structure);
      observers.push_back(output.hourglass.get());
      output.motion = std::make_unique<output::MotionWatch>(loaded_->structure, usual.every,
                                                            warned_of_motion, log);
      observers.push_back(output.motion.get());
    }
    if (loaded_->structure.nonlinear) {
      output.implied = std::make_unique<output::ImpliedWatch>(loaded_->structure, *output.frame);
      observers.insert(observers.begin(), output.implied.get());
    }
    output.observer =
        std::make_unique<output::StructureObserver>(*output.frame, std::move(observers));
    if (restart) output.observer->set_offset(restart->offset());
    cases_.push_back(std::move(output));
  }
  for (const CaseOutput& output : cases_) output.recorder->write_case();
}

void StructureOutputs::use(std::size_t plan_step, const structure::Assembled& assembled) {
  const int part = loaded_->by_deck ? static_cast<int>(plan_step) + 1 : 0;
  for (std::size_t k = 0; k < cases_.size(); ++k) {
    const std::size_t conditions = loaded_->plan[plan_step].conditions[k];
    cases_[k].frame->use(assembled, conditions, static_cast<int>(k), part);
    if (cases_[k].implied) cases_[k].implied->use(conditions);
    if (cases_[k].motion) cases_[k].motion->use(conditions);
  }
}

void StructureOutputs::expect_last() {
  for (CaseOutput& output : cases_) output.observer->expect_last();
}

run::Observers StructureOutputs::observers() const {
  run::Observers all;
  for (const CaseOutput& output : cases_) all.push_back({output.observer.get()});
  return all;
}

std::vector<output::Recorder*> StructureOutputs::recorders() const {
  std::vector<output::Recorder*> all;
  for (const CaseOutput& output : cases_) all.push_back(output.recorder.get());
  return all;
}

void StructureOutputs::report(std::size_t load_case, core::Log& log) const {
  if (cases_[load_case].hourglass) cases_[load_case].hourglass->report(log);
}

void StructureOutputs::flush() {
  const output::OwnOrder order;  // files hold no vectors
  for (CaseOutput& output : cases_) {
    output::CheckpointCase unused;
    output::KeepingArchive archive(order, unused);
    output.recorder->carry(archive);
  }
}

}  // namespace sparkdyn::job
