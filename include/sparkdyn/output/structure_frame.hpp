// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A state of a structure in the input's numbering: all components of all nodes in the order of the
// file, with the forces of supports and constraints:
//   reaction = M a + C v + K q − F at held components, − Gᵀλ of the rows that are supports,
//   constraint force = − Gᵀλ of the other rows.
// Rotations of nonlinear models are rotation vectors that go on beyond π, their rates are angular
// velocities and accelerations.

#include <memory>
#include <optional>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/run/observer.hpp"
#include "sparkdyn/structure/assemble.hpp"
#include "sparkdyn/structure/column_map.hpp"

namespace sparkdyn::structure::nonlinear {
class Observed;
}

namespace sparkdyn::output {

/// Shows a frame of the solver in the input's numbering.
class StructureFrame final : public run::Frame {
 public:
  /// `structure` must outlive it.
  explicit StructureFrame(const structure::Distributed& structure);

  ~StructureFrame() override;

  /// From now on frames come from this system, made from Distributed::steps[step]; both must live
  /// as long. `part`: see run::Frame. @note Collective.
  void use(const structure::Assembled& assembled, std::size_t step, int load_case, int part = 0);
  /// Of a nonlinear model: q() shows small changes about the state `unknowns`, rotations among
  /// them, instead of states. Borrowed.
  void show_changes_of(Vec unknowns) { around_ = unknowns; }
  /// What holds and loads the structure now; null before use().
  const structure::LocalConditions* conditions() const { return conditions_; }
  /// What the frame shows; step numbers count on by `offset`.
  void show(const run::Frame& inner, bool first, bool last, long offset);
  /// How often something was shown: another number, another state.
  long showings() const { return showings_; }
  /// Damping of everything, besides the materials' own.
  const mechanics::Rayleigh& rayleigh() const { return assembled_->rayleigh; }
  /// As show() was told.
  struct Shown {
    const run::Frame* inner;  ///< borrowed
    bool first, last;         ///< see run::Frame
    long offset;              ///< of step numbers
  };
  /// What is shown now.
  Shown shown() const { return {inner_, first_, last_, offset_}; }

  long step() const override { return inner_->step() + offset_; }  ///< counted on over all runs
  double time() const override { return inner_->time(); }          ///< simulated
  bool first() const override { return first_; }
  bool last() const override { return last_; }  ///< of all runs
  int part() const override { return part_; }
  /// All components of all nodes.
  Vec q() const override {
    return displacement_.get(*this, inner_->q(), around_ ? Role::rate : Role::displacement);
  }
  /// All components of all nodes.
  Vec v() const override { return velocity_.get(*this, inner_->v(), Role::rate); }
  Vec acceleration() const override {
    return acceleration_.get(*this, inner_->acceleration(), Role::rate);
  }
  /// Displacements and directors of a nonlinear model, node by node; null otherwise.
  /// @note Collective.
  Vec unknowns() const;
  /// How often nodes have turned, which the state does not say. @note Collective.
  void carry(core::Archive& archive);
  /// One entry for each row of any step. @note Collective.
  Vec multiplier() const override;
  Vec reaction() const override;
  Vec directors() const override;
  /// Null without constraints between parts. @note Collective.
  Vec constraint_force() const;
  const run::Energies& energies() const override { return inner_->energies(); }
  const run::Violations& violations() const override { return inner_->violations(); }
  std::vector<run::NamedNumber> account() const override { return inner_->account(); }

 private:
  /// What directors are shown as.
  enum class Role { displacement, rate, force };
  /// A vector of the solver's numbering, expanded when first asked for.
  struct Expanded {
    Vec get(const StructureFrame& frame, Vec free, Role role) const;
    mutable core::Vector columns;
    mutable bool valid = false;
  };
  bool solved() const { return inner_->acceleration() != nullptr; }
  /// − Gᵀλ over the rows that are supports, or over the others, at the free components.
  core::Vector force_of_rows(bool supports) const;
  void held_force(Vec held) const;

  const structure::Distributed* structure_;
  const structure::Assembled* assembled_ = nullptr;
  const structure::LocalConditions* conditions_ = nullptr;
  int load_case_ = 0, part_ = 0;
  std::optional<structure::ColumnMap> columns_;
  std::optional<structure::RowMap> rows_;
  const run::Frame* inner_ = nullptr;
  Vec around_ = nullptr;
  bool first_ = false, last_ = false;
  long offset_ = 0, showings_ = 0;
  std::unique_ptr<structure::nonlinear::Observed> observed_;  ///< of nonlinear models
  mutable Expanded unknowns_;
  Expanded displacement_, velocity_, acceleration_;
  mutable core::Vector directors_;
  mutable Expanded reaction_, constraint_force_, multiplier_;
};

/// Shows the runs of one or more steps to observers as a single run.
class StructureObserver final : public run::Observer {
 public:
  /// Tells `observers`, in their order, what `frame` shows; all are borrowed.
  StructureObserver(StructureFrame& frame, std::vector<run::Observer*> observers)
      : frame_(&frame), observers_(std::move(observers)) {}

  /// The next run is the last one.
  void expect_last() { last_run_ = true; }

  /// Of each run; only the first is a start to the observers.
  void on_start(const run::Frame& inner) override;
  /// A state of rest: the only one of its run, and a step of its own after other states.
  void on_rest(const run::Frame& inner);
  void on_resume(const run::Frame& inner) override;
  /// A state between steps.
  void on_between(const run::Frame& inner) override;
  /// A state after a step.
  void on_step(const run::Frame& inner) override;
  /// Expanded as states are.
  void on_error(const run::Frame& inner) override;
  void on_finish(const run::Frame& inner) override;

  /// Steps of the runs before this one.
  long offset() const { return offset_; }
  /// Before on_resume(): the run that goes on is not the first.
  void set_offset(long offset) { offset_ = offset; }

 private:
  StructureFrame* frame_;
  std::vector<run::Observer*> observers_;
  bool started_ = false, last_run_ = false;
  long offset_ = 0;
};

}  // namespace sparkdyn::output
