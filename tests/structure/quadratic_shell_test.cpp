// SPDX-License-Identifier: BSD-3-Clause
// shell6 and shell8: patch tests, rigid motions, mass, offsets, and the problems of MacNeal and
// Harder with meshes of half as many cells as the linear shells have.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "structure/shell_cases.hpp"

namespace sparkdyn::structure::test {
namespace {

using Map = std::function<Point(double, double)>;

void report(const std::string& what, double ratio) {
  std::printf("%s: %.5f\n", what.c_str(), ratio);
}

std::string fmt_name(const std::string& what, int n, int m) {
  return what + ", " + std::to_string(n) + " x " + std::to_string(m);
}

class QuadraticShellTest : public testing::TestWithParam<const char*> {
 protected:
  bool triangles() const { return std::string(GetParam()) == "shell6"; }

  /// Nodes of cells and of their edges' middles of an n × m grid, mapped, or with edges that are
  /// straight between mapped corners; where each lies in the square is kept in places_.
  ThinStructure grid(const Material& material, const SectionData& section, int n, int m,
                     const Map& map, bool straight = false) {
    ThinStructure s(material, section);
    places_.clear();
    std::vector<int> numbers((2 * n + 1) * (2 * m + 1), -1);
    const auto node = [&](int i, int j) {
      int& number = numbers[j * (2 * n + 1) + i];
      if (number < 0) {
        const auto mapped = [&](int k, int l) { return map(0.5 * k / n, 0.5 * l / m); };
        const int right = i % 2, up = j % 2;
        number = s.add_node(
            straight ? Point(0.5 * (mapped(i - right, j - up) + mapped(i + right, j + up)))
                     : mapped(i, j));
        places_.push_back({0.5 * i / n, 0.5 * j / m});
      }
      return number;
    };
    for (int j = 0; j < 2 * m; j += 2)
      for (int i = 0; i < 2 * n; i += 2) {
        if (!triangles()) {
          s.add(GetParam(),
                {node(i, j), node(i + 2, j), node(i + 2, j + 2), node(i, j + 2), node(i + 1, j),
                 node(i + 2, j + 1), node(i + 1, j + 2), node(i, j + 1)});
          continue;
        }
        s.add(GetParam(), {node(i, j), node(i + 2, j), node(i + 2, j + 2), node(i + 1, j),
                           node(i + 2, j + 1), node(i + 1, j + 1)});
        s.add(GetParam(), {node(i, j), node(i + 2, j + 2), node(i, j + 2), node(i + 1, j + 1),
                           node(i + 1, j + 2), node(i, j + 1)});
      }
    return s;
  }

  /// Fixes components of the nodes whose place in the square satisfies the condition.
  void fix(ThinStructure& s, const auto& where, std::initializer_list<int> components) const {
    for (int i = 0; i < s.nodes(); ++i)
      if (where(places_[i][0], places_[i][1])) s.fix(i, components);
  }
  int at(double a, double b) const {
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (std::hypot(places_[i][0] - a, places_[i][1] - b) < 1e-9) return static_cast<int>(i);
    throw std::runtime_error("no node there");
  }
  /// Spread evenly over the edge a = 1: 1, 4, 1 for each of m cells.
  void load_end(Eigen::VectorXd& load, int m, int component, double force) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i][0] < 1 - 1e-9) continue;
      const double j = 2 * m * places_[i][1];
      const bool middle = std::lround(j) % 2 == 1, end = j < 0.5 || j > 2 * m - 0.5;
      load(6 * i + component) = force / m * (middle ? 4 : end ? 1 : 2) / 6;
    }
  }

  std::vector<std::array<double, 2>> places_;
};

INSTANTIATE_TEST_SUITE_P(Kinds, QuadraticShellTest, testing::Values("shell6", "shell8"),
                         [](const auto& info) { return std::string(info.param); });

const Map flat = [](double a, double b) { return Point(a, b, 0); };

