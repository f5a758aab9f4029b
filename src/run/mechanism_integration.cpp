// SPDX-License-Identifier: BSD-3-Clause
#include "run/mechanism_integration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/package.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/carried.hpp"
#include "sparkdyn/dae/diagnostics.hpp"

namespace sparkdyn::run {
namespace {

/// T, U and their sum where the energy is one, then what else the problem follows.
std::vector<dae::Quantity> quantities_of(const dae::Problem& problem) {
  std::vector<dae::Quantity> all;
  const auto system = problem.system;
  if (system->has_kinetic_energy()) {
    all.push_back(
        {"kinetic", [=](const dae::Point& at) { return system->kinetic_energy(at); }, false});
    all.push_back(
        {"potential",
         [=](const dae::Point& at) { return system->energy(at) - system->kinetic_energy(at); },
         false});
  }
  for (const dae::Quantity& quantity : problem.quantities) {
    all.push_back(quantity);
    if (quantity.name == "energy") all.back().name = "total";
  }
  return all;
}

std::optional<double> error_of(const Eigen::VectorXd& computed, const Eigen::VectorXd& known) {
  if (known.size() == 0 || computed.size() != known.size()) return {};
  return (computed - known).lpNorm<Eigen::Infinity>() / known.lpNorm<Eigen::Infinity>();
}

/// A vector of one rank that follows values of Eigen's.
class Mirror {
 public:
  Vec show(const Eigen::VectorXd& values) const {
    if (values.size() == 0) return nullptr;
    if (vector_.empty())
      core::check(
          VecCreateSeq(PETSC_COMM_SELF, static_cast<PetscInt>(values.size()), vector_.out()));
    const core::WriteArray to(vector_);
    std::copy(values.begin(), values.end(), to.data());
    return vector_;
  }

 private:
  mutable core::Vector vector_;
};

/// A list of numbers of `dae` under one name.
void carry_numbers(core::Archive& archive, const std::string& name,
                   const std::function<void(dae::Carried&)>& list) {
  if (!archive.gives()) {
    dae::Carried carried;
    list(carried);
    std::string bytes = core::Packer().add(carried.numbers()).take();
    archive.bytes(name, bytes);
    return;
  }
  std::string bytes;
  if (!archive.bytes(name, bytes)) core::input_error("the checkpoint has no '{}'", name);
  std::vector<double> numbers;
  core::Unpacker(bytes, core::Failure::input).get(numbers);
  dae::Carried carried(std::move(numbers));
  list(carried);
}

}  // namespace

/// The point at hand as observers see it. Accelerations are found when first asked for.
class MechanismIntegration::MechanismFrame final : public Frame {
 public:
  explicit MechanismFrame(const MechanismIntegration& of) : of_(&of) {}

  long step() const override { return of_->step(); }
  double time() const override { return of_->time(); }
  bool first() const override { return of_->step() == 0; }
  bool last() const override { return of_->done(); }
  Vec q() const override { return q_.show(of_->now().y); }
  Vec v() const override { return v_.show(of_->now().z); }
  Vec multiplier() const override { return lambda_.show(of_->now().u); }
  Vec acceleration() const override {
    try {
      return a_.show(dae::acceleration(of_->system(), of_->now()).z_rate);
    } catch (const core::Error&) {
      return nullptr;  // a singular configuration has none
    }
  }
  const Energies& energies() const override { return energies_; }
  const Violations& violations() const override { return of_->violations_; }
  std::vector<NamedNumber> account() const override {
    std::vector<NamedNumber> all;
    for (std::size_t k = 0; k < of_->quantities_.size(); ++k)
      all.push_back({of_->quantities_[k].name, of_->values_[static_cast<Eigen::Index>(k)]});
    all.push_back({"position_violation", of_->violations_.position});
    all.push_back({"velocity_violation", of_->violations_.velocity});
    if (of_->options_.tangents) all.push_back({"wedge", of_->wedge_});
    std::size_t region = 0;
    for (const auto& [name, weight] : of_->damping_)
      all.push_back({of_->damping_names_[region++], weight});
    return all;
  }

