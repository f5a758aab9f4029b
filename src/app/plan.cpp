#include "sparkdyn/app/plan.hpp"

namespace sparkdyn::app {

using Kind = input::PlannedStep::Kind;

input::MethodSpec method_of(const input::Case& description, const input::PlannedStep& step) {
  input::MethodSpec method = description.method;
  if (method.damping_given || description.model->deck.empty()) return method;
  method.rho_infinity = step.rho_infinity;
  method.splitting = tableau::Splitting::uniform(step.rho_infinity);
  return method;
}

integrate::TimeSpan span_of(const input::PlannedStep& step) {
  if (step.kind != Kind::dynamic) return {step.end, step.end, 1.0};
  return {step.start, step.end, step.step};
}

structure::Assembled assemble(const input::LoadedStructure& loaded,
                              const input::PlannedStep& step) {
  return structure::assemble(
      loaded.structure, step.conditions.front(),
      {.rayleigh = step.rayleigh, .start = step.start, .load_cases = step.conditions});
}

}  // namespace sparkdyn::app
