// SPDX-License-Identifier: BSD-3-Clause
// Forces of elements that turn, assembled: the same on any number of ranks, tangents that belong to
// them, momenta of a free body.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "box_model.hpp"
#include "nonlinear/assemble_exact.hpp"
#include "nonlinear/element_forces.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/structure/assemble.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

/// A box of hexahedra with a frame of beams, a bar and a damped spring on it.
Model mixed_model() {
  Model model = test::box_model({.nx = 3, .ny = 2, .nz = 1});
  model.nonlinear = true;
  model.materials[0].beta = 1e-4;
  model.materials[0].alpha = 0.3;
  Mesh& mesh = model.mesh;
  const auto add_node = [&](double x, double y, double z) {
    mesh.node_ids.push_back(101 + static_cast<std::int64_t>(mesh.points.size()));
    mesh.points.push_back({x, y, z});
    return static_cast<Index>(mesh.points.size()) - 1;
  };
  const auto add_line = [&](Index a, Index b, const char* element, int section) {
    const auto id = static_cast<std::int64_t>(501 + mesh.cells.size());
    mesh.cells.push_back({id, Shape::line2, static_cast<Index>(mesh.cell_nodes.size())});
    mesh.cell_nodes.insert(mesh.cell_nodes.end(), {a, b});
    model.roles.push_back({static_cast<std::int16_t>(find_element(element)), section});
  };
  BeamSection beam;
  beam.area = 0.01;
  beam.I11 = beam.I22 = 1e-5;
  beam.J = 2e-5;
  beam.shear1 = beam.shear2 = 0.008;
  beam.n1 = {0, 1, 0.2};
  SpringSection spring;
  spring.stiffness = 1e6;
  spring.damping = 1e4;
  model.sections.push_back({0, beam});
  model.sections.push_back({0, TrussSection{0.02}});
  model.sections.push_back({-1, spring});
  const Index first = add_node(2.5, 0, 0), second = add_node(3, 0.5, 0.2);
  add_line(test::box_node({.nx = 3, .ny = 2, .nz = 1}, 3, 0, 0), first, "beam2", 1);
  add_line(first, second, "beam2", 1);
  add_line(second, 0, "truss2", 2);
  add_line(second, 5, "spring", 3);
  return model;
}

struct Assembly {
  Distributed structure;
  Layout layout;
  std::vector<mechanics::ForcePtr> forces;
};

Assembly make(MPI_Comm comm) {
  Model model;
  std::vector<Conditions> steps;
  if (core::rank(comm) == 0) {
    model = mixed_model();
    steps.emplace_back();
  }
  Assembly result{distribute(comm, std::move(model), std::move(steps), {}), {}, {}};
  result.layout = layout_of(result.structure, result.structure.steps[0]);
  result.forces = element_forces(result.structure, result.layout);
  return result;
}

/// A state or a direction that depends on the place only.
core::Vector field(const Assembly& assembly, double amount, bool state) {
  core::Vector vector = core::make_vector(assembly.layout.comm, assembly.layout.local);
  const core::WriteArray x(vector);
  for (Index node = 0; node < assembly.structure.nodes.owned; ++node) {
    const auto& p = assembly.structure.nodes.points[node];
    const double phase = 1 + 3 * p[0] + 5 * p[1] + 7 * p[2];
    const PetscInt at = assembly.layout.position[node] - assembly.layout.begin;
    for (int c = 0; c < 3; ++c) x[at + c] = amount * std::sin(phase + c);
    if (assembly.layout.directors[node] < 0) continue;
    const Eigen::Vector3d w = amount * Eigen::Vector3d(std::sin(phase), std::cos(phase), 0.3);
    const Eigen::Matrix3d R = Eigen::AngleAxisd(w.norm(), w.normalized()).toRotationMatrix();
    for (int d = 0; d < 3; ++d)
      for (int c = 0; c < 3; ++c)
        x[at + 3 + 3 * d + c] = state ? R(c, d) : amount * std::cos(phase + c + 2 * d);
  }
  return vector;
}

core::Vector total(const Assembly& assembly, Vec q, Vec v) {
  core::Vector r = core::make_like(q);
  for (const auto& force : assembly.forces) force->add({.t = 0, .q = q, .v = v}, 1.0, r);
  return r;
}

/// By position in the input: the sum over the unknowns of each node, weighted, on all ranks.
std::vector<double> by_node(const Assembly& assembly, Vec r) {
  std::vector<double> values(static_cast<std::size_t>(assembly.structure.nodes.global), 0.0);
  const core::ReadArray x(r);
  for (Index node = 0; node < assembly.structure.nodes.owned; ++node) {
    const PetscInt at = assembly.layout.position[node] - assembly.layout.begin;
    const int width = assembly.layout.directors[node] < 0 ? 3 : 12;
    for (int c = 0; c < width; ++c)
      values[assembly.structure.nodes.input[node]] += (1 + 0.37 * c) * x[at + c];
  }
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE, MPI_SUM,
                assembly.structure.comm);
  return values;
}