/// A warped, distorted cell or two, with curved edges.
Map curved() {
  return [](double a, double b) {
    return Point(1.1 * a + 0.1 * b + 0.05 * a * b, 0.9 * b - 0.1 * a, 0.15 * a * a - 0.1 * a * b);
  };
}

// A skew patch with straight edges: corners inside are moved, middles follow.
Map skew() {
  return [](double a, double b) {
    const double i = a < 0.5 ? 2 * a : 2 - 2 * a, j = b < 0.5 ? 2 * b : 2 - 2 * b;
    return Point(0.24 * (a + 0.08 * i * j), 0.12 * (b - 0.11 * i * j), 0);
  };
}

TEST_P(QuadraticShellTest, RigidMotionsAloneHaveNoEnergy) {
  for (const double thickness : {0.2, 1e-3})
    for (const double offset : {0.0, 0.5}) {
      const auto s =
          grid(Material::isotropic(200, 0.3, 1), shell_section(thickness, offset), 1, 1, curved());
      const Eigen::MatrixXd K = s.stiffness();
      for (int i = 0; i < 6; ++i) {
        const auto unit = Eigen::Matrix<double, 6, 1>::Unit(i);
        const Point u = unit.head<3>(), theta = unit.tail<3>();
        Eigen::VectorXd q = s.zero();
        for (int node = 0; node < s.nodes(); ++node)
          q.segment<6>(6 * node) << u + theta.cross(s.point(node)), theta;
        EXPECT_LT((K * q).norm(), 1e-12 * K.norm() * q.norm());
      }
      const Eigen::VectorXd values =
          Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues();
      EXPECT_LT(values.head<6>().cwiseAbs().maxCoeff(), 1e-13 * values.maxCoeff());
      EXPECT_GT(values(6), 1e-11 * values.maxCoeff()) << thickness;
    }
}

TEST_P(QuadraticShellTest, MassIsDefiniteAndItsTotalsAreExact) {
  const double h = 0.2, offset = 0.5, rho = 7800;
  auto s = grid(Material::isotropic(200e9, 0.3, rho), shell_section(h, offset), 1, 1,
                [](double a, double b) { return Point(2 * a, b, 0); });
  const Eigen::MatrixXd M = s.mass(), lumped = s.mass(true);
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(M).eigenvalues()(0), 0);
  const double mass = rho * h * 2, lever = offset * h;
  const auto energy = [&](const Eigen::MatrixXd& A, const Point& u, const Point& theta) {
    Eigen::VectorXd q = s.zero();
    for (int node = 0; node < s.nodes(); ++node)
      q.segment<6>(6 * node) << u + theta.cross(s.point(node)), theta;
    return q.dot(A * q);
  };
  for (int c = 0; c < 3; ++c)
    for (const auto& A : {M, lumped})
      EXPECT_NEAR(energy(A, Point::Unit(c), Point::Zero()) / mass, 1, 1e-12);
  const double through = h * h / 12 + lever * lever;
  EXPECT_NEAR(energy(M, Point::Zero(), Point::UnitX()) / (mass * (1.0 / 3 + through)), 1, 1e-12);
  EXPECT_NEAR(energy(M, Point::Zero(), Point::UnitY()) / (mass * (4.0 / 3 + through)), 1, 1e-12);
  s.section() = shell_section(h);
  EXPECT_GT(Eigen::MatrixXd(s.mass(true)).diagonal().minCoeff(), 0);
}

