// SPDX-License-Identifier: BSD-3-Clause
// A cantilever from a mesh of Gmsh, M q'' + K q = F for t > 0: its root is held, its tip pulled
// down all at once, so that it goes down twice as far as it would at rest, on any number of ranks.
#include <cmath>

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/input/gmsh.hpp"
#include "sparkdyn/output/structure_frame.hpp"
#include "sparkdyn/run/simulation.hpp"
#include "sparkdyn/structure/groups.hpp"

namespace core = sparkdyn::core;
namespace output = sparkdyn::output;
namespace run = sparkdyn::run;
namespace structure = sparkdyn::structure;

struct Tip final : run::Observer {
  explicit Tip(PetscInt column) : column(column) {}
  void on_step(const run::Frame& frame) override {  // after every step, on all ranks
    lowest = std::fmin(lowest, core::entry(frame.q(), column));
  }
  PetscInt column;
  double lowest = 0;
};

int main(int count, char** arguments) {
  const core::Runtime runtime;
  const MPI_Comm comm = runtime.comm();
  structure::Model model;
  structure::Conditions conditions;
  std::vector<structure::Watched> watched;
  core::on_rank_zero(comm, [&] {  // the whole is there alone, until it is spread over all ranks
    model.mesh = sparkdyn::input::read_gmsh(count > 1 ? arguments[1] : "meshes/beam_hex20.msh");
    model.materials = {structure::Material::isotropic(210e9, 0.3, 7850)};
    add_elements(model, "beam", "hex20", {.material = 0, .data = structure::SolidSection{}});
    hold(nodes_in(model.mesh, "root"), structure::translations, conditions);
    conditions.surface.push_back(
        {.facets = facets_in(model.mesh, "tip"), .traction = {0, 0, -1e5}});
    watched = {{nodes_in(model.mesh, "tip").front(), 2}};  // z of one of its nodes
  });
  const auto spread = distribute(comm, std::move(model), {conditions}, {.watched = watched});
  structure::Assembled assembled = assemble(spread, 0);
  std::vector<sparkdyn::mechanics::State> states;
  states.push_back(std::move(assembled.initial));
  core::Log log(comm);
  const run::SimulationOptions options{.method = run::gauss_lobatto(3, 0.8),
                                       .span = {0, 0.012, 1e-4}};
  run::Simulation simulation(assembled.system, std::move(states), options, log);
  Tip tip(spread.watched.front());
  output::StructureFrame frame(spread);  // shows states in the mesh's numbering, supports too
  frame.use(assembled, 0, 0);
  output::StructureObserver observer(frame, {&tip});
  observer.expect_last();  // no other run follows
  const run::RunReport report = simulation.run({{&observer}}).front();
  log.note("{} steps, the tip goes down by {:.6e}", report.steps, -tip.lowest);
  return report.done ? 0 : 1;
}
