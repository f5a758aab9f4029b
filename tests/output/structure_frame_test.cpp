// SPDX-License-Identifier: BSD-3-Clause
// Structures with a constraint of every kind, integrated: the constraints hold at both levels, the
// forces of supports and constraints balance loads and inertia, and the results do not depend on
// the number of ranks.

#include "sparkdyn/output/structure_frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "integrate/initial.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/run/run.hpp"
#include "structure/box_model.hpp"
#include "support/simulation.hpp"

namespace sparkdyn::output {
namespace {

using structure::Conditions;
using structure::Index;
using structure::Model;

const structure::test::Box box;

/// A box clamped at the left under gravity and a force that swings at the right, with what `add`
/// does to it besides.
struct Setup {
  Model model = structure::test::box_model(box);
  Conditions conditions;

  Index add_node(const structure::Vector& point) {
    model.mesh.node_ids.push_back(2000 + static_cast<std::int64_t>(model.mesh.points.size()));
    model.mesh.points.push_back(point);
    return model.mesh.nodes() - 1;
  }
  void add_mass(Index node) {
    model.mesh.cells.push_back(
        {9000 + node, structure::Shape::point, static_cast<Index>(model.mesh.cell_nodes.size())});
    model.mesh.cell_nodes.push_back(node);
    model.sections.push_back({-1, structure::MassSection{50, {1, 2, 3, 0, 0, 0}}});
    model.roles.push_back({static_cast<std::int16_t>(structure::find_element("mass")),
                           static_cast<std::int32_t>(model.sections.size()) - 1});
  }
  std::vector<Index> right() const { return model.mesh.node_groups.at("right"); }
};

using Add = std::function<void(Setup&)>;

struct Kind {
  const char* name;
  Add add;
  bool balanced = true;  ///< its forces between parts add up to zero
};

std::vector<Kind> kinds() {
  using namespace structure;
  const ConstraintLabel label{"test", "here"};
  return {
      {"none", [](Setup&) {}},
      {"prescribed motion",
       [](Setup& s) {
         s.model.amplitudes.push_back(mechanics::sine_amplitude(30, 0.4));
         const int swing = static_cast<int>(s.model.amplitudes.size()) - 1;
         for (const Index node : s.right())
           s.conditions.supports.push_back({node, 1, 1e-4, swing, "here"});
       }},
      {"equation",
       [label](Setup& s) {
         Equation row;
         row.entries = {{s.right()[0], 2, 1.0}, {s.right()[1], 2, -2.0}};
         s.conditions.constraints.push_back(linear_equation(label, row));
       },
       false},
      {"rigid body",
       [label](Setup& s) {
         const Index hub = s.add_node({3, 0.25, 0.2});
         s.add_mass(hub);
         s.conditions.constraints.push_back(rigid_body(label, s.right(), hub));
       }},
      {"rigid bar",
       [label](Setup& s) {
         const Index end = s.add_node({2.5, 0.6, 0.9});
         s.add_mass(end);
         for (const Index node : {s.right()[0], s.right()[2], s.right()[6]})
           s.conditions.constraints.push_back(rigid_bar(label, node, end));
       }},
      {"pinned joint",
       [label](Setup& s) {
         const Index end = s.add_node(s.model.mesh.points[s.right()[0]]);
         s.add_mass(end);
         s.conditions.constraints.push_back(joint(label, Joint::pinned, s.right()[0], end));
       }},
      {"slider",
       [label](Setup& s) {
         const Index end = s.add_node(s.model.mesh.points[s.right()[0]]);
         s.add_mass(end);
         s.conditions.constraints.push_back(
             joint(label, Joint::slider, s.right()[0], end, {1, 1, 0}));
       }},
      {"coupling",
       [label](Setup& s) {
         const Index hub = s.add_node({2.2, 0.25, 0.2});
         s.add_mass(hub);
         const auto nodes = s.right();
         s.conditions.constraints.push_back(distributing_coupling(
             label, hub, nodes, std::vector<double>(nodes.size(), 1.0), true));
       }},
      {"transformed support",
       [](Setup& s) {
         const double c = std::sqrt(0.5);
         const Index node = s.right()[0];
         s.model.node_axes.push_back({node, {Vector{c, 0, c}, Vector{0, 1, 0}, Vector{-c, 0, c}}});
         s.conditions.supports.push_back({node, 2, 0, -1, "here"});
       }},
  };
}

/// The sum over all nodes of component `component` of a vector in the input's numbering.
double total(const structure::Distributed& structure, Vec columns, int component) {
  if (!columns) return 0;
  const core::ReadArray values(columns);
  double sum = 0;
  PetscInt at = 0;
  for (const auto mask : structure.slab.components)
    for (int c = 0; c < structure::components_of_node; ++c)
      if ((mask >> c) & 1) sum += (c == component ? values[at] : 0), ++at;
  return core::sum(structure.comm, sum);
}

double sum_of(Vec vector, const std::vector<char>& wanted) {
  const core::ReadArray values(vector);
  double sum = 0;
  for (PetscInt i = 0; i < values.size(); ++i) sum += wanted[i] ? values[i] : 0;
  return core::sum(core::comm_of(vector), sum);
}

/// Whether a free (or held) component of this rank is a translation along `component`.
std::vector<char> along(const structure::Distributed& structure, bool free, int component) {
  std::vector<char> marks;
  const auto& conditions = structure.steps[0];
  for (Index node = 0; node < structure.nodes.owned; ++node)
    for (int c = 0; c < structure::components_of_node; ++c) {
      const bool exists = (structure.nodes.components[node] >> c) & 1;
      const bool held = (conditions.fixed[node] >> c) & 1;
      if (exists && held != free) marks.push_back(c == component);
    }
  return marks;
}

/// Checks every frame of the run.
class BalanceCheck final : public run::Observer {
 public:
  BalanceCheck(const structure::Distributed& structure, const structure::Assembled& assembled,
               bool internal_balance)
      : structure_(structure), assembled_(assembled), internal_balance_(internal_balance) {}

