// SPDX-License-Identifier: BSD-3-Clause
#include "structure/redundancy.hpp"

#include <cmath>
#include <ctime>
#include <iostream>
#include <numbers>
#include <random>

#include "structure/constraint_support.hpp"
#include "support/speed.hpp"

namespace sparkdyn::structure {
namespace {

using Eigen::Vector3d;

Equation equation(std::vector<EquationEntry> entries, std::string name, double value = 0,
                  int amplitude = -1) {
  return {std::move(entries), value, amplitude, std::move(name)};
}

/// The kept rows are independent and span the dropped ones, each by the rows it is said to follow
/// from.
void expect_basis(const Scene& scene, const std::vector<Equation>& rows,
                  const RedundancyReport& report) {
  const Eigen::MatrixXd G = dense(scene, rows);
  const auto select = [&](const std::vector<int>& which) {
    Eigen::MatrixXd part(which.size(), G.cols());
    for (std::size_t i = 0; i < which.size(); ++i) part.row(i) = G.row(which[i]);
    return part;
  };
  EXPECT_EQ(report.kept.size() + report.dropped.size(), rows.size());
  EXPECT_EQ(rank(select(report.kept)), static_cast<Eigen::Index>(report.kept.size()));
  EXPECT_EQ(rank(G), static_cast<Eigen::Index>(report.kept.size()));
  for (const auto& [row, implied_by] : report.dropped) {
    const Eigen::MatrixXd basis = select(implied_by).transpose();
    const Eigen::VectorXd target = G.row(row).transpose();
    const Eigen::VectorXd c = basis.colPivHouseholderQr().solve(target);
    EXPECT_LT((basis * c - target).norm(), 1e-9 * target.norm()) << rows[row].name;
    EXPECT_GT(c.cwiseAbs().minCoeff(), 1e-9) << "a row that takes no part is named";
    for (const int other : implied_by) EXPECT_LT(other, row);
  }
}

TEST(Redundancy, IndependentRowsStay) {
  const std::vector<Equation> rows{equation({{0, 0, 1}, {1, 0, -1}}, "a"),
                                   equation({{1, 0, 1}, {2, 0, -1}}, "b"),
                                   equation({{0, 0, 1}, {2, 0, 1}}, "c", 3)};
  const auto report = find_redundant(rows);
  EXPECT_EQ(report.kept, (std::vector<int>{0, 1, 2}));
  EXPECT_TRUE(report.dropped.empty());
  EXPECT_TRUE(find_redundant({}).kept.empty());
}

TEST(Redundancy, DuplicatedSupportsAreDroppedOnce) {
  const std::vector<Equation> rows{
      equation({{5, 1, 1}}, "first", 0.25, 2), equation({{5, 2, 1}}, "other"),
      equation({{5, 1, -4}}, "again, times −4", -1, 2), equation({{5, 1, 1}}, "third", 0.25, 2)};
  const auto report = find_redundant(rows);
  EXPECT_EQ(report.kept, (std::vector<int>{0, 1}));
  ASSERT_EQ(report.dropped.size(), 2u);
  EXPECT_EQ(report.dropped[0].row, 2);
  EXPECT_EQ(report.dropped[0].implied_by, std::vector<int>{0});
  EXPECT_EQ(report.dropped[1].row, 3);
  EXPECT_EQ(report.dropped[1].implied_by, std::vector<int>{0});
}

TEST(Redundancy, RowsWithoutEntries) {
  const std::vector<Equation> rows{equation({}, "nothing"), equation({{1, 0, 1}}, "one"),
                                   equation({{1, 0, 2}, {1, 0, -2}}, "cancels")};
  const auto report = find_redundant(rows);
  EXPECT_EQ(report.kept, std::vector<int>{1});
  ASSERT_EQ(report.dropped.size(), 2u);
  EXPECT_TRUE(report.dropped[0].implied_by.empty());
  EXPECT_TRUE(report.dropped[1].implied_by.empty());
  const std::vector<Equation> wrong{equation({}, "held", 0.5)};
  EXPECT_EQ(
      error_of([&] { find_redundant(wrong); }),
      "constraints contradict each other: held asks for 0.5, but all its components are held");
}

TEST(Redundancy, ContradictionsNameTheirRows) {
  std::vector<Equation> rows{
      equation({{0, 0, 1}}, "left end", 0.1), equation({{0, 0, 1}, {1, 0, -1}}, "link"),
      equation({{7, 0, 1}}, "bystander"), equation({{1, 0, 1}}, "right end", 0.2)};
  EXPECT_EQ(error_of([&] { find_redundant(rows); }),
            "constraints contradict each other: right end asks for 0.2, but another value follows "
            "from left end (= 0.1); link");
  rows[3].value = 0.1;
  EXPECT_EQ(find_redundant(rows).kept, (std::vector<int>{0, 1, 2}));
  rows[3].amplitude = 0;  // the same number, but another course in time
  EXPECT_TRUE(says(error_of([&] { find_redundant(rows); }), "right end asks for 0.1·a(t)"));
  rows[0].amplitude = 0;
  EXPECT_EQ(find_redundant(rows).dropped.size(), 1u);
  rows[0].value = rows[3].value = 0;  // a zero has no amplitude
  rows[0].amplitude = 5;
  EXPECT_EQ(find_redundant(rows).dropped.size(), 1u);
  rows[0].value = 1e-9;  // small is not zero
  EXPECT_TRUE(says(error_of([&] { find_redundant(rows); }), "right end"));
}

TEST(Redundancy, ValuesOfSeveralAmplitudesAddUp) {
  const auto rows = [](double a, double b) {
    return std::vector<Equation>{equation({{0, 0, 1}}, "p", 1, 0), equation({{1, 0, 1}}, "q", 2, 1),
                                 equation({{2, 0, 1}}, "r", a, 0),
                                 equation({{0, 0, 1}, {1, 0, 1}, {2, 0, -1}}, "sum", b, 1)};
  };
  EXPECT_EQ(find_redundant(rows(1, 2)).dropped.size(), 1u);
  EXPECT_TRUE(says(error_of([&] { find_redundant(rows(1, 1)); }), "sum asks for"));
  EXPECT_TRUE(says(error_of([&] { find_redundant(rows(2, 2)); }), "sum asks for"));
}

TEST(Redundancy, TwoRigidBodiesSharingThreeNodes) {
  Scene scene;
  const std::vector<Index> shared{scene.add(0, 0, 0), scene.add(1, 0, 0.3), scene.add(0.2, 1, 0)};
  auto first = shared, second = shared;
  first.push_back(scene.add(0, 0, 2));
  second.push_back(scene.add(3, 1, -2));
  const Index a = scene.add(5, 0, 0, 0), b = scene.add(0, 7, 0, 0);
  auto rows = scene.rows(rigid_body({"one", ""}, first, a));
  for (auto& row : scene.rows(rigid_body({"two", ""}, second, b))) rows.push_back(row);
  const auto report = find_redundant(rows);
  EXPECT_EQ(report.dropped.size(), 3u);  // nine equations for six relative motions
  expect_basis(scene, rows, report);
  for (const auto& dropped : report.dropped)
    EXPECT_TRUE(says(rows[dropped.row].name, "rigid body 'two'"));
}

TEST(Redundancy, BracedSquareOfBars) {
  Scene scene;
  const Index a = scene.add(0, 0, 0), b = scene.add(1, 0, 0), c = scene.add(1, 1, 0),
              d = scene.add(0, 1, 0);
  std::vector<Equation> rows;
  for (const auto& [from, to] : {std::pair(a, b), {b, c}, {c, d}, {d, a}, {a, c}, {b, d}})
    rows.push_back(scene.rows(rigid_bar({}, from, to)).front());
  const auto report = find_redundant(rows);
  ASSERT_EQ(report.dropped.size(), 1u);  // one diagonal too many
  EXPECT_EQ(report.dropped[0].row, 5);
  EXPECT_EQ(report.dropped[0].implied_by, (std::vector<int>{0, 1, 2, 3, 4}));
  expect_basis(scene, rows, report);
  // Pushing one bar longer cannot be met by the others.
  rows[2].value = 0.01;
  EXPECT_TRUE(says(error_of([&] { find_redundant(rows); }), "another value follows from"));
}

TEST(Redundancy, ClosedLoopsOfBarsAreIndependent) {
  Scene scene;
  std::vector<Equation> rows;
  constexpr int n = 50;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    scene.add(std::cos(angle), std::sin(angle), 0);
  }
  for (int i = 0; i < n; ++i) rows.push_back(scene.rows(rigid_bar({}, i, (i + 1) % n)).front());
  EXPECT_TRUE(find_redundant(rows).dropped.empty());
  // Loops of links that make nodes follow each other do close.
  std::vector<Equation> links;
  for (int i = 0; i < n; ++i)
    links.push_back(equation({{i, 0, 1}, {(i + 1) % n, 0, -1}}, std::to_string(i)));
  const auto report = find_redundant(links);
  ASSERT_EQ(report.dropped.size(), 1u);
  EXPECT_EQ(report.dropped[0].row, n - 1);
  EXPECT_EQ(report.dropped[0].implied_by.size(), n - 1u);
}

TEST(Redundancy, UnitsDoNotMatter) {
  // The same bodies in metres, megametres and nanometres: rotations' coefficients are lengths.
  for (const double unit : {1.0, 1e-6, 1e9}) {
    Scene scene;
    std::vector<Index> nodes;
    for (const auto& x :
         {Vector3d(0, 0, 0), Vector3d(1, 0, 0.3), Vector3d(0.2, 1, 0), Vector3d(1, 1, 1)})
      nodes.push_back(scene.add(unit * x[0], unit * x[1], unit * x[2]));
    const Index a = scene.add(5 * unit, 0, 0, 0), b = scene.add(0, 7 * unit, 0, 0);
    auto rows = scene.rows(rigid_body({"one", ""}, nodes, a));
    for (auto& row : scene.rows(rigid_body({"two", ""}, nodes, b))) rows.push_back(row);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (auto& entry : rows[i].entries) entry.coefficient *= i % 2 ? 1e-9 : 1e7;
    EXPECT_EQ(find_redundant(rows).dropped.size(), 6u) << unit;
  }
}

TEST(Redundancy, RandomRowsAgainstDenseRank) {
  std::mt19937 random(11);
  std::uniform_int_distribution<int> node(0, 11), component(0, 2), count(1, 5), kind(0, 2);
  std::uniform_real_distribution<double> value(-2, 2);
  for (int round = 0; round < 200; ++round) {
    Scene scene;
    for (int i = 0; i < 12; ++i) scene.add(i, 0, 0);
    std::vector<Equation> rows;
    std::vector<double> solution(36);
    for (auto& u : solution) u = value(random);
    const int size = 5 + round % 40;
    while (static_cast<int>(rows.size()) < size) {
      Equation row = equation({}, fmt::format("row {}", rows.size()));
      if (kind(random) == 0 && rows.size() > 3) {  // a combination of earlier rows
        for (int k = 0; k < 3; ++k) {
          const auto& other = rows[random() % rows.size()];
          const double factor = value(random);
          for (auto entry : other.entries) {
            entry.coefficient *= factor;
            row.entries.push_back(entry);
          }
        }
      } else {
        for (int k = count(random); k > 0; --k)
          row.entries.push_back({node(random), component(random), value(random)});
      }
      for (const auto& entry : row.entries)
        row.value += entry.coefficient * solution[3 * entry.node + entry.component];
      rows.push_back(std::move(row));
    }
    const auto report = find_redundant(rows);  // consistent by construction: must not throw
    expect_basis(scene, rows, report);
  }
}

double seconds_for(const std::vector<Equation>& rows, RedundancyReport& report) {
  const std::clock_t begin = std::clock();  // of the processor: other work does not count
  report = find_redundant(rows);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST(Redundancy, TwentyThousandRowsOfTwoBodiesThatShareAllNodes) {
  Scene scene;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> coordinate(-1, 1);
  std::vector<Index> nodes;
  for (int i = 0; i < 3334; ++i)
    nodes.push_back(scene.add(coordinate(random), coordinate(random), coordinate(random)));
  const Index a = scene.add(5, 0, 0, 0), b = scene.add(0, 7, 0, 0);
  auto rows = scene.rows(rigid_body({"one", ""}, nodes, a));
  for (auto& row : scene.rows(rigid_body({"two", ""}, nodes, b))) rows.push_back(row);
  RedundancyReport report;
  const double seconds = seconds_for(rows, report);
  std::cout << rows.size() << " rows of two bodies: " << seconds << " s\n";
  EXPECT_EQ(report.dropped.size(), 3u * 3334 - 6);
  EXPECT_LT(seconds, sparkdyn::test::seconds_allowed(2));
}

TEST(Redundancy, TwentyThousandBarsOfALattice) {
  // A sheet of squares with both diagonals: n columns and m rows of nodes have
  // (n−1)m + n(m−1) + 2(n−1)(m−1) bars, of which 2nm − 3 are independent.
  Scene scene;
  constexpr int n = 72, m = 70;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) scene.add(i, j, 0);
  std::vector<Equation> rows;
  const auto bar = [&](int i, int j, int k, int l) {
    if (k >= n || l >= m || l < 0) return;
    rows.push_back(scene.rows(rigid_bar({}, i * m + j, k * m + l)).front());
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      bar(i, j, i + 1, j);
      bar(i, j, i, j + 1);
      bar(i, j, i + 1, j + 1);
      bar(i, j, i + 1, j - 1);
    }
  RedundancyReport report;
  const double seconds = seconds_for(rows, report);
  std::cout << rows.size() << " bars of a lattice: " << seconds << " s\n";
  EXPECT_EQ(report.kept.size(), 2u * n * m - 3);
  EXPECT_LT(seconds, sparkdyn::test::seconds_allowed(2));
}

TEST(Redundancy, HundredThousandUsualRows) {
  // A rigid body of 20,000 nodes and chains of links, all of it independent but one row.
  Scene scene;
  std::vector<Index> nodes;
  for (int i = 0; i < 20000; ++i) nodes.push_back(scene.add(i % 100, i / 100 % 20, i / 2000));
  auto rows = scene.rows(rigid_body({"one", ""}, nodes, scene.add(0, 0, -5, 0)));
  const Index first = scene.mesh.nodes();
  for (int i = 0; i < 40000; ++i)
    rows.push_back(equation({{first + i, 0, 1}, {first + (i + 1) % 40000, 0, -1}}, "link"));
  RedundancyReport report;
  const double seconds = seconds_for(rows, report);
  std::cout << rows.size() << " usual rows: " << seconds << " s\n";
  EXPECT_EQ(report.dropped.size(), 1u);
  EXPECT_LT(seconds, sparkdyn::test::seconds_allowed(3));
}

}  // namespace
}  // namespace sparkdyn::structure
