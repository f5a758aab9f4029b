// SPDX-License-Identifier: BSD-3-Clause
// Entries and operations of complex-symmetric factors, by MUMPS' own analysis, with its orderings
// and with nested dissection of the compressed graph (core/pivot_order.hpp), on beams, cubes with
// and without constraints, and plates; and how long the analysis takes. Ours should have the fewest
// entries, or nearly so.

#include <fmt/format.h>
#include <petscsys.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <functional>

#include "core/clock.hpp"
#include "cube_model.hpp"
#include "hex_beam.hpp"
#include "linear/elimination_order.hpp"
#include "linear/saddle.hpp"
#include "plate_model.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"

namespace {

using namespace sparkdyn;

constexpr auto option = "-stage_complex_mat_mumps_icntl_7";

struct Analysis {
  linear::FactorEstimate estimate;
  double seconds = 0;
};

/// With an ordering of MUMPS', or ours when it is null.
Analysis analyse(const mechanics::System& system, const char* ordering) {
  core::check(ordering ? PetscOptionsSetValue(nullptr, option, ordering)
                       : PetscOptionsClearValue(nullptr, option));
  const auto start = core::Clock::now();
  const auto estimate = linear::estimate_complex_factor(linear::operators_of(system));
  return {estimate, core::seconds_since(start)};
}

}  // namespace

int main(int argc, char** argv) {
  bool large = false;
  CLI::App app{"orderings by factor entries and operations"};
  app.add_flag("--large", large, "about 100,000 degrees of freedom besides");
  CLI11_PARSE(app, argc, argv);
  const core::Runtime runtime;
  const MPI_Comm comm = runtime.comm();
  const bool speaks = core::rank(comm) == 0;
  using benchmarks::CubeModel, benchmarks::HexBeam, benchmarks::PlateModel;
  std::vector<std::pair<std::string, std::function<std::shared_ptr<mechanics::System>()>>> all{
      {"beam", [] { return std::shared_ptr<mechanics::System>(make_hex_beam(HexBeam{})); }},
      {"cube", [&] { return CubeModel{.cells = 20}.make(comm); }},
      {"tied cube", [&] { return CubeModel{.cells = 20, .constraints = 1000}.make(comm); }},
      {"tets", [&] { return CubeModel{.cells = 20, .tetrahedra = true}.make(comm); }},
      {"plate", [&] { return PlateModel{64}.make(comm); }}};
  if (large) {
    all.push_back({"beam", [] {
                     return std::shared_ptr<mechanics::System>(
                         make_hex_beam(HexBeam{.nx = 104, .ny = 17, .nz = 17}));
                   }});
    all.push_back({"cube", [&] { return CubeModel{.cells = 30}.make(comm); }});
    all.push_back({"plate", [&] { return PlateModel{128}.make(comm); }});
  }
  if (speaks)
    fmt::print("{:>10} {:>8} {:>6} {:>20} {:>12} {:>12} {:>12} {:>14}\n", "structure", "dofs",
               "rows", "ordering", "entries [M]", "Gflop", "seconds", "of the least");
  bool met = true;
  for (const auto& [name, make] : all) {
    const auto system = make();
    std::vector<std::pair<std::string, Analysis>> found;
    for (const auto& [label, value] : std::vector<std::pair<std::string, const char*>>{
             {"AMD", "0"}, {"AMF", "2"}, {"PORD", "4"}, {"QAMD", "6"}})
      found.emplace_back(label, analyse(*system, value));
    found.emplace_back("nested dissection", analyse(*system, nullptr));
    found.emplace_back("... order known", analyse(*system, nullptr));
    double least = found.front().second.estimate.entries;
    for (const auto& each : found) least = std::min(least, each.second.estimate.entries);
    met = met && found.back().second.estimate.entries <= 1.1 * least;
    if (!speaks) continue;
    for (const auto& [label, analysis] : found)
      fmt::print("{:>10} {:>8} {:>6} {:>20} {:>12.2f} {:>12.2f} {:>12.2f} {:>14.2f}\n", name,
                 system->dofs(), system->constraints(), label, 1e-6 * analysis.estimate.entries,
                 1e-9 * analysis.estimate.operations, analysis.seconds,
                 analysis.estimate.entries / least);
    const auto operators = linear::operators_of(*system);
    const auto& order = linear::elimination_order(operators);
    fmt::print("{:>10} {:>8} {:>6} {:>20} {:>12.2f} {:>12.2f}\n", "", "", "", "counted in the tree",
               1e-6 * order.entries, 1e-9 * order.operations);
  }
  if (speaks) fmt::print("{} (ours <= 1.1 of the least)\n", met ? "bar met" : "BAR NOT MET");
  return met ? 0 : 1;
}
