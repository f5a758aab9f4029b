// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What probes read off a steady state. Each reading is linear in q, v, a, λ and the loads, so the
// vectors of the reduced model are read once, and a frequency costs as much as a small product.

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "modal/reduced_model.hpp"
#include "sparkdyn/output/tables.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::job {

/// A state made of given vectors, of which any may be null for zero.
class GivenFrame final : public run::Frame {
 public:
  struct Vectors {
    Vec q = nullptr, v = nullptr, a = nullptr, lambda = nullptr;
  };
  explicit GivenFrame(const mechanics::System& system);
  void show(const Vectors& vectors, long step = 0, double time = 0, bool last = true);

  long step() const override { return step_; }
  double time() const override { return time_; }
  bool first() const override { return step_ == 0; }
  bool last() const override { return last_; }
  Vec q() const override { return or_zero(shown_.q); }
  Vec v() const override { return or_zero(shown_.v); }
  Vec acceleration() const override { return or_zero(shown_.a); }
  Vec multiplier() const override;
  const run::Energies& energies() const override { return energies_; }
  const run::Violations& violations() const override { return violations_; }

 private:
  Vec or_zero(Vec given) const { return given ? given : Vec(zero_); }

  core::Vector zero_, no_multiplier_;
  Vectors shown_;
  long step_ = 0;
  double time_ = 0;
  bool last_ = true;
  run::Energies energies_;
  run::Violations violations_;
};

class HarmonicProbes {
 public:
  /// Numbers of the probes in a frame, on all ranks. Collective.
  using Reader = std::function<Eigen::VectorXd(const run::Frame&)>;
  /// Loads on held components, of which reactions know: what a probe reads of each alone, and how
  /// it is multiplied.
  struct HeldLoad {
    Eigen::VectorXd reading;
    const mechanics::Amplitude* amplitude;
  };
  /// @note Collective.
  HarmonicProbes(const mechanics::System& system, const modal::ReducedModel& model,
                 std::vector<output::Probe> probes, const Reader& read,
                 std::vector<HeldLoad> held_loads);

  Eigen::VectorXcd values(const modal::ReducedState& state, double frequency) const;
  const std::vector<output::Probe>& probes() const { return probes_; }

 private:
  std::vector<output::Probe> probes_;
  double eta_;
  std::vector<HeldLoad> held_loads_;
  Eigen::MatrixXd moved_;                              // of each vector, as q, v and a
  Eigen::MatrixXd stiffness_, damping_, mass_, load_;  // of forces
};

}  // namespace sparkdyn::job
