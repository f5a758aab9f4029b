// SPDX-License-Identifier: BSD-3-Clause
// Motions made by hand: a warning when and only when a linear model cannot follow them, the same on
// any number of ranks.

#include "output/motion_watch.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <functional>
#include <random>
#include <sstream>

#include "structure/box_model.hpp"

namespace sparkdyn::output {
namespace {

using Eigen::Vector3d;
using structure::Conditions;
using structure::Index;
using structure::Model;

/// A state that is only looked at for its displacements.
class GivenFrame final : public run::Frame {
 public:
  GivenFrame(Vec columns, long step) : columns_(columns), step_(step) {}
  long step() const override { return step_; }
  double time() const override { return 0.25 * static_cast<double>(step_); }
  bool first() const override { return step_ == 0; }
  bool last() const override { return false; }
  Vec q() const override { return columns_; }
  Vec v() const override { return columns_; }
  Vec acceleration() const override { return nullptr; }
  Vec multiplier() const override { return nullptr; }
  const run::Energies& energies() const override { return energies_; }
  const run::Violations& violations() const override { return violations_; }

 private:
  Vec columns_;
  long step_;
  run::Energies energies_;
  run::Violations violations_;
};

/// Displacement and rotation at a point.
using Motion = std::function<Eigen::Matrix<double, 6, 1>(const Vector3d&)>;

Motion rigid(const Vector3d& shift, const Vector3d& turn) {
  return [=](const Vector3d& x) {
    Eigen::Matrix<double, 6, 1> motion;
    motion << shift + turn.cross(x), turn;
    return motion;
  };
}

class Watched {
 public:
  explicit Watched(Model model, Conditions conditions = {}) {
    std::vector<Conditions> steps;
    steps.push_back(std::move(conditions));
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) model = {}, steps = {};
    structure_ = structure::distribute(MPI_COMM_WORLD, std::move(model), std::move(steps), {});
  }

  /// All warnings after showing these motions one after another.
  std::vector<std::string> after(const std::vector<Motion>& motions) {
    std::ostringstream out;
    core::Log log(MPI_COMM_WORLD, out);
    MotionWatch watch(structure_, 1, std::make_shared<bool>(false), log);
    watch.use(0);
    long step = 0;
    for (const Motion& motion : motions) {
      const auto& slab = structure_.slab;
      std::vector<double> values;
      for (std::size_t i = 0; i < slab.points.size(); ++i) {
        const auto at = motion(Eigen::Map<const Vector3d>(slab.points[i].data()));
        for (int c = 0; c < 6; ++c)
          if ((slab.components[i] >> c) & 1) values.push_back(at[c]);
      }
      const core::Vector columns =
          core::make_vector(MPI_COMM_WORLD, static_cast<PetscInt>(values.size()));
      {
        core::WriteArray entries(columns);
        for (std::size_t i = 0; i < values.size(); ++i)
          entries[static_cast<PetscInt>(i)] = values[i];
      }
      const GivenFrame frame(columns, step);
      if (step++ == 0)
        watch.on_start(frame);
      else
        watch.on_step(frame);
    }
    return log.warnings();
  }

 private:
  structure::Distributed structure_;
};

/// A flat plate of shells in the plane z = 0.
Model plate(double thickness, int n = 8) {
  Model model;
  auto& mesh = model.mesh;
  mesh.file = "plate";
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) {
      mesh.node_ids.push_back(1 + mesh.nodes());
      mesh.points.push_back({1.0 * i / n, 1.0 * j / n, 0});
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const Index a = i + (n + 1) * j;
      mesh.cells.push_back({1 + static_cast<Index>(mesh.cells.size()),
                            structure::Shape::quadrilateral4,
                            static_cast<Index>(mesh.cell_nodes.size())});
      for (const Index node : {a, a + 1, a + n + 2, a + n + 1}) mesh.cell_nodes.push_back(node);
    }
  model.materials = {structure::Material::isotropic(210e9, 0.3, 7850)};
  model.material_names = {"steel"};
  model.sections = {{0, structure::ShellSection{thickness}}};
  model.roles.assign(mesh.cells.size(),
                     {static_cast<std::int16_t>(structure::find_element("shell4")), 0});
  return model;
}

/// z bent to a sine along x, with its slope.
Motion bent(double height) {
  return [=](const Vector3d& x) {
    Eigen::Matrix<double, 6, 1> motion = Eigen::Matrix<double, 6, 1>::Zero();
    motion[2] = height * std::sin(M_PI * x[0]);
    motion[4] = -height * M_PI * std::cos(M_PI * x[0]);
    return motion;
  };
}

