// SPDX-License-Identifier: BSD-3-Clause
#include "quiet_log.hpp"

namespace sparkdyn::job {

void QuietLog::tell() {
  constexpr std::string_view mark = "warning: ";
  for (const auto& warning : log_.warnings()) loud_->warn("{}", warning);
  std::istringstream lines(text_.str());
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with(mark)) loud_->note("# {}", line);
}

bool is_quick_to_factor(const mechanics::System& system) {
  constexpr PetscInt quick = 30000;
  return system.dofs() + system.constraints() <= quick;
}

void prepare_for_check(run::Simulation& simulation, const run::TimeSpan& span,
                       const linear::SolverWish& solver, core::Log& log) {
  if (is_quick_to_factor(simulation.system()) || solver.strategy == linear::Strategy::decoupled)
    simulation.prepare(span, span.first);
  else
    log.note("whether the first step can be prepared was not tried; 'check --deep' does");
}

}  // namespace sparkdyn::job