TEST_P(QuadraticShellTest, MembraneAndBendingPatch) {
  const double a = 1e-3, b = -4e-4, c = 7e-4, h = 1e-3;
  for (const bool bends : {false, true}) {
    auto s = grid(Material::isotropic(1e6, 0.25, 1), shell_section(h), 2, 2, skew(), true);
    fix(s, [](double u, double v) { return u == 0 || u == 1 || v == 0 || v == 1; },
        {0, 1, 2, 3, 4, 5});
    Eigen::VectorXd exact = s.zero();
    for (int i = 0; i < s.nodes(); ++i) {
      const double x = s.point(i).x(), y = s.point(i).y();
      if (bends)  // w = ½(ax² + by²) + cxy
        exact.segment<6>(6 * i) << 0, 0, 0.5 * (a * x * x + b * y * y) + c * x * y, b * y + c * x,
            -(a * x + c * y), 0;
      else
        exact.segment<6>(6 * i) << a * x + b * y, c * x - a * y, 0, 0, 0, (c - b) / 2;
    }
    const Eigen::VectorXd q = s.solve(s.zero(), exact);
    EXPECT_LT((q - exact).norm(), 1e-9 * exact.norm()) << bends;
    const double scale = 1e6 / (1 - 0.0625);
    Stress expected = Stress::Zero();
    if (bends)
      expected << -h / 2 * scale * (a + 0.25 * b), -h / 2 * scale * (b + 0.25 * a), 0, -h * 4e5 * c,
          0, 0;
    else
      expected << scale * (a - 0.25 * a), scale * (0.25 * a - a), 0, 4e5 * (b + c), 0, 0;
    for (const Member& member : s.members())
      EXPECT_LT((s.stress(member, q, 1) - expected).norm(), 1e-7 * expected.norm()) << bends;
  }
}

TEST_P(QuadraticShellTest, OffsetIsARigidArm) {
  const double h = 0.05, offset = -0.4;
  const Material steel = Material::isotropic(200, 0.3, 1);
  const auto with = grid(steel, shell_section(h, offset), 1, 1, flat);
  const auto without = grid(steel, shell_section(h), 1, 1, flat);
  Eigen::MatrixXd T = Eigen::MatrixXd::Identity(6 * with.nodes(), 6 * with.nodes());
  for (int i = 0; i < with.nodes(); ++i)
    for (int c = 0; c < 3; ++c)
      T.block<3, 1>(6 * i, 6 * i + 3 + c) = Point::Unit(c).cross(Point(0, 0, offset * h));
  const Eigen::MatrixXd K = T.transpose() * Eigen::MatrixXd(without.stiffness()) * T;
  EXPECT_LT((K - Eigen::MatrixXd(with.stiffness())).norm(), 1e-12 * K.norm());
  const Eigen::MatrixXd M = T.transpose() * Eigen::MatrixXd(without.mass()) * T;
  EXPECT_LT((M - Eigen::MatrixXd(with.mass())).norm(), 1e-12 * M.norm());
}

TEST_P(QuadraticShellTest, ThinClampedPlate) {
  const double h = 1e-4, E = 1e7, nu = 0.3, D = E * h * h * h / 12 / (1 - nu * nu);
  for (const auto& [n, bar] : {std::pair(4, triangles() ? 0.06 : 0.03), std::pair(8, 0.006)}) {
    auto s = grid(Material::isotropic(E, nu, 1), shell_section(h), n, n, flat);
    fix(s, [](double u, double v) { return u == 0 || u == 1 || v == 0 || v == 1; },
        {0, 1, 2, 3, 4, 5});
    const Eigen::VectorXd q = s.solve(area_load(s, h, {0, 0, 1}));
    const double ratio = q(6 * at(0.5, 0.5) + 2) * D / 0.00126532;
    report(fmt_name("clamped plate t/L 1e-4", n, n), ratio);
    EXPECT_NEAR(ratio, 1, bar);
  }
}

