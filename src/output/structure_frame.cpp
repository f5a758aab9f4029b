// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/output/structure_frame.hpp"

#include <bit>

#include "structure/nonlinear/observed.hpp"

namespace sparkdyn::output {

using core::check;

namespace {

/// Components of the nodes of the slab, six of a node at most.
core::Vector make_components(const structure::Distributed& structure) {
  PetscInt count = 0;
  for (const structure::ComponentMask mask : structure.slab.components)
    count += std::popcount(mask);
  return core::make_vector(structure.comm, count);
}

}  // namespace

StructureFrame::StructureFrame(const structure::Distributed& structure) : structure_(&structure) {
  if (structure.nonlinear)
    observed_ = std::make_unique<structure::nonlinear::Observed>(structure.slab);
}

StructureFrame::~StructureFrame() = default;

void StructureFrame::use(const structure::Assembled& assembled, std::size_t step, int load_case,
                         int part) {
  assembled_ = &assembled;
  conditions_ = &structure_->steps[step];
  load_case_ = load_case;
  part_ = part;
  columns_.emplace(*structure_, step);
  rows_.reset();
  if (structure_->row_columns > 0) rows_.emplace(*structure_, step);
}

void StructureFrame::show(const run::Frame& inner, bool first, bool last, long offset) {
  inner_ = &inner;
  ++showings_;
  first_ = first;
  last_ = last;
  offset_ = offset;
  for (Expanded* each : {&unknowns_, &displacement_, &velocity_, &acceleration_, &reaction_,
                         &constraint_force_, &multiplier_})
    each->valid = false;
  if (observed_) q();  // turns are counted at every step, whoever looks
}

Vec StructureFrame::unknowns() const {
  if (!observed_) return nullptr;
  if (unknowns_.valid) return unknowns_.columns;
  if (unknowns_.columns.empty()) unknowns_.columns = columns_->make_columns();
  columns_->expand(around_ ? around_ : inner_->q(), unknowns_.columns);
  unknowns_.valid = true;
  return unknowns_.columns;
}

Vec StructureFrame::Expanded::get(const StructureFrame& frame, Vec free, Role role) const {
  if (!free) return nullptr;
  if (valid) return columns;
  valid = true;
  if (!frame.observed_) {
    if (columns.empty()) columns = frame.columns_->make_columns();
    frame.columns_->expand(free, columns);
    return columns;
  }
  if (columns.empty()) columns = make_components(*frame.structure_);
  const Vec q = frame.unknowns();
  if (role == Role::displacement) {
    frame.observed_->displacement(q, columns);
    return columns;
  }
  const core::Vector shown = frame.columns_->make_columns();
  frame.columns_->expand(free, shown);
  if (role == Role::rate)
    frame.observed_->rate(q, shown, columns);
  else
    frame.observed_->force(q, shown, columns);
  return columns;
}

Vec StructureFrame::directors() const {
  if (!observed_) return nullptr;
  directors_ = observed_->directors(unknowns());
  return directors_;
}

void StructureFrame::carry(core::Archive& archive) {
  if (!observed_) return;
  const core::Vector turns = columns_->make_columns(), own = columns_->make_free();
  observed_->keep(turns);
  columns_->restrict(turns, own);
  archive.vector("turns", core::Space::displacement, own);
  columns_->expand(own, turns);
  if (archive.gives()) observed_->give_back(turns);
}

Vec StructureFrame::multiplier() const {
  if (!rows_ || !solved()) return nullptr;
  if (multiplier_.valid) return multiplier_.columns;
  if (multiplier_.columns.empty()) multiplier_.columns = rows_->make_columns();
  if (const Vec lambda = inner_->multiplier())
    rows_->expand(lambda, multiplier_.columns);
  else
    check(VecSet(multiplier_.columns, 0.0));
  multiplier_.valid = true;
  return multiplier_.columns;
}

core::Vector StructureFrame::force_of_rows(bool supports) const {
  core::Vector force = columns_->make_free();
  const Vec lambda = inner_->multiplier();
  if (!lambda) return force;
  const core::Vector masked = core::make_copy(lambda);
  {
    core::WriteArray entries(masked);
    for (PetscInt i = 0; i < entries.size(); ++i)
      if (static_cast<bool>(conditions_->rows.support[i]) != supports) entries[i] = 0;
  }
  const mechanics::System& system = *assembled_->system;
  if (system.linear())
    check(MatMultTranspose(system.G(), masked, force));
  else
    check(MatMultTranspose(*system.holonomic()->gradient(inner_->time(), inner_->q()), masked,
                           force));
  check(VecScale(force, -1.0));
  return force;
}

void StructureFrame::held_force(Vec held) const {
  const structure::HeldRows& rows = assembled_->held;
  check(MatMult(rows.stiffness, inner_->q(), held));
  check(MatMultAdd(rows.mass, inner_->acceleration(), held, held));
  if (!rows.damping.empty()) check(MatMultAdd(rows.damping, inner_->v(), held, held));
  for (const auto& load : rows.loads)
    if (load.acts_in(load_case_))
      check(VecAXPY(held, -load.amplitude->value(inner_->time()), load.shape));
}

Vec StructureFrame::reaction() const {
  if (!solved()) return nullptr;
  if (reaction_.valid) return reaction_.columns;
  reaction_.get(*this, force_of_rows(true), Role::force);
  if (conditions_->fixed_global > 0) {
    const core::Vector held = columns_->make_held();
    held_force(held);
    columns_->add_held(held, reaction_.columns);
  }
  return reaction_.columns;
}

Vec StructureFrame::constraint_force() const {
  if (!solved() || structure_->row_columns == 0) return nullptr;
  if (constraint_force_.valid) return constraint_force_.columns;
  return constraint_force_.get(*this, force_of_rows(false), Role::force);
}

void StructureObserver::on_start(const run::Frame& inner) {
  if (started_) {  // the end of the step before, seen already
    frame_->show(inner, false, false, offset_);
    return;
  }
  started_ = true;
  frame_->show(inner, true, false, offset_);
  for (auto* observer : observers_) observer->on_start(*frame_);
}

void StructureObserver::on_rest(const run::Frame& inner) {
  if (!started_) {
    on_start(inner);
  } else {
    ++offset_;
    on_step(inner);
  }
  on_finish(inner);
}

void StructureObserver::on_resume(const run::Frame& inner) {
  started_ = true;
  frame_->show(inner, false, inner.last(), offset_);
  for (auto* observer : observers_) observer->on_resume(*frame_);
}

void StructureObserver::on_between(const run::Frame& inner) {
  frame_->show(inner, false, false, offset_);
  for (auto* observer : observers_) observer->on_between(*frame_);
}

void StructureObserver::on_step(const run::Frame& inner) {
  frame_->show(inner, false, inner.last(), offset_);
  for (auto* observer : observers_) observer->on_step(*frame_);
}

void StructureObserver::on_error(const run::Frame& inner) {
  const StructureFrame::Shown before = frame_->shown();
  frame_->show(inner, false, false, offset_);
  for (auto* observer : observers_) observer->on_error(*frame_);
  frame_->show(*before.inner, before.first, before.last, before.offset);
}

void StructureObserver::on_finish(const run::Frame& inner) {
  const bool failed = !inner.last();
  if (last_run_ || failed)
    for (auto* observer : observers_) observer->on_finish(*frame_);
  offset_ += inner.step();
}

}  // namespace sparkdyn::output