TEST(MotionWatch, TurnsOfSolidsAreSeenWhereverTheyGo) {
  Watched box(structure::test::box_model({}));
  std::mt19937 random(11);
  const auto uniform = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  for (int trial = 0; trial < 60; ++trial) {
    const Vector3d shift(uniform(-100, 100), uniform(-100, 100), uniform(-100, 100));
    Vector3d turn(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    // An edge along the axis does not turn: of three edges one turns by √(2/3) at least.
    const double size = uniform(0, 0.3);
    turn *= size / turn.norm();
    const auto warnings = box.after({rigid(shift, turn)});
    if (size < 0.0999) {
      EXPECT_TRUE(warnings.empty()) << size << ": " << warnings[0];
    }
    if (size > 0.1226) {
      ASSERT_EQ(warnings.size(), 1u) << size;
    }
  }
}

TEST(MotionWatch, WarnsOnceWithPlaceAndTime) {
  Watched box(structure::test::box_model({}));
  const Motion small = rigid({0, 0, 1}, {0, 0, 0.01}), large = rigid({0, 0, 1}, {0, 0, 6.28});
  const auto warnings = box.after({small, small, large, large, small});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("at t = 0.5 "), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[0].find("nodes 1"), std::string::npos) << warnings[0];
}

TEST(MotionWatch, PlacesThatMoveApartAreSeen) {
  // Half of the box slides along y on the other half: no edge of an element is involved.
  Model model = structure::test::box_model({.nx = 1});
  Model other = structure::test::box_model({.nx = 1});
  const Index before = model.mesh.nodes();
  for (auto& point : other.mesh.points) {
    point[0] += 5;
    model.mesh.points.push_back(point);
    model.mesh.node_ids.push_back(1000 + model.mesh.nodes());
  }
  for (const auto& cell : other.mesh.cells)
    model.mesh.cells.push_back({cell.id + 1000, cell.shape,
                                cell.first + static_cast<Index>(other.mesh.cell_nodes.size())});
  for (const Index node : other.mesh.cell_nodes) model.mesh.cell_nodes.push_back(node + before);
  model.roles.resize(model.mesh.cells.size(), model.roles[0]);
  Watched both(std::move(model));
  const auto slide = [](double by) -> Motion {
    return [by](const Vector3d& x) {
      Eigen::Matrix<double, 6, 1> motion = Eigen::Matrix<double, 6, 1>::Constant(0);
      motion[1] = x[0] > 3 ? by : 0;
      return motion;
    };
  };
  const double size = std::sqrt(7 * 7 + 0.5 * 0.5 + 0.4 * 0.4);
  EXPECT_TRUE(both.after({slide(0.099 * size)}).empty());
  EXPECT_EQ(both.after({slide(0.101 * size)}).size(), 1u);
}

TEST(MotionWatch, BodiesThatTurnAreSeenAndShaftsAreNot) {
  Model model = structure::test::box_model({});
  model.mesh.node_ids.push_back(900);
  model.mesh.points.push_back({3, 0.2, 0.2});
  const Index hub = model.mesh.nodes() - 1;
  Conditions conditions;
  conditions.constraints.push_back(
      structure::rigid_body({"head", "here"}, model.mesh.node_groups.at("right"), hub));
  Watched body(std::move(model), std::move(conditions));
  const auto turned = [](double by) -> Motion {  // the hub alone
    return [by](const Vector3d& x) {
      Eigen::Matrix<double, 6, 1> motion = Eigen::Matrix<double, 6, 1>::Zero();
      motion[3] = x[0] > 2.5 ? by : 0;
      return motion;
    };
  };
  EXPECT_TRUE(body.after({turned(0.099)}).empty());
  EXPECT_EQ(body.after({turned(0.101)}).size(), 1u);
  // A model of torsion turns as far as it likes: no displacement hangs on it.
  Model shaft;
  shaft.mesh.file = "shaft";
  for (int i = 0; i < 3; ++i) {
    shaft.mesh.node_ids.push_back(i + 1);
    shaft.mesh.points.push_back({1.0 * i, 0, 0});
    shaft.mesh.cells.push_back(
        {i + 1, structure::Shape::point, static_cast<Index>(shaft.mesh.cell_nodes.size())});
    shaft.mesh.cell_nodes.push_back(i);
    shaft.roles.push_back({static_cast<std::int16_t>(structure::find_element("mass")), 0});
  }
  shaft.sections = {{-1, structure::MassSection{1, {1, 1, 1, 0, 0, 0}}}};
  EXPECT_TRUE(Watched(std::move(shaft)).after({rigid({0, 0, 0}, {50, 0, 0})}).empty());
}

TEST(MotionWatch, ShellsMayBendByTheirThickness) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const double t = std::exp(std::uniform_real_distribution<double>(-8, -4.5)(random));
    Watched shell(plate(t));
    // The rigid motion nearest to a sine is its mean, 2/π: up to that is left.
    const double left = 2 / M_PI;
    EXPECT_TRUE(shell.after({bent(0.9 / left * t)}).empty()) << t;
    const auto warnings = shell.after({bent(2.0 / left * t)});
    ASSERT_EQ(warnings.size(), 1u) << t;
    EXPECT_NE(warnings[0].find("thickness"), std::string::npos) << warnings[0];
    EXPECT_TRUE(shell.after({rigid({3, 4, 5}, {0.05, 0.05, 0.03})}).empty()) << t;
    // Moved in its plane, however far.
    EXPECT_TRUE(shell
                    .after({[](const Vector3d& x) {
                      Eigen::Matrix<double, 6, 1> motion = Eigen::Matrix<double, 6, 1>::Zero();
                      motion[1] = 0.02 * std::sin(M_PI * x[0]);
                      return motion;
                    }})
                    .empty())
        << t;
  }
}

}  // namespace
}  // namespace sparkdyn::output