/// MacNeal and Harder's straight beam in its plane and across: 0.1081 and 0.4321.
TEST_P(QuadraticShellTest, StraightCantilever) {
  for (const auto& [component, reference] : {std::pair(1, 0.1081), std::pair(2, 0.4321)}) {
    auto s = grid(Material::isotropic(1e7, 0.3, 1), shell_section(0.1), 6, 1,
                  [](double a, double b) { return Point(6 * a, 0.2 * b, 0); });
    fix(s, [](double u, double) { return u == 0; }, {0, 1, 2, 3, 4, 5});
    Eigen::VectorXd load = s.zero();
    load_end(load, 1, component, 1);
    const double ratio = s.solve(load)(6 * at(1, 0.5) + component) / reference;
    report(fmt_name("straight beam, component " + std::to_string(component), 6, 1), ratio);
    EXPECT_NEAR(ratio, 1, 0.02);
  }
}

TEST_P(QuadraticShellTest, CurvedBeam) {
  for (const auto& [component, reference, bar] :
       {std::tuple(0, 0.08734, 0.02), std::tuple(2, 0.5022, 0.055)}) {
    auto s =
        grid(Material::isotropic(1e7, 0.25, 1), shell_section(0.1), 6, 1, [](double a, double b) {
          const double r = 4.32 - 0.2 * b, angle = pi / 2 * (1 - a);
          return Point(r * std::cos(angle), r * std::sin(angle), 0);
        });
    fix(s, [](double u, double) { return u == 0; }, {0, 1, 2, 3, 4, 5});
    Eigen::VectorXd load = s.zero();
    load_end(load, 1, component, 1);
    const double ratio = s.solve(load)(6 * at(1, 0.5) + component) / reference;
    report(fmt_name("curved beam, component " + std::to_string(component), 6, 1), ratio);
    EXPECT_NEAR(ratio, 1, bar);
  }
}

TEST_P(QuadraticShellTest, TwistedBeam) {
  for (const auto& [h, force, component, reference, bar] :
       {std::tuple(0.32, 1.0, 2, 0.005424, 0.02), std::tuple(0.32, 1.0, 1, 0.001754, 0.02),
        std::tuple(0.0032, 1e-6, 2, 0.005256, 0.03), std::tuple(0.0032, 1e-6, 1, 0.001294, 0.03)}) {
    // The membrane of triangles locks in a strip as thin and twisted as this: docs/elements.md.
    const bool locks = triangles() && h < 0.01;
    const int m = locks ? 4 : triangles() ? 2 : 1, n = 6 * m;
    auto s =
        grid(Material::isotropic(29e6, 0.22, 1), shell_section(h), n, m, [](double a, double b) {
          const double y = 1.1 * (b - 0.5), angle = pi / 2 * a;
          return Point(12 * a, y * std::cos(angle), y * std::sin(angle));
        });
    fix(s, [](double u, double) { return u == 0; }, {0, 1, 2, 3, 4, 5});
    Eigen::VectorXd load = s.zero();
    load_end(load, m, component, force);
    const double ratio = s.solve(load)(6 * at(1, 0.5) + component) / reference;
    report(fmt_name(
               "twisted beam, t " + std::to_string(h) + ", component " + std::to_string(component),
               n, m),
           ratio);
    EXPECT_NEAR(ratio, 1, locks ? 0.1 : bar);
  }
}

TEST_P(QuadraticShellTest, ScordelisLoRoof) {
  for (const auto& [n, bar] :
       {std::pair(2, triangles() ? 0.16 : 0.05), std::pair(4, 0.02), std::pair(8, 0.01)}) {
    auto s =
        grid(Material::isotropic(4.32e8, 0, 1), shell_section(0.25), n, n, [](double a, double b) {
          const double angle = 40 * pi / 180 * a;
          return Point(25 * std::sin(angle), 25 * b, 25 * std::cos(angle));
        });
    fix(s, [](double u, double) { return u == 0; }, {0, 4, 5});
    fix(s, [](double, double v) { return v == 0; }, {0, 2});
    fix(s, [](double, double v) { return v == 1; }, {1, 3, 5});
    const double ratio = s.solve(area_load(s, 0.25, {0, 0, -90}))(6 * at(1, 1) + 2) / -0.3024;
    report(fmt_name("Scordelis-Lo", n, n), ratio);
    EXPECT_NEAR(ratio, 1, bar);
  }
}