TEST(ForcesThatTurn, AreTheSameOnAnyNumberOfRanks) {
  const Assembly all = make(PETSC_COMM_WORLD), alone = make(PETSC_COMM_SELF);
  ASSERT_EQ(all.forces.size(), 2U);
  const auto compare = [&](const auto& compute) {
    const std::vector<double> expected = compute(alone), found = compute(all);
    double size = 0;
    for (const double x : expected) size = std::max(size, std::abs(x));
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-13 * size);
  };
  compare([](const Assembly& a) {
    return by_node(a, total(a, field(a, 0.05, true), field(a, 0.3, false)));
  });
  compare([](const Assembly& a) {
    const core::Vector q = field(a, 0.05, true), v = field(a, 0.3, false), sum = core::make_like(q),
                       work = core::make_like(q);
    for (const auto& force : a.forces) {
      const mechanics::Tangent tangent = force->tangent({.t = 0, .q = q, .v = v});
      for (const auto* part : {&tangent.by_q, &tangent.by_v})
        for (const auto& matrix : *part) {
          core::check(MatMult(*matrix.matrix, v, work));
          core::check(VecAXPY(sum, matrix.factor, work));
        }
    }
    return by_node(a, sum);
  });
  compare([](const Assembly& a) {
    const core::Vector q = field(a, 0.05, true);
    return std::vector<double>{a.forces[0]->energy({.t = 0, .q = q})};
  });
}

TEST(ForcesThatTurn, TangentsBelongToThem) {
  const Assembly assembly = make(PETSC_COMM_WORLD);
  const core::Vector q = field(assembly, 0.05, true), v = field(assembly, 0.1, false);
  const core::Vector direction = field(assembly, 1.0, false);
  const mechanics::ForcePtr elastic = assembly.forces[0];
  ASSERT_EQ(elastic->kind(), mechanics::Kind::elastic);
  const auto at = [&](double shift) {
    core::Vector moved = core::make_copy(Vec(q)), r = core::make_like(q);
    core::check(VecAXPY(moved, shift, direction));
    elastic->add({.t = 0, .q = moved, .v = v}, 1.0, r);
    return r;
  };
  const double h = 1e-4;
  const core::Vector slope = at(h);
  core::check(VecAXPY(slope, -1.0, at(-h)));
  core::check(VecScale(slope, 8 / (12 * h)));
  core::check(VecAXPY(slope, -1 / (12 * h), at(2 * h)));
  core::check(VecAXPY(slope, 1 / (12 * h), at(-2 * h)));
  const core::Vector product = core::make_like(q);
  const auto tangent = elastic->tangent({.t = 0, .q = q, .v = v});
  core::check(MatMult(*tangent.by_q[0].matrix, direction, product));
  const double size = core::norm(product);
  core::check(VecAXPY(product, -1.0, slope));
  EXPECT_LT(core::norm(product), 1e-8 * size);
}

/// No net force, whatever the state: elasticity and damping of strains act between nodes. Air
/// resists, so alpha is left out of it.
TEST(ForcesThatTurn, AFreeBodyHasNoNetForce) {
  const Assembly assembly = make(PETSC_COMM_WORLD);
  const core::Vector q = field(assembly, 0.05, true), r = core::make_like(q);
  assembly.forces[0]->add({.t = 0, .q = q}, 1.0, r);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  const core::ReadArray f(r);
  for (Index node = 0; node < assembly.structure.nodes.owned; ++node)
    for (int c = 0; c < 3; ++c)
      sum(c) += f[assembly.layout.position[node] - assembly.layout.begin + c];
  for (int c = 0; c < 3; ++c)
    EXPECT_NEAR(core::sum(PETSC_COMM_WORLD, sum(c)), 0, 1e-12 * core::norm(r));
}

/// The kinetic energy of a translation and of a spin are those of the mass properties.
TEST(ForcesThatTurn, TheMassIsThatOfTheBody) {
  const Assembly assembly = make(PETSC_COMM_WORLD);
  const MassProperties body = mass_properties(assembly.structure);
  const Assembled assembled = assemble_exact(assembly.structure, 0, {});
  const core::Vector v = assembled.system->make_displacement();
  const Eigen::Vector3d spin(0.3, -0.2, 0.5), centre(body.centre.data());
  {
    const core::WriteArray x(v);
    for (Index node = 0; node < assembly.structure.nodes.owned; ++node) {
      const Eigen::Vector3d p(assembly.structure.nodes.points[node].data());
      const PetscInt at = assembly.layout.position[node] - assembly.layout.begin;
      Eigen::Map<Eigen::Vector3d>(x.data() + at) = spin.cross(p - centre);
      if (assembly.layout.directors[node] < 0) continue;
      for (int d = 0; d < 3; ++d)
        Eigen::Map<Eigen::Vector3d>(x.data() + at + 3 + 3 * d) =
            spin.cross(Eigen::Vector3d::Unit(d));
    }
  }
  Eigen::Matrix3d J;
  const auto& [xx, yy, zz, xy, yz, zx] = body.inertia;
  J << xx, xy, zx, xy, yy, yz, zx, yz, zz;
  const double expected = 0.5 * spin.dot(J * spin);
  EXPECT_NEAR(assembled.system->kinetic_energy(v), expected, 2e-3 * expected);
}

}  // namespace
}  // namespace sparkdyn::structure::nonlinear
