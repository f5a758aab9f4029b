// SPDX-License-Identifier: BSD-3-Clause
#include "job/damped_modes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "modal/quadratic_modes.hpp"
#include "output/report.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::job {

void write_damped_modes(MPI_Comm comm, const mechanics::System& system, const View& view, int count,
                        const output::OutputFolder& folder, core::Log& log) {
  if (!system.symmetric()) core::input_error("--damped needs symmetric matrices");
  const auto undamped = modal::natural_modes(system, {.count = count}).modes;
  const auto first = std::find_if(undamped.begin(), undamped.end(),
                                  [](const auto& mode) { return mode.omega > 0; });
  if (first == undamped.end()) core::input_error("--damped needs a structure that vibrates");
  const auto modes = modal::quadratic_modes(system, first->omega, {.count = count}).modes;
  std::vector<double> frequency, damped, ratio, real, residual;
  std::string csv = "mode,frequency,damped_frequency,ratio,decay,residual\n";
  output::Report report(0);
  report.line(fmt::format("{:>5} {:>16} {:>16} {:>14}", "mode", "frequency", "damped", "ratio"));
  for (const auto& mode : modes) {
    const double size = std::hypot(mode.growth, mode.omega);
    frequency.push_back(size / (2 * std::numbers::pi));
    damped.push_back(mode.omega / (2 * std::numbers::pi));
    ratio.push_back(size > 0 ? -mode.growth / size : 0);
    real.push_back(mode.growth);
    residual.push_back(mode.residual);
    csv += fmt::format("{},{},{},{},{},{}\n", frequency.size(), frequency.back(), damped.back(),
                       ratio.back(), real.back(), residual.back());
    report.line(fmt::format("{:>5} {:>16.9g} {:>16.9g} {:>14.6g}", frequency.size(),
                            frequency.back(), damped.back(), ratio.back()));
  }
  report.fact("program", "sparkdyn " + core::version())
      .fact("frequency", frequency)
      .fact("damped_frequency", damped)
      .fact("ratio", ratio)
      .fact("decay", real)
      .fact("residual", residual);
  log.note("with damping:");
  log.note("{}", report.text());
  core::on_rank_zero(comm, [&] {
    output::write_text_atomically(folder.file("damped.csv"), csv);
    output::write_text_atomically(folder.file("damped.json"), report.json());
  });
  if (modes.empty()) return;
  const auto writer = view.writer(folder.file("damped.h5"));
  GivenFrame frame(system);
  for (std::size_t k = 0; k < modes.size(); ++k) {
    frame.show({.q = modes[k].shape, .v = modes[k].quadrature}, static_cast<long>(k), frequency[k],
               k + 1 == modes.size());
    k == 0 ? writer->on_start(frame) : writer->on_step(frame);
    if (frame.last()) writer->on_finish(frame);
  }
}

}  // namespace sparkdyn::job
