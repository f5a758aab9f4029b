// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A small mechanism of `dae` stepped through time, y' = v(t,y,z), (p(t,y,z))' = f + r(t,y,u),
// 0 = g(t,y): with constant, damped or variable steps. Follows its invariants, how far it is from
// the constraints and whether these stay independent, and what is known of the solution. Lives on
// one rank.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dae/independence.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/damping.hpp"
#include "sparkdyn/dae/problem.hpp"
#include "sparkdyn/run/integration.hpp"

namespace sparkdyn::run {

/// A quantity along the run; an invariant should not deviate.
struct QuantityReport {
  std::string name;
  bool invariant = true;
  double start = 0;
  double end = 0;
  double deviation = 0;  ///< largest |value − start|
};

/// max|computed − known| / max|known| for the parts that are known.
struct AnswerReport {
  double time = 0;
  std::optional<double> q = std::nullopt;
  std::optional<double> v = std::nullopt;
  std::optional<double> lambda = std::nullopt;
};

/// What was found on the way, besides what is known of every run.
struct MechanismFindings {
  std::vector<QuantityReport> quantities;
  std::vector<AnswerReport> answers;
  dae::Independence independence;     ///< where it was least
  std::optional<double> wedge_drift;  ///< largest relative change of the wedge product
};

struct MechanismOptions {
  dae::Problem problem;  ///< its start is on the constraints
  /// Makes the steps from a point on.
  std::function<std::unique_ptr<dae::Run>(const dae::Point& from)> steps;
  double end = 0;
  double first_step = 0;
  /// Two tangent vectors are carried along for the wedge product.
  bool tangents = false;
};

class MechanismIntegration final : public Integration {
 public:
  explicit MechanismIntegration(MechanismOptions options);
  ~MechanismIntegration() override;

  long step() const override { return step_; }
  double time() const override;
  bool done() const override;
  bool resumed() const override { return resumed_; }
  StepOutcome advance() override;
  const Frame& frame(int load_case) const override;
  void carry(int load_case, core::Archive& archive) override;
  void resume(long step) override;
  CaseReport report(int load_case) const override;

  const dae::RunSummary& summary() const { return run_->summary(); }
  const MechanismFindings& findings() const { return findings_; }

 private:
  class MechanismFrame;
  const dae::Point& now() const { return run_->summary().end; }
  const dae::System& system() const { return *options_.problem.system; }
  void carry_findings(dae::Carried& carried);
  void measure();
  void compare();
  std::string cause_ahead() const;

  MechanismOptions options_;
  std::unique_ptr<dae::Run> run_;
  long step_ = 0;
  bool resumed_ = false;
  double last_step_ = 0;                   ///< its size; 0 before the first
  std::vector<dae::Quantity> quantities_;  ///< T, U and what else the problem follows
  Eigen::VectorXd values_;                 ///< of these, now
  Violations violations_, largest_;
  MechanismFindings findings_;
  std::map<std::string, double> damping_;  ///< of each region, in the step that comes
  std::vector<std::string> damping_names_;
  Eigen::MatrixXd tangents_;
  double wedge_ = 0, first_wedge_ = 0;
  std::unique_ptr<MechanismFrame> frame_;
};

}  // namespace sparkdyn::run
