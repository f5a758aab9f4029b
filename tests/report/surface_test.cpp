// SPDX-License-Identifier: BSD-3-Clause
#include "report/surface.hpp"

#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>
#include "core/temporary_folder.hpp"
#include "report/motion.hpp"

namespace sparkdyn::report {
namespace {

/// A box of n × n × n hexahedra as /VTKHDF, with nodes in random order, and states of a motion.
class Box {
 public:
  Box(const std::filesystem::path& file, int n, int states) : n_(n), path_(file) {
    file_ = core::Hdf5File(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    for (const char* name : {"VTKHDF", "VTKHDF/PointData", "VTKHDF/CellData", "VTKHDF/Steps"})
      core::Hdf5Group(H5Gcreate2(file_, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    const int side = n + 1;
    places_.resize(side * side * side);
    for (std::size_t i = 0; i < places_.size(); ++i) places_[i] = static_cast<int>(i);
    std::shuffle(places_.begin(), places_.end(), std::mt19937(5));
    write_mesh();
    write_states(states);
    file_.reset();
  }

  /// Of a corner: what a node shows at a state.
  static double displacement(int node, int state) { return 0.01 * (node % 17) * state; }

 private:
  int node(int i, int j, int k) const { return places_[i + (n_ + 1) * (j + (n_ + 1) * k)]; }

  void write(const std::string& name, std::vector<double> values, hsize_t columns) {
    const hsize_t size[] = {values.size() / columns, columns};
    const core::Hdf5Space space(H5Screate_simple(columns > 1 ? 2 : 1, size, nullptr));
    const core::Hdf5Dataset dataset(H5Dcreate2(file_, name.c_str(), H5T_IEEE_F64LE, space,
                                               H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  }

  void write_mesh() {
    std::vector<double> points(3 * places_.size()), nodes, elements, types, offsets{0}, cells;
    for (int k = 0; k <= n_; ++k)
      for (int j = 0; j <= n_; ++j)
        for (int i = 0; i <= n_; ++i) {
          double* x = points.data() + 3 * node(i, j, k);
          x[0] = i, x[1] = j, x[2] = k;
        }
    for (std::size_t i = 0; i < places_.size(); ++i)
      nodes.push_back(100.0 + static_cast<double>(i));
    for (int k = 0; k < n_; ++k)
      for (int j = 0; j < n_; ++j)
        for (int i = 0; i < n_; ++i) {
          for (const int up : {0, 1})
            for (const auto& [a, b] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
              cells.push_back(node(i + a, j + b, k + up));
          types.push_back(12);
          offsets.push_back(static_cast<double>(cells.size()));
          elements.push_back(static_cast<double>(types.size()));
        }
    write("VTKHDF/Points", points, 3);
    write("VTKHDF/Types", types, 1);
    write("VTKHDF/Offsets", offsets, 1);
    write("VTKHDF/Connectivity", cells, 1);
    write("VTKHDF/PointData/node", nodes, 1);
    write("VTKHDF/CellData/element", elements, 1);
  }

  void write_states(int states) {
    std::vector<double> times, u;
    for (int k = 0; k < states; ++k) {
      times.push_back(0.5 * k);
      for (std::size_t i = 0; i < places_.size(); ++i) {
        u.push_back(displacement(static_cast<int>(i), k));
        u.push_back(0);
        u.push_back(0);
      }
    }
    if (states == 0) return;
    write("VTKHDF/Steps/Values", times, 1);
    write("VTKHDF/PointData/displacement", u, 3);
  }

  int n_;
  std::filesystem::path path_;
  core::Hdf5File file_;
  std::vector<int> places_;  ///< where the nodes of the lattice stand in the file
};

class SurfaceOfABox : public testing::Test {
 protected:
  std::filesystem::path file() const { return folder_.path() / "results.h5"; }

 private:
  core::TemporaryFolder folder_;
};

/// 6 n² facets of two triangles, (n+1)³ − (n−1)³ points, 12 n² edges on the surface.
TEST_F(SurfaceOfABox, HasTheFacetsThatNoOtherCellShares) {
  for (const int n : {1, 2, 5}) {
    const Box box(file(), n, 0);
    const Surface surface = read_surface(ResultsReader(file()), 1'000'000);
    EXPECT_EQ(surface.triangle_cells.size(), 12U * n * n);
    const auto cube = [](int k) { return k * k * k; };
    EXPECT_EQ(surface.points.size(), static_cast<std::size_t>(cube(n + 1) - cube(n - 1)));
    EXPECT_EQ(surface.edges.size(), 2U * 12 * n * n);
    EXPECT_NEAR(surface.size, std::sqrt(3.0) * n, 1e-12);
    for (std::size_t i = 0; i < surface.points.size(); ++i)
      EXPECT_EQ(surface.nodes[i], surface.points[i] + 100);
  }
}

/// The triangles wind outwards: their cones from the middle have positive volumes that sum to n³.
TEST_F(SurfaceOfABox, TrianglesPointOutwards) {
  const int n = 4;
  const Box box(file(), n, 0);
  const Surface surface = read_surface(ResultsReader(file()), 1'000'000);
  double volume = 0;
  for (std::size_t t = 0; t < surface.triangle_cells.size(); ++t) {
    double x[3][3];
    for (int c = 0; c < 3; ++c)
      for (int d = 0; d < 3; ++d)
        x[c][d] = surface.coordinates[3 * surface.triangles[3 * t + c] + d] - 0.5 * n;
    const double six = x[0][0] * (x[1][1] * x[2][2] - x[1][2] * x[2][1]) +
                       x[0][1] * (x[1][2] * x[2][0] - x[1][0] * x[2][2]) +
                       x[0][2] * (x[1][0] * x[2][1] - x[1][1] * x[2][0]);
    EXPECT_GT(six, 0);
    volume += six / 6;
  }
  EXPECT_NEAR(volume, n * n * n, 1e-4);
}

TEST_F(SurfaceOfABox, ThinnedOutItKeepsToItsLimitAndItsPlaces) {
  const Box box(file(), 20, 3);
  const ResultsReader reader(file());
  const Surface surface = read_surface(reader, 1000);
  EXPECT_EQ(surface.all_triangles, 4800U);
  EXPECT_LE(surface.triangle_cells.size(), 1000U);
  EXPECT_GT(surface.triangle_cells.size(), 200U);
  const auto points = reader.numbers("VTKHDF/Points", 0, 21 * 21 * 21);
  for (std::size_t i = 0; i < surface.points.size(); ++i)
    for (int c = 0; c < 3; ++c)
      EXPECT_EQ(surface.coordinates[3 * i + c],
                static_cast<float>(points[3 * surface.points[i] + c]));
  for (const std::uint32_t p : surface.triangles) EXPECT_LT(p, surface.points.size());
}

TEST_F(SurfaceOfABox, MotionIsThatOfTheFileAndPeaksAreExact) {
  const Box box(file(), 3, 50);
  const ResultsReader reader(file());
  const Surface surface = read_surface(reader, 1000);
  MotionLimits limits;
  limits.states = 10;
  const Motion motion = read_motion(reader, surface, limits);
  EXPECT_EQ(motion.stored, 50U);
  EXPECT_GE(motion.states.size(), 10U);
  EXPECT_EQ(motion.states.front(), 0U);
  EXPECT_EQ(motion.states.back(), 49U);
  for (std::size_t k = 0; k < motion.states.size(); ++k)
    for (std::size_t i = 0; i < surface.points.size(); ++i)
      EXPECT_EQ(motion.displacement[3 * (k * surface.points.size() + i)],
                static_cast<float>(Box::displacement(static_cast<int>(surface.points[i]),
                                                     static_cast<int>(motion.states[k]))));
  ASSERT_EQ(motion.peaks.size(), 1U);
  EXPECT_DOUBLE_EQ(motion.peaks.front().value, Box::displacement(16, 49));
  EXPECT_EQ((motion.peaks.front().place - 100) % 17, 16);
  EXPECT_DOUBLE_EQ(motion.peaks.front().time, 24.5);
}

}  // namespace
}  // namespace sparkdyn::report