TEST_P(QuadraticShellTest, PinchedCylinder) {
  for (const auto& [n, bar] : {std::pair(4, triangles() ? 0.22 : 0.05),
                               std::pair(8, triangles() ? 0.09 : 0.01), std::pair(16, 0.02)}) {
    auto s = grid(Material::isotropic(3e6, 0.3, 1), shell_section(3), n, n, [](double a, double b) {
      return Point(300 * std::sin(pi / 2 * a), 300 * b, 300 * std::cos(pi / 2 * a));
    });
    fix(s, [](double u, double) { return u == 0; }, {0, 4, 5});
    fix(s, [](double u, double) { return u == 1; }, {2, 3, 4});
    fix(s, [](double, double v) { return v == 0; }, {0, 2});
    fix(s, [](double, double v) { return v == 1; }, {1, 3, 5});
    Eigen::VectorXd load = s.zero();
    load(6 * at(0, 1) + 2) = -0.25;
    const double ratio = s.solve(load)(6 * at(0, 1) + 2) / -1.8248e-5;
    report(fmt_name("pinched cylinder", n, n), ratio);
    EXPECT_NEAR(ratio, 1, bar);
  }
}

/// A plate as long as it is thick shears; ν = 0: PL³/3EI + PL/κGA.
TEST_P(QuadraticShellTest, ThickStripShears) {
  const double h = 0.5, E = 1e7;
  auto s = grid(Material::isotropic(E, 0, 1), shell_section(h), 8, 1,
                [](double a, double b) { return Point(a, 0.125 * b, 0); });
  fix(s, [](double u, double) { return u == 0; }, {0, 1, 2, 3, 4, 5});
  Eigen::VectorXd load = s.zero();
  load_end(load, 1, 2, 1);
  const double I = 0.125 * h * h * h / 12, G = E / 2;
  const double exact = 1 / (3 * E * I) + 1 / (5.0 / 6 * G * 0.125 * h);
  EXPECT_NEAR(s.solve(load)(6 * at(1, 0.5) + 2) / exact, 1, 0.005);
}

/// NAFEMS 13: simply supported plate 10 × 10 × 0.05 m.
TEST_P(QuadraticShellTest, SimplySupportedPlateVibrates) {
  const double h = 0.05, E = 200e9, nu = 0.3, rho = 8000;
  const double D = E * h * h * h / 12 / (1 - nu * nu);
  auto s = grid(Material::isotropic(E, nu, rho), shell_section(h), 6, 6,
                [](double a, double b) { return Point(10 * a, 10 * b, 0); });
  s.fix_everywhere({0, 1, 5});
  fix(s, [](double u, double) { return u == 0 || u == 1; }, {2, 3});
  fix(s, [](double, double v) { return v == 0 || v == 1; }, {2, 4});
  const auto found = s.frequencies(4);
  for (const auto& [i, sum] : {std::pair(0, 2), std::pair(1, 5), std::pair(3, 8)}) {
    const double exact = pi / 2 * sum / 100 * std::sqrt(D / (rho * h));
    report(fmt_name("plate, frequency " + std::to_string(i + 1), 6, 6), found[i] / exact);
    EXPECT_NEAR(found[i] / exact, 1, triangles() ? 0.015 : 0.005);
  }
}

TEST_P(QuadraticShellTest, FoldedCellsAreRefused) {
  auto s = grid(Material::isotropic(1, 0, 1), shell_section(0.1), 1, 1, [](double a, double b) {
    return Point(a == 0.5 ? 0.02 : a, b == 0.5 ? 0.02 : b, 0);
  });
  EXPECT_THROW(static_cast<void>(s.stiffness()), std::runtime_error);
}

}  // namespace
}  // namespace sparkdyn::structure::test
