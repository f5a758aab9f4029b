// SPDX-License-Identifier: BSD-3-Clause
#include "job/run_notes.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/modal/modes.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::job {
namespace {

using core::check;

/// Fewer steps than that in a period leave no more than its trend.
constexpr double fewest_steps = 4;

/// How far a(t) strays, within steps, from the line through its values at their ends, against its
/// size: 1 − cos(π/n) of a sine with n steps in a period. A jump strays in one step of many.
double strays(const mechanics::Amplitude& amplitude, const run::TimeSpan& span) {
  constexpr long most = 5000;
  const long steps = span.steps() - span.first, looks = std::min(steps, most);
  double off = 0, size = 0;
  for (long k = 0; k < looks; ++k) {
    const long step = span.first + 1 + k * steps / looks;
    const double end = span.time(step), start = end - span.size(step);
    const double a = amplitude.value(start), b = amplitude.value(end);
    for (const double part : {0.25, 0.5, 0.75}) {
      const double value = amplitude.value(start + part * (end - start));
      off += std::pow(value - (1 - part) * a - part * b, 2);
      size += value * value;
    }
  }
  return size > 0 ? std::sqrt(off / size) : 0;
}

std::string load_name(const mechanics::TimedVector& load) {
  const std::string text = shortened(load.amplitude->text());
  return load.name.empty() ? "the load with amplitude " + text
                           : fmt::format("the load {} with amplitude {}", load.name, text);
}

void note_unresolved(const mechanics::System& system, const run::TimeSpan& span,
                     std::vector<std::string>& notes) {
  if (span.tolerance > 0) return;      // errors tell
  constexpr double unresolved = 0.25;  // 1 − cos(π/4), averaged within the step
  for (const auto& load : system.loads()) {
    if (load.amplitude->is_constant()) continue;
    try {
      if (strays(*load.amplitude, span) <= unresolved) continue;
    } catch (const core::Error&) {
      continue;  // the step that has no value there says so
    }
    notes.push_back(
        fmt::format("{} swings within steps of {:.4g}, which do not resolve it: take smaller ones",
                    load_name(load), span.size(1)));
  }
}

/// Only of small systems, where it costs no more than some steps.
void note_first_mode(const mechanics::System& system, const run::TimeSpan& span,
                     std::vector<std::string>& notes) {
  constexpr PetscInt small = 1500;
  constexpr int rigid = 6;
  if (span.tolerance > 0) return;  // errors tell
  if (system.dofs() > small || !system.symmetric() || span.steps() < 1) return;
  const auto free = static_cast<int>(system.dofs() - system.constraints());
  if (free < 1) return;
  try {
    const auto found = modal::natural_modes(system, {.count = std::min(free, rigid + 1)});
    for (const auto& mode : found.modes) {
      if (!(mode.omega > 0)) continue;
      const double steps = 1 / (mode.frequency * span.size(1));
      if (steps < fewest_steps)
        notes.push_back(fmt::format(
            "the first mode has the frequency {:.4g}: {:.2g} steps of {:.4g} in a period do not "
            "resolve it, so that inertia plays no part in the results; take smaller ones for the "
            "motion",
            mode.frequency, steps, span.size(1)));
      return;
    }
  } catch (const core::Error& error) {
    if (error.kind() == core::Failure::internal) throw;  // others: a run may still do
  }
}

}  // namespace

std::string shortened(const std::string& text) {
  constexpr std::size_t most = 72;
  return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

int free_rigid_motions(const mechanics::System& system, const std::vector<core::Vector>& rigid,
                       double part_of_diagonal) {
  if (rigid.empty()) return 0;
  const auto count = static_cast<Eigen::Index>(rigid.size());
  Eigen::MatrixXd energy(count, count), size(count, count);
  const core::Vector diagonal = system.make_displacement(), part = system.make_displacement();
  for (const auto& term : system.terms())
    if (term.kind == mechanics::Kind::elastic)
      for (const auto& [factor, matrix] : term.parts) {
        check(MatGetDiagonal(*matrix, part));
        check(VecAXPY(diagonal, factor, part));
      }
  const double stiffness = core::norm_infinity(diagonal);
  const double weight =
      system.constrained() ? stiffness / std::pow(system.constraint_norm(), 2) : 0.0;
  const core::Vector force = system.make_displacement(), row = system.make_multiplier();
  for (Eigen::Index j = 0; j < count; ++j) {
    check(VecSet(force, 0.0));
    system.add_internal(1.0, rigid[j], nullptr, force);
    if (system.constrained()) {
      check(MatMult(system.G(), rigid[j], row));
      check(VecScale(row, weight));
      check(MatMultTransposeAdd(system.G(), row, force, force));
    }
    check(VecPointwiseMult(part, diagonal, rigid[j]));
    for (Eigen::Index i = 0; i < count; ++i) {
      energy(i, j) = core::dot(rigid[i], force);
      size(i, j) = core::dot(rigid[i], part);
    }
  }
  const auto scale = tableau::symmetric_eigenpairs(size);
  int free = 0;
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < count; ++i)
    if (scale.values(i) > 1e-12 * scale.values(count - 1)) kept.push_back(i);
  Eigen::MatrixXd basis(count, static_cast<Eigen::Index>(kept.size()));
  for (std::size_t k = 0; k < kept.size(); ++k)
    basis.col(static_cast<Eigen::Index>(k)) =
        scale.vectors.col(kept[k]) / std::sqrt(scale.values(kept[k]));
  if (kept.empty()) return 0;
  const auto relative = tableau::symmetric_eigenpairs(basis.transpose() * energy * basis);
  for (const double value : relative.values) free += value < part_of_diagonal;
  return free;
}

std::vector<std::string> run_notes(const mechanics::System& system, const run::TimeSpan& span,
                                   const std::vector<core::Vector>& rigid) {
  std::vector<std::string> notes;
  // Soft springs that hold a large stiff structure resist with 1e-10 of its diagonal.
  constexpr double rounding = 1e-13;
  if (const int free = free_rigid_motions(system, rigid, rounding); free > 0)
    notes.push_back(fmt::format(
        "the structure is free to move in {} of its {} rigid motions: nothing holds it there; add "
        "supports unless that is meant",
        free, rigid.size()));
  note_unresolved(system, span, notes);
  note_first_mode(system, span, notes);
  return notes;
}

}  // namespace sparkdyn::job
