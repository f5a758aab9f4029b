// SPDX-License-Identifier: BSD-3-Clause
// *STEP … *END STEP with *STATIC, *DYNAMIC, *MODAL DYNAMIC, *FREQUENCY and *MODAL DAMPING: what is
// computed, in which time.

#include <algorithm>

#include "keyword.hpp"
#include "large_motion_deck.hpp"
#include "structure/large_motion.hpp"

namespace sparkdyn::input::deck {
namespace {

StepState& current(Builder& builder) {
  return *builder.step;
}

/// The first step decides for all. NLGEOM alone means yes; both programs take NLGEOM=NO.
void read_nlgeom(const Block& block, Builder& builder) {
  const Parameter* given = block.find("NLGEOM");
  const bool asked = given && given->value != "NO";
  bool& nonlinear = builder.model().nonlinear;
  if (builder.deck.steps.empty()) {
    nonlinear = asked;
    require_large_motion(block, builder);
  } else if (given && asked != nonlinear) {
    block.fail("NLGEOM holds for all steps, as the first one says; there it is {}",
               nonlinear ? "given" : "not");
  }
  if (nonlinear && block.has("PERTURBATION"))
    block.fail("PERTURBATION about a state of large motion is not supported");
}

void begin_step(const Block& block, Builder& builder) {
  read_nlgeom(block, builder);
  StepState step;
  step.place = block.place;
  step.step.where = block.where();
  step.step.start = builder.total_time;
  step.ramp = block.choice("AMPLITUDE", "STEP", {"STEP", "RAMP"}) == "RAMP";
  step.perturbation = block.has("PERTURBATION");
  block.integer("INC", 1, 1);
  if (step.perturbation && builder.has_preload)
    block.fail(
        "PERTURBATION after a *STATIC step needs the stiffness that its stress adds, which is "
        "not supported");
  builder.step = std::move(step);
  builder.in_force.begin_step();
}

void begin_procedure(const Block& block, Builder& builder) {
  StepState& step = current(builder);
  if (!step.procedure.empty()) block.fail("the step has a procedure already: {}", step.procedure);
  step.procedure = block.title;
}

/// increment, duration, and limits of the increment that a linear analysis does not need.
void read_times(const Block& block, DeckStep& step) {
  Lines lines(block);
  if (auto line = lines.next()) {
    step.increment = line->number("increment", 1);
    step.duration = line->number("duration", 1);
    if (step.increment <= 0) line->fail("the increment must be positive, not {}", step.increment);
    if (step.duration <= 0) line->fail("the duration must be positive, not {}", step.duration);
  }
  lines.finish();
  step.increment = std::min(step.increment, step.duration);
}

void read_static(const Block& block, Builder& builder) {
  begin_procedure(block, builder);
  DeckStep& step = current(builder).step;
  step.kind = DeckStep::Kind::equilibrium;
  read_times(block, step);
}

void read_dynamic(const Block& block, Builder& builder) {
  begin_procedure(block, builder);
  DeckStep& step = current(builder).step;
  step.kind = DeckStep::Kind::dynamic;
  if (const Parameter* scheme = block.find("EXPLICIT");
      scheme && scheme->value != "0" && scheme->value != "1")
    block.fail("EXPLICIT is not supported: the methods here are implicit");
  const Parameter* direct = block.find("DIRECT");
  step.fixed_increment = direct != nullptr && direct->value != "NO";
  step.alpha = block.number("ALPHA", step.alpha);
  if (step.alpha < -1 / 3.0 - 1e-6 || step.alpha > 0)
    block.fail("ALPHA must lie between -1/3 and 0, not {}", step.alpha);
  read_times(block, step);
}

void require_small_motion(const Block& block, const Builder& builder) {
  if (builder.deck.model.nonlinear)
    block.fail(
        "modes of a structure in large motion (NLGEOM) are not supported; there are *STATIC and "
        "*DYNAMIC");
}

void read_modal_dynamic(const Block& block, Builder& builder) {
  require_small_motion(block, builder);
  begin_procedure(block, builder);
  DeckStep& step = current(builder).step;
  step.kind = DeckStep::Kind::dynamic;
  step.modal = true;
  if (!builder.modes)
    block.fail("it superposes the modes of a *FREQUENCY step, and none comes before");
  step.modes = *builder.modes;
  step.alpha = 0;
  if (block.has("STEADYSTATE"))
    block.fail("STEADY STATE is not supported: give a duration long enough");
  const Parameter* direct = block.find("DIRECT");
  step.fixed_increment = direct == nullptr || direct->value != "NO";
  read_times(block, step);
}

void read_frequency(const Block& block, Builder& builder) {
  require_small_motion(block, builder);
  begin_procedure(block, builder);
  DeckStep& step = current(builder).step;
  step.kind = DeckStep::Kind::frequency;
  step.duration = 0;
  step.increment = 0;
  Lines lines(block);
  Line line = lines.require("number of modes");
  const long long modes = line.integer("number of modes");
  if (modes < 1 || modes > 1'000'000)
    line.fail("the number of modes must be positive, not {}", modes);
  step.modes = static_cast<int>(modes);
  builder.modes = step.modes;
  const double lower = line.number("lower frequency", 0);
  const double upper = line.number("upper frequency", 0);
  lines.finish();
  if (lower > 0 || upper > 0)
    builder.warn(block,
                 "the bounds of the frequency are without effect: the lowest modes are found");
}

/// Lines of first mode, last mode, part of the critical damping.
void read_modal_ratios(Lines& lines, Builder& builder) {
  while (auto line = lines.next()) {
    const long long first = line->integer("first mode");
    const long long last = line->integer("last mode", first);
    const double ratio = line->number("damping ratio");
    if (first < 1 || last < first || last > 1'000'000)
      line->fail("modes {} to {} are not a range of numbers from 1 on", first, last);
    if (ratio < 0) line->fail("the damping ratio must not be negative, but is {}", ratio);
    line->finish();
    builder.modal_ratios.push_back({static_cast<int>(first), static_cast<int>(last), ratio});
  }
}

void read_modal_damping(const Block& block, Builder& builder) {
  if (!current(builder).step.modal) block.fail("it belongs after *MODAL DYNAMIC");
  builder.modal_damping = {};  // the card replaces an earlier one
  builder.modal_ratios.clear();
  Lines lines(block);
  if (!block.has("RAYLEIGH")) return read_modal_ratios(lines, builder);
  Line line = lines.require("alpha and beta");
  line.next();  // first and last mode: both programs damp all of them
  line.next();
  builder.modal_damping.alpha = line.number("alpha", 0);
  builder.modal_damping.beta = line.number("beta", 0);
  if (builder.modal_damping.alpha < 0 || builder.modal_damping.beta < 0)
    line.fail("alpha and beta must not be negative");
  line.finish();
  if (auto more = lines.next())
    more->fail("different damping for different modes is not supported; give one line");
}

/// A nonlinear state of rest is reached on a way, along which what has no amplitude grows.
Timing timing_of(const StepState& step, bool nonlinear) {
  const bool rest = step.step.kind != DeckStep::Kind::dynamic;
  return {.start = step.step.start,
          .duration = step.step.duration,
          .only_end = rest && !nonlinear,
          .ramp = step.ramp || (rest && nonlinear)};
}

void end_step(const Block& block, Builder& builder) {
  StepState& step = current(builder);
  if (step.procedure.empty())
    block.fail(
        "the step that begins at {} has no procedure: *STATIC, *DYNAMIC, *MODAL DYNAMIC or "
        "*FREQUENCY",
        step.place.text());
  const Timing timing = timing_of(step, builder.model().nonlinear);
  DeckStep& result = step.step;
  builder.spend(builder.in_force.size(), block);
  result.conditions = builder.in_force.conditions(builder.mesh(), timing);
  if (builder.model().nonlinear) structure::let_pressures_follow(builder.mesh(), result.conditions);
  result.probes = builder.probes;
  if (result.modal) {
    result.rayleigh = builder.modal_damping;
    result.ratios = builder.modal_ratios;
  }
  result.every = std::max(1L, step.every.value_or(1));
  builder.in_force.end_step(timing);
  builder.total_time = timing.end();
  builder.has_preload = builder.has_preload || result.kind == DeckStep::Kind::equilibrium;
  builder.deck.steps.push_back(std::move(result));
  builder.step.reset();
}

}  // namespace

Keywords step_keywords() {
  constexpr Phase steps = Phase::steps;
  constexpr Scope in_step = Scope::step;
  static const std::vector<Keyword> table{
      {"STEP",
       steps,
       Scope::both,
       {"INC", "NLGEOM", "PERTURBATION", "AMPLITUDE", "NAME", "UNSYMM"},
       begin_step},
      {"END STEP", steps, in_step, {}, end_step},
      {"STATIC", steps, in_step, {"DIRECT", "SOLVER"}, read_static},
      {"DYNAMIC",
       steps,
       in_step,
       {"ALPHA", "DIRECT", "SOLVER", "EXPLICIT", "NOHAF", "HAFTOL"},
       read_dynamic},
      {"MODAL DYNAMIC",
       steps,
       in_step,
       {"DIRECT", "DELTMX", "SOLVER", "STEADY STATE"},
       read_modal_dynamic},
      {"FREQUENCY", steps, in_step, {"SOLVER", "STORAGE", "EIGENSOLVER"}, read_frequency},
      {"MODAL DAMPING", steps, in_step, {"RAYLEIGH", "MODAL"}, read_modal_damping},
  };
  return table;
}

}  // namespace sparkdyn::input::deck
