// SPDX-License-Identifier: BSD-3-Clause
#include "dae/composition.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;

namespace {

class Composition final : public OneStep {
 public:
  Composition(OneStep& of, int order, bool tangents)
      : of_(of), order_(order), tangents_(tangents), sizes_(composition_sizes(of.order(), order)) {}

  StepResult step(const Point& from, double h) override {
    StepResult whole;
    whole.h = h;
    whole.end = from;
    const auto dimension = from.y.size() + from.z.size();
    if (tangents_) derivative_ = MatrixXd::Identity(dimension, dimension);
    for (const double size : sizes_) {
      inside_ = whole.end;
      inside_h_ = size * h;
      const StepResult part = of_.step(inside_, inside_h_);
      whole.history.insert(whole.history.end(), part.history.begin(), part.history.end());
      whole.factorizations += part.factorizations;
      whole.nearer_root = whole.nearer_root || part.nearer_root;
      if (part.energy_jump && !whole.energy_jump) whole.energy_jump = part.energy_jump;
      whole.speeds = part.speeds;
      whole.failure = part.failure;
      if (!part.converged) return whole;
      whole.end = part.end;
      if (tangents_) derivative_ = of_.carry_tangents(derivative_);
    }
    whole.converged = true;
    whole.end.t = from.t + h;
    return whole;
  }

  MatrixXd carry_tangents(const MatrixXd& tangents) override {
    if (derivative_.size() == 0)
      throw core::Error(core::Failure::internal, "this composition carries no tangents");
    return derivative_ * tangents;
  }

  void restart() override { of_.restart(); }
  void carry(Carried& carried) override { of_.carry(carried); }
  std::string remedy(const Point&, double) const override { return of_.remedy(inside_, inside_h_); }
  std::string name() const override {
    return fmt::format("{}, composed to order {}", of_.name(), order_);
  }
  int order() const override { return order_; }
  bool symmetric() const override { return true; }

 private:
  OneStep& of_;
  int order_;
  bool tangents_;
  std::vector<double> sizes_;
  Point inside_;           // where the last of the steps began
  double inside_h_ = 0.0;  // and its size
  MatrixXd derivative_;
};

}  // namespace

std::vector<double> composition_sizes(int from_order, int to_order) {
  if (from_order % 2 != 0 || to_order % 2 != 0 || to_order <= from_order || to_order > 10)
    core::input_error(
        "a method of order {} cannot be composed to order {}; allowed: even orders above it, to 10",
        from_order, to_order);
  std::vector<double> sizes{1.0};
  for (int order = from_order; order < to_order; order += 2) {
    const double gamma = 1.0 / (2.0 - std::pow(2.0, 1.0 / (order + 1)));
    std::vector<double> next;
    for (const double part : {gamma, 1.0 - 2.0 * gamma, gamma})
      for (const double size : sizes) next.push_back(part * size);
    sizes = std::move(next);
  }
  return sizes;
}

std::unique_ptr<OneStep> composed(OneStep& of, int order, bool tangents) {
  if (!of.symmetric())
    core::input_error(
        "a composition needs a symmetric method, and {} is not: take midpoint, energy-momentum, "
        "alpha with alpha 0.5, gauss, gauss-lobatto with rho_infinity 1 or lobatto without C",
        of.name());
  return std::make_unique<Composition>(of, order, tangents);
}

}  // namespace sparkdyn::dae
