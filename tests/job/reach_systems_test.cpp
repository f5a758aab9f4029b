// SPDX-License-Identifier: BSD-3-Clause
// The table of families times small systems of matrices and small structures, and times strategies
// of solvers: what fits ends with status 0 and an answer that agrees with a finer one of another
// method, what does not is refused as input with a message that names what fits. The table is the
// program's own, so that whoever adds a family walks it, too.
#include <gtest/gtest.h>

#include <functional>

#include "reach.hpp"
#include "sparkdyn/run/method.hpp"
#include "support/source_folder.hpp"

namespace sparkdyn {
namespace {

using reach::carried_out, reach::difference, reach::Outcome, reach::Values;

struct SmallSystem {
  std::string name, text;  ///< of the case, all but method and time
  double end, step;
  bool linear = true;
};

using Entry = std::function<double(int row, int column)>;

std::string matrix(int rows, int columns, const Entry& entry) {
  std::string lines;
  int count = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (const double value = entry(i, j); value != 0) {
        lines += fmt::format("{} {} {}\n", i + 1, j + 1, value);
        ++count;
      }
  return fmt::format("%%MatrixMarket matrix coordinate real general\n{} {} {}\n{}", rows, columns,
                     count, lines);
}

std::string vector(int rows, const std::function<double(int)>& entry) {
  std::string lines = fmt::format("%%MatrixMarket matrix array real general\n{} 1\n", rows);
  for (int i = 0; i < rows; ++i) lines += fmt::format("{}\n", entry(i));
  return lines;
}

/// A chain of masses between two walls, frequencies up to 14 rad/s.
const std::map<std::string, std::string>& chain_files() {
  constexpr int n = 6;
  const auto beside = [](int i, int j) { return std::abs(i - j) == 1; };
  static const std::map<std::string, std::string> files{
      {"M.mtx", matrix(n, n, [](int i, int j) { return i == j ? 2.0 : 0.0; })},
      {"M0.mtx", matrix(n, n, [](int i, int j) { return i == j && i != 2 ? 2.0 : 0.0; })},
      {"K.mtx",
       matrix(n, n, [=](int i, int j) { return i == j         ? 200.0
                                               : beside(i, j) ? -100.0
                                                              : 0.0; })},
      {"C.mtx", matrix(n, n, [](int i, int j) { return i == j && i < 2 ? 3.0 : 0.0; })},
      {"K1.mtx",
       matrix(n, n, [=](int i, int j) { return beside(i, j) ? (i < j ? 5.0 : -5.0) : 0.0; })},
      {"G.mtx", matrix(1, n, [](int, int j) { return j == 5   ? 1.0
                                                     : j == 2 ? -0.5
                                                              : 0.0; })},
      {"f.mtx", vector(n, [](int i) { return i == 3 ? 10.0 : 1.0; })},
      {"v0.mtx", vector(n, [](int i) { return std::sin(0.4 * (i + 1)); })}};
  return files;
}

std::string chain(const std::string& matrices) {
  return fmt::format(
      "system:\n  {}\n  loads: [{{vector: f.mtx, amplitude: {{expression: sin(5*t)}}}}]\n"
      "output:\n  probes: [{{dof: 1}}, {{dof: 4}}, {{dof: 6}}]\n",
      matrices);
}

std::string mesh(const std::string& name) {
  return (source_folder() / "meshes" / name).string();
}

std::vector<SmallSystem> systems() {
  const std::string steel = "materials: {steel: {E: 210e9, nu: 0.3, density: 7850}}";
  return {
      {"free matrices", chain("mass: M.mtx\n  stiffness: K.mtx"), 0.5, 0.01},
      {"damped matrices",
       chain("mass: M.mtx\n  stiffness: K.mtx\n  damping: [{matrix: C.mtx}, {rayleigh: {alpha: "
             "0.1, beta: 1e-3}}]\n  initial: {velocity: v0.mtx}"),
       0.5, 0.01},
      {"constrained matrices",
       chain("mass: M.mtx\n  stiffness: K.mtx\n  constraints: {matrix: G.mtx}\n"
             "  initial: {velocity: v0.mtx, project: true}"),
       0.5, 0.01},
      {"a dof without mass", chain("mass: M0.mtx\n  stiffness: K.mtx"), 0.5, 0.01},
      {"matrices that are not symmetric",
       chain("mass: M.mtx\n  stiffness: [{matrix: K.mtx}, {matrix: K1.mtx}]"), 0.5, 0.01},
      {"a solid beam",
       fmt::format("model:\n  mesh: {}\n  {}\n  elements: [{{group: beam, material: steel}}]\n"
                   "  supports: [{{group: root, fix: all}}]\n  damping: {{ratios: [0.01, 0.01], "
                   "frequencies: [80, 500]}}\n  loads: [{{surface: tip, traction: [0, 0, -2e6], "
                   "amplitude: {{expression: 0.5-0.5*cos(400*_pi*t)}}}}]\n"
                   "output:\n  probes: [{{point: [1, 0.05, 0.05], component: z}}]\n",
                   mesh("beam_hex8.msh"), steel),
       0.005, 0.00025},
      {"a frame on moving ground",
       fmt::format(
           "model:\n  mesh: {}\n  materials: {{concrete: {{E: 30e9, nu: 0.2, density: 2500}}}}\n"
           "  elements:\n    - {{group: columns, type: beam2, material: concrete, section: "
           "{{rectangle: [0.4, 0.4], n1: [1, 0, 0]}}}}\n    - {{group: beams_x, type: beam2, "
           "material: concrete, section: {{rectangle: [0.5, 0.3]}}}}\n    - {{group: beams_y, "
           "type: "
           "beam2, material: concrete, section: {{rectangle: [0.5, 0.3]}}}}\n"
           "  supports: [{{group: base, fix: all}}]\n  ground_motion: {{direction: [1, 0, 0], "
           "amplitude: {{expression: sin(10*t)^3}}}}\n"
           "output:\n  probes: [{{point: [0, 0, 9], component: x}}]\n",
           mesh("frame.msh")),
       0.2, 0.005},
      {"a frame with dampers under its roof",
       fmt::format(
           "model:\n  mesh: {}\n  materials: {{concrete: {{E: 30e9, nu: 0.2, density: 2500}}}}"
           "\n  elements:\n    - {{group: columns, type: beam2, material: concrete, section: "
           "{{rectangle: [0.4, 0.4], n1: [1, 0, 0]}}}}\n    - {{group: beams_x, type: beam2, "
           "material: concrete, section: {{rectangle: [0.5, 0.3]}}}}\n    - {{group: beams_y, "
           "type: beam2, material: concrete, section: {{rectangle: [0.5, 0.3]}}}}\n"
           "  supports: [{{group: base, fix: all}}]\n"
           "  springs: [{{ground: roof, component: x, stiffness: 1e5, damping: 1e5}}]\n"
           "  ground_motion: {{direction: [1, 0, 0], amplitude: {{expression: sin(10*t)^3}}}}\n"
           "output:\n  probes: [{{point: [6, 4, 9], component: x}}]\n",
           mesh("frame.msh")),
       0.2, 0.005},
      {"a top",
       "model:\n  nonlinear: true\n  nodes: {pivot: [0, 0, 0], top: [0, 1, 0]}\n  masses: [{group: "
       "top, mass: 15, inertia: [0.234375, 0.46875, 0.234375]}]\n  constraints: [{name: arm, "
       "rigid_body: {reference: top, nodes: pivot}}]\n  supports: [{group: pivot, fix: "
       "translations}]\n  loads: [{gravity: [0, 0, -9.81]}]\n  initial: {velocity: [{group: top, "
       "value: [4.61538, 0, 0], rotation: [0, 150, -4.61538]}]}\n"
       "output:\n  probes: [{group: top, component: x}, {group: top, component: z}]\n",
       0.02, 0.0005, false}};
}

Outcome run_with(const SmallSystem& system, const std::string& method, double step,
                 const std::string& solver = "") {
  return carried_out(fmt::format("{}  energy: false\nmethod: {{{}}}\ntime: {{end: {}, step: {}}}\n"
                                 "{}",
                                 system.text, method, system.end, step, solver),
                     chain_files());
}

const Values& reference(const SmallSystem& system) {
  static std::map<std::string, Values> known;
  const auto found = known.find(system.name);
  if (found != known.end()) return found->second;
  const Outcome outcome =
      run_with(system, "family: gauss-lobatto, stages: 4, rho_infinity: 1", 0.5 * system.step);
  EXPECT_EQ(outcome.status, 0) << system.name << ": " << outcome.message;
  return known[system.name] = outcome.end;
}

bool has_stages(const run::MethodFamily& family) {
  return family.find("stages") != nullptr;
}

/// The α-methods begin with accelerations, which a dof without mass does not have.
bool fits(const run::MethodFamily& family, const SmallSystem& system) {
  if (system.name == "a dof without mass")
    return has_stages(family) || family.name == "energy-momentum";
  return system.linear || !family.linear_only;
}

TEST(Reach, FamiliesTimesSystems) {
  int carried = 0, refused = 0;
  for (const SmallSystem& system : systems()) {
    for (const run::MethodFamily& family : run::method_families()) {
      const std::string what = family.name + " on " + system.name;
      const Outcome outcome = run_with(system, "family: " + family.name, system.step);
      if (!fits(family, system)) {
        ++refused;
        EXPECT_EQ(outcome.status, 2) << what << ": " << outcome.message;
        EXPECT_NE(outcome.message.find("gauss-lobatto"), std::string::npos) << outcome.message;
        continue;
      }
      ++carried;
      EXPECT_EQ(outcome.status, 0) << what << ": " << outcome.message;
      if (outcome.status != 0) continue;
      const double off = difference(outcome.end, reference(system));
      EXPECT_LT(off, has_stages(family) ? 1e-3 : 3e-2) << what;
      fmt::print("[ measured ] {}: {:.1e}\n", what, off);
    }
  }
  fmt::print("[ measured ] {} combinations run, {} are refused\n", carried, refused);
  EXPECT_GE(carried, 45);
}

}  // namespace
}  // namespace sparkdyn
