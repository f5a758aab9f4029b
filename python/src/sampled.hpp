// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// a(t) of a Python function: asked before a step at the times t + c_j h at which the step will use
// it, so that no Python runs, and nothing can be raised, inside a step. Between these times it is
// the polynomial through them, Σ a(t_k) ℓ_k(t).

#include <array>
#include <memory>
#include <vector>

#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::python {

/// The times of the step at hand, shared by all that are sampled at them.
using Nodes = std::shared_ptr<std::vector<double>>;

class Sampled final : public mechanics::Amplitude {
 public:
  explicit Sampled(Nodes nodes) : nodes_(std::move(nodes)) {}

  /// Derivative 0, 1 or 2 at each of the nodes.
  void set(int derivative, std::vector<double> values) {
    values_[static_cast<std::size_t>(derivative)] = std::move(values);
  }

  double value(double t) const override { return at(t, 0); }
  double rate(double t) const override { return at(t, 1); }
  double acceleration(double t) const override { return at(t, 2); }
  std::string text() const override { return "{function: of Python}"; }

 private:
  double at(double t, std::size_t derivative) const;

  Nodes nodes_;
  std::array<std::vector<double>, 3> values_;  ///< derivatives that were not given are empty
};

}  // namespace sparkdyn::python
