// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/damping.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "fixed_steps.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

void require_regions(const System& system, const std::vector<std::string>& regions) {
  const std::set<std::string> known(system.regions().begin(), system.regions().end());
  for (const std::string& region : regions) {
    if (known.contains(region)) continue;
    core::input_error("automatic damping of '{}': the system has no such region; allowed: {}",
                      region,
                      core::allowed(region, std::vector<std::string>(known.begin(), known.end())));
  }
}

tableau::Mixture mixed(const tableau::Mixture& own, double damping) {
  using tableau::Family;
  std::map<Family, double> weights;
  for (const Family family : {Family::IIIA, Family::IIIB, Family::IIIC, Family::IIICstar}) {
    weights[family] = (1.0 - damping) * own.weight(family);
  }
  weights[Family::IIIC] += damping;
  return tableau::Mixture::weights(weights);
}

}  // namespace

DampingControl::DampingControl(DampingOptions options) : options_(std::move(options)) {
  if (!(options_.strongest >= 0.0 && options_.strongest <= 1.0)) {
    core::input_error("the strongest automatic damping is {}; allowed: 0 (none) to 1 (IIIC)",
                      options_.strongest);
  }
  if (!(options_.release_below < options_.raise_above)) {
    core::input_error(
        "automatic damping is released below {} and raised above {}: the first must be less",
        options_.release_below, options_.raise_above);
  }
  for (const std::string& region : options_.regions) damping_[region] = 0.0;
}

bool DampingControl::update(const std::map<std::string, double>& shares) {
  bool changed = false;
  for (auto& [region, damping] : damping_) {
    const double share = shares.at(region);
    double next = damping;
    if (share > options_.raise_above) {
      next = std::min(options_.strongest, std::max(2.0 * damping, 0.25));
    } else if (share < options_.release_below) {
      next = damping < 0.05 ? 0.0 : 0.7 * damping;
    }
    changed = changed || next != damping;
    damping = next;
  }
  return changed;
}

tableau::Splitting damped(const tableau::Splitting& splitting,
                          const std::map<std::string, double>& damping) {
  tableau::Splitting result = splitting;
  for (const auto& [region, weight] : damping) {
    if (weight == 0.0) continue;
    for (const tableau::Term term : tableau::all_terms) {
      result.set(std::string(tableau::name(term)) + "@" + region,
                 mixed(splitting(term, region), weight));
    }
  }
  return result;
}

std::map<std::string, double> unresolved_shares(const Stepper& stepper,
                                                const std::vector<std::string>& regions) {
  const System& system = stepper.system();
  const Method& method = stepper.method();
  const StepStages step = stepper.last_stages();
  const MatrixXd M = system.linearize(Function::momentum, 0, step.end).z;
  const auto square = [&](const VectorXd& z) { return z.dot(M * z); };
  double total = square(step.from.z) + square(step.end.z);
  for (Eigen::Index i = 0; i < step.Z.cols(); ++i) total += method.b[i] * square(step.Z.col(i));
  const VectorXd at_start = step.Z.leftCols(1) - step.from.z;
  const VectorXd at_end = step.Z.rightCols(1) - step.end.z;
  std::map<std::string, double> shares;
  for (const std::string& region : regions) {
    VectorXd inside(system.sizes().z);
    for (Eigen::Index k = 0; k < inside.size(); ++k) {
      inside[k] = system.regions()[static_cast<std::size_t>(k)] == region ? 1.0 : 0.0;
    }
    const double unresolved =
        square(inside.cwiseProduct(at_start)) + square(inside.cwiseProduct(at_end));
    shares[region] = total > 0.0 ? unresolved / total : 0.0;
  }
  return shares;
}

namespace {

class DampedSteps final : public DampedRun {
 public:
  DampedSteps(const std::shared_ptr<const System>& system, int stages, tableau::Splitting splitting,
              const DampingOptions& damping, const Point& start, double end_time, double h,
              const StepperOptions& stepper_options)
      : DampedRun(start),
        stages_(stages),
        splitting_(std::move(splitting)),
        regions_(damping.regions),
        control_(damping),
        stepper_(system, lobatto_spark(stages, splitting_), stepper_options),
        steps_(start.t, end_time, h) {}

  bool done() const override { return steps_.done(); }
  const std::map<std::string, double>& damping() const override { return control_.all(); }

  void advance() override {
    take_step(stepper_, steps_);
    if (control_.update(unresolved_shares(stepper_, regions_))) change_method();
  }

  void carry(Carried& carried) override {
    carried(summary_)(steps_)(control_);
    if (carried.gives()) change_method();
    carried(stepper_);
  }

 private:
  void change_method() {
    stepper_.change_method(lobatto_spark(stages_, damped(splitting_, control_.all())));
  }

  int stages_;
  tableau::Splitting splitting_;
  std::vector<std::string> regions_;
  DampingControl control_;
  Stepper stepper_;
  FixedSteps steps_;
};

}  // namespace

std::unique_ptr<DampedRun> damped_steps(const std::shared_ptr<const System>& system, int stages,
                                        const tableau::Splitting& splitting,
                                        const DampingOptions& damping, const Point& start,
                                        double end_time, double h,
                                        const StepperOptions& stepper_options) {
  require_regions(*system, damping.regions);
  return std::make_unique<DampedSteps>(system, stages, splitting, damping, start, end_time, h,
                                       stepper_options);
}

RunSummary integrate_damped(const std::shared_ptr<const System>& system, int stages,
                            const tableau::Splitting& splitting, const DampingOptions& damping,
                            const Point& start, double end_time, double h,
                            const DampingObserver& observer,
                            const StepperOptions& stepper_options) {
  const auto run =
      damped_steps(system, stages, splitting, damping, start, end_time, h, stepper_options);
  return follow(*run, [&](const Point& at) {
    if (observer) observer(at, run->damping());
  });
}

}  // namespace sparkdyn::dae
