// SPDX-License-Identifier: BSD-3-Clause
// Distribution and assembly: the same matrices whatever the number of ranks, rigid motions, mass,
// loads, reactions and the errors that name nodes and elements.

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "box_model.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/structure/assemble.hpp"
#include "sparkdyn/structure/column_map.hpp"
#include "support/error_of.hpp"

namespace sparkdyn::structure {
namespace {

using support::error_of;
using test::Box;
using test::box_model;

const Box box;

Distributed spread(Model&& model, Conditions conditions, DistributeOptions options = {}) {
  std::vector<Conditions> steps;
  if (core::rank(PETSC_COMM_WORLD) == 0) {
    steps.push_back(std::move(conditions));
  } else {
    model = Model{};
  }
  return distribute(PETSC_COMM_WORLD, std::move(model), std::move(steps), options);
}

/// All entries in the input's numbering, on every rank.
std::vector<double> everywhere(const ColumnMap& map, Vec free) {
  const core::Vector columns = map.make_columns();
  map.expand(free, columns);
  core::Scatter scatter;
  core::Vector all;
  core::check(VecScatterCreateToAll(columns, scatter.out(), all.out()));
  core::check(VecScatterBegin(scatter, columns, all, INSERT_VALUES, SCATTER_FORWARD));
  core::check(VecScatterEnd(scatter, columns, all, INSERT_VALUES, SCATTER_FORWARD));
  const core::ReadArray values(all);
  return {values.data(), values.data() + values.size()};
}

/// A field that depends on the place only, so that it is the same on any number of ranks.
core::Vector wavy(const Distributed& structure) {
  core::Vector vector = core::make_vector(structure.comm, structure.steps[0].free_local);
  core::WriteArray entries(vector);
  PetscInt at = 0;
  for (Index node = 0; node < structure.nodes.owned; ++node) {
    const auto& p = structure.nodes.points[node];
    for (int c = 0; c < components_of_node; ++c) {
      const auto free = structure.nodes.components[node] & ~structure.steps[0].fixed[node];
      if ((free >> c) & 1) entries[at++] = std::sin(1 + 3 * p[0] + 5 * p[1] + 7 * p[2] + c);
    }
  }
  return vector;
}

/// K x and M x by plain loops over elements of the whole model, on every rank.
std::vector<double> reference_product(const Model& model, bool mass) {
  const Mesh& mesh = model.mesh;
  std::vector<double> result(3 * mesh.points.size(), 0.0);
  for (std::size_t e = 0; e < mesh.cells.size(); ++e) {
    const Element& element = *elements()[model.roles[e].element];
    const Index* nodes = mesh.nodes_of(mesh.cells[e]);
    std::vector<Point> x;
    Eigen::VectorXd q(24);
    for (int i = 0; i < 8; ++i) {
      const auto& p = mesh.points[nodes[i]];
      x.emplace_back(p[0], p[1], p[2]);
      for (int c = 0; c < 3; ++c) q[3 * i + c] = std::sin(1 + 3 * p[0] + 5 * p[1] + 7 * p[2] + c);
    }
    ElementMatrix matrix(24, 24);
    const ElementInput input{x, &model.materials[0], &model.sections[0].data};
    if (mass)
      element.mass(input, model.lumped_mass, matrix);
    else
      element.stiffness(input, matrix);
    const Eigen::VectorXd force = matrix * q;
    for (int i = 0; i < 8; ++i)
      for (int c = 0; c < 3; ++c) result[3 * nodes[i] + c] += force[3 * i + c];
  }
  return result;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

TEST(Assemble, MatricesAreSumsOverElements) {
  const Model whole = box_model(box);
  const auto structure = spread(box_model(box), {});
  const auto assembled = assemble(structure, 0);
  const ColumnMap map(structure, 0);
  const core::Vector x = wavy(structure), y = core::make_like(x);
  core::check(MatMult(*assembled.system->mass(), x, y));
  const auto mass = everywhere(map, y), mass_reference = reference_product(whole, true);
  core::check(VecSet(y, 0.0));
  assembled.system->add_internal(1.0, x, nullptr, y);
  const auto stiffness = everywhere(map, y), stiffness_reference = reference_product(whole, false);
  ASSERT_EQ(mass.size(), mass_reference.size());
  for (std::size_t i = 0; i < mass.size(); ++i) {
    EXPECT_NEAR(mass[i], mass_reference[i], 1e-13 * largest(mass_reference));
    EXPECT_NEAR(stiffness[i], stiffness_reference[i], 1e-12 * largest(stiffness_reference));
  }
}

TEST(Assemble, RigidMotionsAreFree) {
  const auto structure = spread(box_model(box), {});
  const auto assembled = assemble(structure, 0);
  const core::Vector force = assembled.system->make_displacement();
  for (const auto& motion : rigid_motions(structure, 0)) {
    core::check(VecSet(force, 0.0));
    assembled.system->add_internal(1.0, motion, nullptr, force);
    EXPECT_LT(core::norm_infinity(force), 1e-10 * 70e9 * box.lx);
  }
}

TEST(Assemble, MassProperties) {
  const auto structure = spread(box_model(box), {});
  const auto found = mass_properties(structure);
  const double mass = 2700 * box.lx * box.ly * box.lz;
  EXPECT_NEAR(found.mass, mass, 1e-10 * mass);
  EXPECT_NEAR(found.centre[0], box.lx / 2, 1e-12);
  EXPECT_NEAR(found.centre[1], box.ly / 2, 1e-12);
  EXPECT_NEAR(found.centre[2], box.lz / 2, 1e-12);
  EXPECT_NEAR(found.inertia[0], mass / 12 * (box.ly * box.ly + box.lz * box.lz), 1e-10 * mass);
  EXPECT_NEAR(found.inertia[1], mass / 12 * (box.lx * box.lx + box.lz * box.lz), 1e-10 * mass);
  EXPECT_NEAR(found.inertia[3], 0, 1e-10 * mass);
}

TEST(Assemble, LoadsHaveTheRightTotal) {
  Model model = box_model(box);
  Conditions conditions;
  conditions.surface.push_back({model.mesh.surfaces["right"], 0, {3, 4, 5}, -1, "test"});
  BodyLoad gravity;
  gravity.everywhere = true;
  gravity.acceleration = {0, 0, -9.81};
  conditions.body.push_back(gravity);
  conditions.nodal.push_back({0, 1, 7, -1, "test"});
  const auto structure = spread(std::move(model), std::move(conditions));
  const auto assembled = assemble(structure, 0);
  const core::Vector force = assembled.system->make_displacement();
  assembled.system->add_load(0, 1, force);
  const auto motions = rigid_motions(structure, 0);
  const double area = box.ly * box.lz, weight = 9.81 * 2700 * box.lx * area;
  EXPECT_NEAR(core::dot(force, motions[0]), 3 * area, 1e-12);
  EXPECT_NEAR(core::dot(force, motions[1]), 4 * area + 7, 1e-11);
  EXPECT_NEAR(core::dot(force, motions[2]), 5 * area - weight, 1e-10 * weight);
}

TEST(Assemble, SupportsAreEliminatedOrRows) {
  for (const bool eliminate : {true, false}) {
    Model model = box_model(box);
    Conditions conditions;
    test::clamp(model, "left", conditions);
    const auto held = static_cast<PetscInt>(3 * (box.ny + 1) * (box.nz + 1));
    const auto all = static_cast<PetscInt>(3 * model.mesh.points.size());
    const auto structure =
        spread(std::move(model), std::move(conditions), {.eliminate_supports = eliminate});
    const auto assembled = assemble(structure, 0);
    EXPECT_EQ(assembled.system->dofs(), eliminate ? all - held : all);
    EXPECT_EQ(assembled.system->constraints(), eliminate ? 0 : held);
    EXPECT_EQ(structure.slab.columns, all);
  }
}

TEST(Assemble, RegionsAddUpToTheWhole) {
  const auto one = spread(box_model(box), {});
  const auto two = spread(box_model(box), {}, {.regions = {"root"}});
  const auto whole = assemble(one, 0), split = assemble(two, 0);
  ASSERT_EQ(split.system->terms().size(), 2u);
  EXPECT_EQ(split.system->terms()[1].name(), "elastic@root");
  // Two partitions of the same model may differ: compare in the input's numbering.
  const auto product = [](const Distributed& structure, const Assembled& assembled) {
    const core::Vector force = assembled.system->make_displacement();
    assembled.system->add_internal(1.0, wavy(structure), nullptr, force);
    return everywhere(ColumnMap(structure, 0), force);
  };
  const auto a = product(one, whole), b = product(two, split);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-13 * largest(a));
}

TEST(Assemble, RayleighPerMaterial) {
  Model model = box_model(box);
  model.materials.push_back(model.materials[0]);
  model.material_names.emplace_back("damped");
  model.materials[1].alpha = 3;
  model.materials[1].beta = 1e-4;
  model.sections.push_back({1, SolidSection{}});
  for (const Index cell : model.mesh.cell_groups["root"]) model.roles[cell].section = 1;
  const auto structure = spread(std::move(model), {});
  const auto assembled = assemble(structure, 0, {.rayleigh = {2, 0}});
  // A rigid velocity is damped by alpha M only: 2 everywhere, 3 more in the root.
  const auto motions = rigid_motions(structure, 0);
  const core::Vector force = assembled.system->make_displacement();
  assembled.system->add_internal(1.0, nullptr, motions[0], force);
  const double mass = 2700 * box.lx * box.ly * box.lz;
  EXPECT_NEAR(core::dot(force, motions[0]), 2 * mass + 3 * mass / box.nx, 1e-9 * mass);
}

TEST(Assemble, ErrorsNameTheCulprit) {
  const auto with = [](auto change) {
    return error_of([&] {
      Model model = box_model(box);
      Conditions conditions;
      DistributeOptions options;
      change(model, conditions, options);
      const auto structure = spread(std::move(model), std::move(conditions), options);
      assemble(structure, 0);
    });
  };
  EXPECT_NE(with([](Model& model, Conditions&, DistributeOptions&) {
              std::swap(model.mesh.cell_nodes[8 * 5], model.mesh.cell_nodes[8 * 5 + 1]);
            }).find("box: element 506 (hex8)"),
            std::string::npos);
  EXPECT_NE(with([](Model& model, Conditions&, DistributeOptions&) {
              model.mesh.node_ids.push_back(999);
              model.mesh.points.push_back({0, 0, 9});
            }).find("node 999 belongs to no element"),
            std::string::npos);
  EXPECT_NE(with([](Model&, Conditions&, DistributeOptions& options) {
              options.regions = {"rot"};
            }).find("did you mean 'root'?"),
            std::string::npos);
  EXPECT_NE(with([](Model&, Conditions& conditions, DistributeOptions&) {
              conditions.nodal.push_back({4, 5, 1.0, -1, "case.yaml:7"});
            }).find("case.yaml:7: node 105 has no component 'rotation z'"),
            std::string::npos);
  EXPECT_NE(with([](Model& model, Conditions& conditions, DistributeOptions&) {
              test::clamp(model, "left", conditions);
              Equation row;
              row.entries = {{model.mesh.node_groups["left"][0], 0, 1.0}};
              row.value = 0.5;
              conditions.constraints.push_back(linear_equation({"odd", "case.yaml:9"}, row));
            }).find("contradicts"),
            std::string::npos);
  EXPECT_NE(with([](Model& model, Conditions&, DistributeOptions&) {
              model.roles.assign(model.roles.size(), {});
            }).find("no cell of the mesh is an element"),
            std::string::npos);
}

TEST(Assemble, RedundantRowsAreDroppedAndNamed) {
  Model model = box_model(box);
  Conditions conditions;
  Equation row;
  row.entries = {{0, 0, 1.0}, {1, 0, -1.0}};
  conditions.constraints.push_back(linear_equation({"first", "case.yaml:9"}, row));
  for (auto& entry : row.entries) entry.coefficient *= 2;
  conditions.constraints.push_back(linear_equation({"second", "case.yaml:10"}, row));
  const auto structure = spread(std::move(model), std::move(conditions));
  EXPECT_EQ(assemble(structure, 0).system->constraints(), 1);
  ASSERT_EQ(structure.warnings.size(), 1u);
  EXPECT_NE(structure.warnings[0].find("second"), std::string::npos);
}

TEST(ColumnMap, ThereAndBack) {
  Model model = box_model(box);
  Conditions conditions;
  test::clamp(model, "left", conditions);
  const auto structure = spread(std::move(model), std::move(conditions));
  const ColumnMap map(structure, 0);
  const core::Vector x = wavy(structure), columns = map.make_columns(), back = map.make_free();
  map.expand(x, columns);
  map.restrict(columns, back);
  core::check(VecAXPY(back, -1.0, x));
  EXPECT_EQ(core::norm(back), 0);
  // Column 3 i + c of a box of solids is component c of the i-th node of the input.
  const auto all = everywhere(map, x);
  const Model whole = box_model(box);
  for (std::size_t i = 0; i < whole.mesh.points.size(); ++i) {
    const auto& p = whole.mesh.points[i];
    for (int c = 0; c < 3; ++c)
      EXPECT_EQ(all[3 * i + c], p[0] == 0 ? 0.0 : std::sin(1 + 3 * p[0] + 5 * p[1] + 7 * p[2] + c));
  }
}

}  // namespace
}  // namespace sparkdyn::structure