  void on_step(const run::Frame& frame) override {
    const auto& mapped = dynamic_cast<const StructureFrame&>(frame);
    EXPECT_LE(frame.violations().position, 1e-12);
    EXPECT_LE(frame.violations().velocity, 1e-12);
    for (int c = 0; c < 3; ++c) check_balance(mapped, c);
    last_tip = total(structure_, frame.q(), 2);
  }

  double last_tip = 0;

 private:
  void check_balance(const StructureFrame& frame, int c) const {
    const auto& system = *assembled_.system;
    const structure::ColumnMap map(structure_, 0);
    const core::Vector a = map.make_free(), inertia = map.make_free(), load = map.make_free();
    map.restrict(frame.acceleration(), a);
    core::check(MatMult(*system.mass(), a, inertia));
    system.add_load(frame.time(), 1.0, load);
    double inertial = sum_of(inertia, along(structure_, true, c));
    double loads = sum_of(load, along(structure_, true, c));
    if (structure_.steps[0].fixed_global > 0) {
      const core::Vector held = map.make_held();
      core::check(MatMult(assembled_.held.mass, a, held));
      inertial += sum_of(held, along(structure_, false, c));
      for (const auto& item : assembled_.held.loads)
        loads +=
            item.amplitude->value(frame.time()) * sum_of(item.shape, along(structure_, false, c));
    }
    const double reactions = total(structure_, frame.reaction(), c);
    const double between = total(structure_, frame.constraint_force(), c);
    const double scale = weight;
    EXPECT_NEAR(reactions + loads + between, inertial, 1e-10 * scale) << "component " << c;
    if (internal_balance_) {
      EXPECT_NEAR(between, 0, 1e-10 * scale);
    }
  }

  static constexpr double weight = 9.81 * 2700 * 2 * 0.5 * 0.4;
  const structure::Distributed& structure_;
  const structure::Assembled& assembled_;
  bool internal_balance_;
};

structure::Distributed spread(Setup&& setup, bool eliminate = true) {
  std::vector<Conditions> steps;
  const auto amplitudes = setup.model.amplitudes;
  if (core::rank(PETSC_COMM_WORLD) == 0)
    steps.push_back(std::move(setup.conditions));
  else
    setup.model = Model{};
  setup.model.amplitudes = amplitudes;
  structure::DistributeOptions options;
  options.eliminate_supports = eliminate;
  return distribute(PETSC_COMM_WORLD, std::move(setup.model), std::move(steps), options);
}

Setup make(const Kind& kind) {
  Setup setup;
  structure::test::clamp(setup.model, "left", setup.conditions);
  setup.model.amplitudes.push_back(mechanics::expression_amplitude("sin(300*t)"));
  setup.conditions.nodal.push_back({setup.right()[0], 1, 1e4, 0, "here"});
  structure::BodyLoad gravity;
  gravity.everywhere = true;
  gravity.acceleration = {0, 0, -9.81};
  setup.conditions.body.push_back(gravity);
  kind.add(setup);
  return setup;
}

class EveryConstraint : public testing::TestWithParam<int> {};

TEST_P(EveryConstraint, HoldsAndBalances) {
  const Kind kind = kinds()[GetParam()];
  for (const bool eliminate : {true, false}) {
    SCOPED_TRACE(fmt::format("{}, {}", kind.name, eliminate ? "eliminated" : "rows"));
    const auto structure = spread(make(kind), eliminate);
    auto assembled = structure::assemble(structure, 0);
    auto& state = assembled.initial;
    const auto mass = std::make_shared<stage::MassSolver>(*assembled.system);
    integrate::project(*assembled.system, state, *mass);
    integrate::SparkStepper stepper(*assembled.system, integrate::SparkOptions{}, mass);
    integrate::Acceleration acceleration(*assembled.system, mass);
    StructureFrame frame(structure);
    frame.use(assembled, 0, 0);
    BalanceCheck check(structure, assembled, kind.balanced);
    StructureObserver observer(frame, {&check});
    observer.expect_last();
    const auto report = support::run_one(*assembled.system, stepper, acceleration, state,
                                         {0, 0.01, 0.001}, {&observer});
    EXPECT_TRUE(report.done) << report.cause;
    EXPECT_NE(check.last_tip, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryConstraint, testing::Range(0, 9), [](const auto& test) {
  std::string name = kinds()[test.param].name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

}  // namespace
}  // namespace sparkdyn::output