 private:
  const MechanismIntegration* of_;
  Mirror q_, v_, a_, lambda_;
  Energies energies_;  ///< those of a mechanism are in its account
};

MechanismIntegration::MechanismIntegration(MechanismOptions options)
    : options_(std::move(options)),
      run_(options_.steps(options_.problem.start)),
      quantities_(quantities_of(options_.problem)),
      frame_(std::make_unique<MechanismFrame>(*this)) {
  for (const dae::Quantity& quantity : quantities_)
    findings_.quantities.push_back({quantity.name, quantity.invariant, 0, 0, 0});
  measure();
  for (const auto& [region, weight] : damping_) damping_names_.push_back("damping_" + region);
}

MechanismIntegration::~MechanismIntegration() = default;

double MechanismIntegration::time() const {
  return now().t;
}

bool MechanismIntegration::done() const {
  return run_->done();
}

const Frame& MechanismIntegration::frame(int) const {
  return *frame_;
}

CaseReport MechanismIntegration::report(int) const {
  const dae::RunSummary& of_run = run_->summary();
  return {.steps = step_,
          .rejected = of_run.rejected,
          .iterations = of_run.iterations,
          .factorizations = of_run.factorizations,
          .largest = largest_,
          .energies = {}};
}

StepOutcome MechanismIntegration::advance() {
  const double before = time();
  try {
    run_->advance();
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    return {.done = false, .cause = error.what() + cause_ahead()};
  }
  ++step_;
  last_step_ = time() - before;
  measure();
  return {};
}

/// Newton cannot converge on a configuration with dependent constraints; the step's own message
/// looks at its beginning only.
std::string MechanismIntegration::cause_ahead() const {
  if (system().sizes().u() == 0 || now().z.size() == 0) return "";
  const double h = last_step_ != 0 ? last_step_ : options_.first_step;
  const dae::Independence least = dae::least_ahead(system(), now(), h);
  if (least.pivot > 1e-4) return "";
  return fmt::format(
      "; within this step, at t = {:.6g}, the gradients of the constraints become dependent: "
      "constraint {} follows from the others (pivot {:.1e}); let no step end there, or avoid that "
      "configuration",
      least.time, least.constraint, least.pivot);
}

void MechanismIntegration::measure() {
  const dae::Point& at = now();
  if (const auto* damped = dynamic_cast<const dae::DampedRun*>(run_.get()))
    damping_ = damped->damping();
  const dae::ConstraintResiduals off = dae::constraint_residuals(system(), at);
  violations_ = {off.position, off.velocity};
  largest_.position = std::max(largest_.position, off.position);
  largest_.velocity = std::max(largest_.velocity, off.velocity);
  values_.resize(static_cast<Eigen::Index>(quantities_.size()));
  for (std::size_t k = 0; k < quantities_.size(); ++k) {
    const double value = quantities_[k].value(at);
    values_[static_cast<Eigen::Index>(k)] = value;
    QuantityReport& report = findings_.quantities[k];
    if (step_ == 0) report.start = value;
    report.end = value;
    report.deviation = std::max(report.deviation, std::abs(value - report.start));
  }
  const dae::Independence here = dae::independence(system(), at);
  if (step_ == 0 || here.pivot < findings_.independence.pivot) findings_.independence = here;
  compare();
  if (!options_.tangents) return;
  const bool begins = tangents_.cols() == 0;
  tangents_ = begins ? dae::start_tangents(options_.problem) : run_->carry_tangents(tangents_);
  wedge_ = dae::two_form(options_.problem, at, tangents_.col(0), tangents_.col(1));
  if (begins) first_wedge_ = wedge_;
  findings_.wedge_drift = std::max(findings_.wedge_drift.value_or(0.0),
                                   std::abs(wedge_ - first_wedge_) / std::abs(first_wedge_));
}

/// With the published values at their times; with a closed form at the end of the run only.
void MechanismIntegration::compare() {
  const dae::Point& at = now();
  const dae::Problem& problem = options_.problem;
  const auto here = [&](double t) { return std::abs(at.t - t) <= 1e-10 * (1 + std::abs(t)); };
  const auto add = [&](const Eigen::VectorXd& y, const Eigen::VectorXd& z,
                       const Eigen::VectorXd& u) {
    findings_.answers.push_back({at.t, error_of(at.y, y), error_of(at.z, z), error_of(at.u, u)});
  };
  for (const dae::KnownAnswer& answer : problem.answers)
    if (here(answer.t)) add(answer.y, answer.z, answer.u);
  if (!problem.exact || !here(options_.end)) return;
  const dae::Point exact = problem.exact(at.t);
  add(exact.y, exact.z, exact.u);
}

void MechanismIntegration::carry_findings(dae::Carried& carried) {
  carried(last_step_)(values_)(violations_.position)(violations_.velocity);
  carried(largest_.position)(largest_.velocity)(damping_)(tangents_)(wedge_)(first_wedge_);
  carried(findings_.wedge_drift);
  if (!options_.tangents) findings_.wedge_drift.reset();
  dae::Independence& least = findings_.independence;
  carried(least.pivot)(least.time)(least.constraint);
  std::size_t known = findings_.answers.size();
  carried(known);
  findings_.answers.resize(known);
  for (AnswerReport& answer : findings_.answers)
    carried(answer.time)(answer.q)(answer.v)(answer.lambda);
  for (QuantityReport& report : findings_.quantities)
    carried(report.start)(report.end)(report.deviation);
}

void MechanismIntegration::carry(int, core::Archive& archive) {
  if (!archive.gives()) {  // for those who look into what was kept
    if (const Vec q = frame_->q()) archive.vector("q", core::Space::displacement, q);
    archive.vector("v", core::Space::displacement, frame_->v());
    if (const Vec u = frame_->multiplier()) archive.vector("lambda", core::Space::multiplier, u);
  }
  dae::Point at = now();
  carry_numbers(archive, "mechanism-point", [&](dae::Carried& carried) { carried(at); });
  carry_numbers(archive, "mechanism-findings",
                [&](dae::Carried& carried) { carry_findings(carried); });
  // Another method starts at the point, with nothing to carry.
  if (archive.takes("stepper"))
    carry_numbers(archive, "mechanism-steps", [&](dae::Carried& carried) { run_->carry(carried); });
  else
    run_ = options_.steps(at);
}

void MechanismIntegration::resume(long step) {
  step_ = step;
  resumed_ = true;
}

}  // namespace sparkdyn::run
