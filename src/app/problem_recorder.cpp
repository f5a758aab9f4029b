#include "problem_recorder.hpp"

#include <chrono>
#include <cmath>
#include <iostream>
#include <limits>

#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/diagnostics.hpp"

namespace sparkdyn::app {
namespace {

using Clock = std::chrono::steady_clock;

double relative_error(const Eigen::VectorXd& computed, const Eigen::VectorXd& known) {
  return (computed - known).lpNorm<Eigen::Infinity>() / known.lpNorm<Eigen::Infinity>();
}

std::optional<double> error_of(const Eigen::VectorXd& computed, const Eigen::VectorXd& known) {
  if (known.size() == 0 || computed.size() != known.size()) return {};
  return relative_error(computed, known);
}

output::ResultsTable table(std::string name, std::string meaning, Eigen::Index columns) {
  const auto count = static_cast<PetscInt>(columns);
  return {std::move(name), std::move(meaning), "units of the problem", {0, count, count}};
}

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

}  // namespace

ProblemRecorder::ProblemRecorder(const input::Case& description, ProblemSetup& setup,
                                 const output::OutputFolder& folder, std::string run_name,
                                 long total_steps)
    : case_(description),
      setup_(setup),
      folder_(folder),
      run_name_(std::move(run_name)),
      pace_(MPI_COMM_SELF, 5.0),
      progress_(std::cerr, core::is_terminal(), total_steps) {
  setup_.problem.quantities = quantities_of(setup_.problem);
}

void ProblemRecorder::open(const dae::Point& at, const std::map<std::string, std::string>& files) {
  std::vector<output::ResultsTable> tables;
  const std::string names = fmt::format("{}", fmt::join(setup_.problem.components, ", "));
  if (at.y.size() > 0) tables.push_back(table("q", "positions " + names, at.y.size()));
  tables.push_back(table("v", "velocities, momenta of a Hamiltonian: " + names, at.z.size()));
  if (at.u.size() > 0) tables.push_back(table("lambda", "Lagrange multipliers", at.u.size()));
  const output::ResultsOrigin origin{"sparkdyn " + version(), run_name_};
  const auto path = folder_.file("results.h5");
  if (const auto kept = files.find("results"); kept != files.end())
    results_ = std::make_unique<output::ResultsFile>(MPI_COMM_SELF, path, origin, tables, nullptr,
                                                     kept->second);
  else
    results_ = std::make_unique<output::ResultsFile>(MPI_COMM_SELF, path, origin, tables);
  const auto open_table = [&](std::optional<output::CsvFile>& file, const std::string& name,
                              const std::vector<std::string>& columns) {
    const auto to = folder_.file(name + ".csv");
    if (const auto kept = files.find(name); kept != files.end())
      file.emplace(MPI_COMM_SELF, to, columns, kept->second);
    else
      file.emplace(MPI_COMM_SELF, to, columns);
  };
  std::vector<std::string> columns{"time"};
  for (const auto& probe : case_.problem->probes) columns.push_back(probe.name);
  open_table(history_, "history", columns);
  if (!case_.output.energy) return;
  columns = {"time"};
  for (const auto& quantity : setup_.problem.quantities) columns.push_back(quantity.name);
  columns.insert(columns.end(), {"position_violation", "velocity_violation"});
  if (case_.problem->structure) columns.push_back("wedge");
  for (const auto& [region, weight] : damping_) columns.push_back("damping_" + region);
  open_table(energy_, "energy", columns);
}

std::map<std::string, std::string> ProblemRecorder::keep_files() {
  std::map<std::string, std::string> files;
  guarded([&] {
    files["results"] = results_->keep();
    files["history"] = history_->keep();
    if (energy_) files["energy"] = energy_->keep();
  });
  return files;
}

void ProblemRecorder::carry(dae::Memory& memory) {
  memory(latest_)(step_)(last_step_)(stored_)(values_)(residuals_.position)(residuals_.velocity);
  memory(largest_.position)(largest_.velocity)(damping_)(tangents_);
  memory(wedge_)(first_wedge_)(wedge_drift_);
  memory(independence_.pivot)(independence_.time)(independence_.constraint);
  std::size_t known = answers_.size();
  memory(known);
  answers_.resize(known);
  for (AnswerReport& answer : answers_) memory(answer.time)(answer.q)(answer.v)(answer.lambda);
  if (memory.gives())
    for (const dae::Quantity& quantity : setup_.problem.quantities)
      quantities_.push_back({quantity.name, quantity.invariant, 0, 0, 0});
  for (QuantityReport& report : quantities_) memory(report.start)(report.end)(report.deviation);
}

void ProblemRecorder::resume(dae::Memory& memory, const std::map<std::string, std::string>& files) {
  carry(memory);
  if (!case_.problem->structure) tangents_.resize(0, 0);
  guarded([&] {
    open(latest_, files);
    if (!files.empty()) return;
    record(latest_);
    store(latest_);
    results_->publish();
    write_out();
  });
}

void ProblemRecorder::operator()(const dae::Point& at) {
  const auto start = Clock::now();
  const bool first = ++step_ == 0;
  if (!first) last_step_ = at.t - latest_.t;
  latest_ = at;
  stored_ = false;
  measure(at);
  compare(at);
  guarded([&] {
    if (first) open(at);
    record(at);
    if (step_ % case_.output.every == 0) store(at);
    if (first) results_->publish();
    if (first || pace_.due()) write_out();
  });
  progress_.update(step_, at.t);
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
}

double ProblemRecorder::probed(const input::ProblemProbe& probe, const dae::Point& at) const {
  const auto index = static_cast<Eigen::Index>(probe.index - 1);
  switch (probe.part) {
    case input::ProbedPart::position:
      return at.y[index];
    case input::ProbedPart::velocity:
      return at.z[index];
    case input::ProbedPart::multiplier:
      return at.u[index];
    case input::ProbedPart::acceleration:
      break;
  }
  try {
    return dae::acceleration(system(), at).z_rate[index];
  } catch (const core::Error&) {
    return std::numeric_limits<double>::quiet_NaN();  // a singular configuration has none
  }
}

void ProblemRecorder::record(const dae::Point& at) {
  std::vector<double> row{at.t};
  for (const auto& probe : case_.problem->probes) row.push_back(probed(probe, at));
  history_->add_row(row);
}

void ProblemRecorder::store(const dae::Point& at) {
  stored_ = true;
  std::vector<const double*> rows;
  if (at.y.size() > 0) rows.push_back(at.y.data());
  rows.push_back(at.z.data());
  if (at.u.size() > 0) rows.push_back(at.u.data());
  results_->add(at.t, rows);
  if (results_->full()) results_->write();
  if (!energy_) return;
  std::vector<double> row{at.t};
  row.insert(row.end(), values_.begin(), values_.end());
  row.insert(row.end(), {residuals_.position, residuals_.velocity});
  if (case_.problem->structure) row.push_back(wedge_);
  for (const auto& [region, weight] : damping_) row.push_back(weight);
  energy_->add_row(row);
}

void ProblemRecorder::write_out() {
  const auto start = Clock::now();
  results_->flush();
  history_->write_out();
  if (energy_) energy_->write_out();
  pace_.spent(std::chrono::duration<double>(Clock::now() - start).count());
}

void ProblemRecorder::guarded(const std::function<void()>& body) {
  try {
    body();
  } catch (const core::Error&) {
    if (results_) results_->salvage();
    results_.reset();
    throw;
  }
}

void ProblemRecorder::finish() {
  if (!results_) return;
  guarded([&] {
    if (!stored_) store(latest_);
    write_out();
  });
  progress_.finish(step_, latest_.t);
  results_.reset();
}

void ProblemRecorder::measure(const dae::Point& at) {
  residuals_ = dae::constraint_residuals(system(), at);
  largest_.position = std::max(largest_.position, residuals_.position);
  largest_.velocity = std::max(largest_.velocity, residuals_.velocity);
  values_.resize(static_cast<Eigen::Index>(setup_.problem.quantities.size()));
  for (std::size_t k = 0; k < setup_.problem.quantities.size(); ++k) {
    const dae::Quantity& quantity = setup_.problem.quantities[k];
    const double value = quantity.value(at);
    values_[static_cast<Eigen::Index>(k)] = value;
    if (step_ == 0) quantities_.push_back({quantity.name, quantity.invariant, value, value, 0});
    QuantityReport& report = quantities_[k];
    report.end = value;
    report.deviation = std::max(report.deviation, std::abs(value - report.start));
  }
  const dae::Independence now = dae::independence(system(), at);
  if (step_ == 0 || now.pivot < independence_.pivot) independence_ = now;
  if (!case_.problem->structure) return;
  tangents_ =
      step_ == 0 ? dae::tangent_vectors(system(), at, 2) : setup_.stepper.carry_tangents(tangents_);
  wedge_ = dae::wedge_product(system(), at, tangents_.col(0), tangents_.col(1));
  if (step_ == 0) first_wedge_ = wedge_;
  wedge_drift_ = std::max(wedge_drift_, std::abs(wedge_ - first_wedge_) / std::abs(first_wedge_));
}

/// With the published values at their times; with a closed form at the end of the run only.
void ProblemRecorder::compare(const dae::Point& at) {
  const double end = case_.problem->time.end;
  const auto here = [&](double t) { return std::abs(at.t - t) <= 1e-10 * (1 + std::abs(t)); };
  const auto add = [&](const Eigen::VectorXd& y, const Eigen::VectorXd& z,
                       const Eigen::VectorXd& u) {
    answers_.push_back({at.t, error_of(at.y, y), error_of(at.z, z), error_of(at.u, u)});
  };
  for (const dae::KnownAnswer& answer : setup_.problem.answers)
    if (here(answer.t)) add(answer.y, answer.z, answer.u);
  if (!setup_.problem.exact || !here(end)) return;
  const dae::Point exact = setup_.problem.exact(at.t);
  add(exact.y, exact.z, exact.u);
}

void ProblemRecorder::fill(ProblemReport& report) const {
  report.steps = std::max(step_, 0L);
  report.end_time = latest_.t;
  report.output_seconds = seconds_;
  report.position_violation = largest_.position;
  report.velocity_violation = largest_.velocity;
  report.quantities = quantities_;
  report.answers = answers_;
  report.independence = independence_;
  if (case_.problem->structure) report.wedge_drift = wedge_drift_;
}

}  // namespace sparkdyn::app
