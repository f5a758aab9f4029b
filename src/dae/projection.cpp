// SPDX-License-Identifier: BSD-3-Clause
#include "dae/projection.hpp"

#include <algorithm>
#include <optional>

#include "fixed_steps.hpp"
#include "projected_stages.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// [I + (λ·I)''  I'ᵀ; I'  0], the derivative of the equations of an endpoint.
MatrixXd bordered(const Formulations& of, const Point& at, const VectorXd& lambda) {
  const MatrixXd rows = of.slopes(at.y, at.z);
  const Index n = rows.cols();
  const Index m = rows.rows();
  MatrixXd matrix = MatrixXd::Zero(n + m, n + m);
  matrix.topLeftCorner(n, n) = MatrixXd::Identity(n, n) + of.curvature(at.y, at.z, lambda);
  matrix.topRightCorner(n, m) = rows.transpose();
  matrix.bottomLeftCorner(m, n) = rows;
  return matrix;
}

class ProjectedSteps final : public Run {
 public:
  ProjectedSteps(Stepper& stepper, std::shared_ptr<const Formulations> of,
                 const ProjectionOptions& options, const Point& start, double end_time, double h,
                 std::vector<double> pattern)
      : Run(start),
        stepper_(stepper),
        of_(std::move(of)),
        options_(options),
        steps_(start.t, end_time, h, std::move(pattern)) {
    if (options.kind == ProjectionOptions::Kind::stages)
      stages_.emplace(stepper.system(), *of_, stepper.method());
  }

  bool done() const override { return steps_.done(); }

  void advance() override {
    const bool due = (summary_.steps + 1) % options_.every == 0;
    foot_.reset();
    inside_ = due && stages_;
    if (inside_) {
      summary_.end = stages_->step(summary_.end, steps_.size());
      summary_.end.t = steps_.advance();
      summary_.iterations += stages_->iterations();
      summary_.factorizations += stages_->iterations();
      ++summary_.steps;
      return;
    }
    take_step(stepper_, steps_);
    if (!due || stages_) return;
    foot_ = project(*of_, summary_.end);
    summary_.end = foot_->at;
  }

  MatrixXd carry_tangents(const MatrixXd& tangents) override {
    if (inside_) return stages_->carry_tangents(tangents);
    const MatrixXd after = stepper_.carry_tangents(tangents);
    return foot_ ? project_tangents(*of_, *foot_, after) : after;
  }

  void carry(Carried& carried) override { carried(summary_)(steps_)(stepper_); }

 private:
  Stepper& stepper_;
  std::shared_ptr<const Formulations> of_;
  ProjectionOptions options_;
  FixedSteps steps_;
  std::optional<ProjectedStages> stages_;
  std::optional<Foot> foot_;  // of the last step, if its end was projected
  bool inside_ = false;       // the last step had its stages projected
};

}  // namespace

const std::vector<std::string>& projection_names() {
  static const std::vector<std::string> names{"none", "endpoint", "stages"};
  return names;
}

Foot project(const Formulations& of, const Point& from) {
  const Index n = from.y.size();
  Foot foot{from, VectorXd::Zero(2 * of.constraints())};
  const Index m = foot.lambda.size();
  double before = 1e300;
  for (int k = 0; k < 30; ++k) {
    VectorXd off(2 * n + m);
    off << foot.at.y - from.y, foot.at.z - from.z, of.residuals(foot.at.y, foot.at.z);
    off.head(2 * n) += of.slopes(foot.at.y, foot.at.z).transpose() * foot.lambda;
    const VectorXd change = tableau::solve(bordered(of, foot.at, foot.lambda), off);
    foot.at.y -= change.head(n);
    foot.at.z -= change.segment(n, n);
    foot.lambda -= change.tail(m);
    const double size = std::max(foot.at.y.norm() + foot.at.z.norm(), 1e-300);
    const double relative = change.head(2 * n).norm() / size;
    if (relative <= 1e-16 || (relative <= 1e-11 && relative > 0.5 * before)) return foot;
    before = relative;
  }
  core::numerics_error(
      "the point at t = {:.9g} cannot be projected onto the constraints: after 30 iterations the "
      "relative change is {:.2e}",
      from.t, before);
}

MatrixXd project_tangents(const Formulations& of, const Foot& foot, const MatrixXd& tangents) {
  MatrixXd right = MatrixXd::Zero(tangents.rows() + foot.lambda.size(), tangents.cols());
  right.topRows(tangents.rows()) = tangents;
  return tableau::solve(bordered(of, foot.at, foot.lambda), right).topRows(tangents.rows());
}

std::unique_ptr<Run> projected_steps(Stepper& stepper, std::shared_ptr<const Formulations> of,
                                     const ProjectionOptions& options, const Point& start,
                                     double end_time, double h, std::vector<double> pattern) {
  return std::make_unique<ProjectedSteps>(stepper, std::move(of), options, start, end_time, h,
                                          std::move(pattern));
}

}  // namespace sparkdyn::dae
