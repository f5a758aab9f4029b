// SPDX-License-Identifier: BSD-3-Clause
#include "job/response.hpp"

#include <algorithm>
#include <cmath>

#include "core/clock.hpp"
#include "input/load_structure.hpp"
#include "input/load_system.hpp"
#include "job/model_view.hpp"
#include "modal/frequency_response.hpp"
#include "output/response_writer.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::job {
namespace {

using modal::FrequencyResponse;
using output::ResponsePeak;

/// Between f_k−1 and f_k+1, by golden sections.
ResponsePeak refined(const FrequencyResponse& response, const HarmonicProbes& probes,
                     std::size_t probe, double low, double high) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  const auto value = [&](double f) {
    return probes.values(response.model().state(f), f)[static_cast<Eigen::Index>(probe)];
  };
  double a = high - golden * (high - low), b = low + golden * (high - low);
  double at_a = std::abs(value(a)), at_b = std::abs(value(b));
  constexpr double enough = 1e-9;
  while (high - low > enough * high) {
    if (at_a < at_b) {
      low = a;
      a = b;
      at_a = at_b;
      b = low + golden * (high - low);
      at_b = std::abs(value(b));
    } else {
      high = b;
      b = a;
      at_b = at_a;
      a = high - golden * (high - low);
      at_a = std::abs(value(a));
    }
  }
  const double f = 0.5 * (low + high);
  return {probe, f, value(f)};
}

/// Where a probe is larger than at both neighbours, the largest first.
std::vector<ResponsePeak> find_peaks(const FrequencyResponse& response,
                                     const HarmonicProbes& probes, const Eigen::MatrixXcd& values) {
  std::vector<ResponsePeak> peaks;
  const auto& f = response.frequencies();
  for (Eigen::Index j = 0; j < values.cols(); ++j) {
    const Eigen::VectorXd size = values.col(j).cwiseAbs();
    std::vector<ResponsePeak> mine;
    for (Eigen::Index k = 1; k + 1 < size.size(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (size[k] > size[k - 1] && size[k] >= size[k + 1])
        mine.push_back(
            refined(response, probes, static_cast<std::size_t>(j), f[at - 1], f[at + 1]));
    }
    std::stable_sort(mine.begin(), mine.end(), [](const auto& a, const auto& b) {
      return std::abs(a.value) > std::abs(b.value);
    });
    peaks.insert(peaks.end(), mine.begin(), mine.end());
  }
  return peaks;
}

/// The states at all peaks, or at the ends where there is none: `states.h5`.
void store_states(const mechanics::System& system, const FrequencyResponse& response,
                  const std::vector<ResponsePeak>& peaks, run::Observer& writer) {
  std::vector<double> at;
  for (const auto& peak : peaks) at.push_back(peak.frequency);
  if (at.empty()) at = {response.frequencies().front(), response.frequencies().back()};
  std::sort(at.begin(), at.end());
  constexpr double same = 1e-6;
  at.erase(std::unique(at.begin(), at.end(), [](double a, double b) { return b - a <= same * b; }),
           at.end());
  constexpr std::size_t most = 50;
  if (at.size() > most) at.resize(most);
  GivenFrame frame(system);
  const core::Vector real = system.make_displacement(), imaginary = system.make_displacement();
  for (std::size_t k = 0; k < at.size(); ++k) {
    response.model().expand(response.model().state(at[k]), real, imaginary);
    frame.show({.q = real, .v = imaginary}, static_cast<long>(k), at[k], k + 1 == at.size());
    k == 0 ? writer.on_start(frame) : writer.on_step(frame);
    if (frame.last()) writer.on_finish(frame);
  }
}

void find_response(MPI_Comm comm, const input::Case& description, const mechanics::System& system,
                   int load_case, const std::filesystem::path& where, const View& view,
                   core::Log& log) {
  const auto start = core::Clock::now();
  const input::ResponseSpec& spec = *description.response;
  const output::OutputFolder folder(comm, where);
  const FrequencyResponse response(system, {.frequencies = spec.frequencies,
                                            .structural_damping = spec.structural_damping,
                                            .accuracy = spec.accuracy,
                                            .load_case = load_case,
                                            .modes = spec.modes,
                                            .ratios = spec.ratios});
  const HarmonicProbes probes(
      system, response.model(), view.probes, view.read,
      view.held_loads ? view.held_loads(view.read) : std::vector<HarmonicProbes::HeldLoad>{});
  output::FoundResponse found;
  found.frequencies = spec.frequencies;
  for (const auto& probe : view.probes) found.probes.push_back(probe.name);
  found.values.resize(static_cast<Eigen::Index>(spec.frequencies.size()),
                      static_cast<Eigen::Index>(view.probes.size()));
  for (std::size_t k = 0; k < spec.frequencies.size(); ++k)
    found.values.row(static_cast<Eigen::Index>(k)) =
        probes.values(response.states()[k], spec.frequencies[k]).transpose();
  found.peaks = find_peaks(response, probes, found.values);
  const auto writer = view.writer(folder.file("states.h5"));
  store_states(system, response, found.peaks, *writer);
  found.title = description.title;
  found.program = "sparkdyn " + core::version();
  found.method = spec.modes > 0 ? fmt::format("{} modes, and motions beside them", spec.modes)
                                : "direct, interpolated among few motions";
  found.accuracy = spec.accuracy;
  found.bound = response.largest_bound();
  found.checked = response.checked_error();
  found.factorizations = response.factorizations();
  found.vectors = response.model().size();
  found.dofs = system.dofs();
  found.constraints = system.constraints();
  found.ranks = core::size(comm);
  found.warnings = log.warnings();
  found.seconds = core::seconds_since(start);
  output::write_response(comm, folder, found);
  log.note("{}", output::report_of(found).text());
  log.note("response: {}", folder.path().string());
}

void matrix_response(MPI_Comm comm, const input::Case& description, core::Log& log) {
  const auto system = input::load_system(comm, *description.system, description.time.start).system;
  find_response(comm, description, *system, 0, description.output.directory,
                matrix_view(comm, description, *system), log);
}

void structure_response(MPI_Comm comm, const input::Case& description, core::Log& log) {
  const auto& directory = description.output.directory;
  const auto loaded = input::load_structure(comm, description, directory);
  for (const auto& warning : loaded.structure.warnings) log.warn("{}", warning);
  for (const auto& note : loaded.notes) log.note("{}", note);
  const auto& structure = loaded.structure;
  if (structure.nonlinear)
    core::input_error(
        "{}: a response over frequency needs a linear model, without 'nonlinear: true'",
        structure.source);
  for (std::size_t k = 0; k < loaded.plan.back().conditions.size(); ++k) {
    StructureView view(comm, loaded, k);
    if (k == 0)
      log.note("{} nodes, {} elements, {} degrees of freedom, {} constraints",
               structure.nodes.global, structure.slab.cells, view.system().dofs(),
               view.system().constraints());
    const bool several = loaded.load_cases.size() > 1;
    if (several) log.note("load case {}", loaded.load_cases[k]);
    find_response(comm, description, view.system(), static_cast<int>(k),
                  loaded.load_cases.empty() ? directory : directory / loaded.load_cases[k],
                  view.view(), log);
  }
}

}  // namespace

void carry_out_response(MPI_Comm comm, const input::Case& description, core::Log& log) {
  if (!description.title.empty()) log.note("{}", description.title);
  if (description.model)
    structure_response(comm, description, log);
  else
    matrix_response(comm, description, log);
}

}  // namespace sparkdyn::job
