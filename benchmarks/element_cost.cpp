// SPDX-License-Identifier: BSD-3-Clause
// Microseconds to compute the stiffness and the mass of one element, on one core, over many
// elements of slightly different shape; and what that makes for a model with a million unknowns.

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <ctime>
#include <string_view>
#include <vector>

#include "sparkdyn/structure/element.hpp"

namespace {

using namespace sparkdyn::structure;

struct Kind {
  std::string_view name;
  double elements_per_million;  ///< in a structured block with a million unknowns
};

constexpr Kind kinds[] = {{"tet4", 1.9e6},      {"tet10", 2.4e5},         {"hex8", 3.3e5},
                          {"hex8-bbar", 3.3e5}, {"hex8-full", 3.3e5},     {"hex8-reduced", 3.3e5},
                          {"hex20", 8.3e4},     {"hex20-reduced", 8.3e4}, {"wedge6", 6.7e5},
                          {"wedge15", 1.3e5}};

// Corners of a unit cell in the order of each shape; middle nodes half-way along the edges.
std::vector<Point> unit_cell(Shape shape) {
  const ShapeInfo& about = info(shape);
  const std::vector<Point> cube{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  const std::vector<Point> wedge{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  const std::vector<Point> tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<Point> x = about.corners == 8 ? cube : about.corners == 6 ? wedge : tetrahedron;
  x.resize(static_cast<std::size_t>(about.nodes));
  for (const Side& side : about.sides) {
    const auto corners = static_cast<std::size_t>(info(side.shape).corners);
    for (std::size_t i = corners; i < side.nodes.size(); ++i)
      x[static_cast<std::size_t>(side.nodes[i])] =
          0.5 * (x[static_cast<std::size_t>(side.nodes[i - corners])] +
                 x[static_cast<std::size_t>(side.nodes[(i - corners + 1) % corners])]);
  }
  return x;
}

template <typename Compute>
double microseconds(std::vector<Point> x, Compute&& compute) {
  // Processor time, so that other programs on the machine count as little as possible.
  const auto now = [] { return 1e6 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  double best = 1e300;
  for (int repeat = 0; repeat < 5; ++repeat) {
    int count = 0;
    const double start = now();
    double elapsed = 0;
    do {
      for (int i = 0; i < 200; ++i, ++count) {
        x[0][0] = 1e-4 * (i % 50);
        compute(x);
      }
      elapsed = now() - start;
    } while (elapsed < 5e4);
    best = std::min(best, elapsed / count);
  }
  return best;
}

void report(const Kind& kind, const Material& material) {
  const Element& element = *elements()[static_cast<std::size_t>(find_element(kind.name))];
  const SectionData section = SolidSection{};
  const int size = matrix_size(element, section);
  ElementMatrix K(size, size), M(size, size);
  const auto input = [&](const std::vector<Point>& x) {
    return ElementInput{x, &material, &section};
  };
  const auto cell = unit_cell(element.shape());
  const double stiffness =
      microseconds(cell, [&](const auto& x) { element.stiffness(input(x), K); });
  const double mass = microseconds(cell, [&](const auto& x) { element.mass(input(x), false, M); });
  fmt::print("{:14} {:9.2f} {:9.2f} {:14.1f}\n", kind.name, stiffness, mass,
             (stiffness + mass) * kind.elements_per_million * 1e-6);
}

}  // namespace

int main() {
  const Material steel = Material::isotropic(210e9, 0.3, 7800);
  Material wood;
  wood.is_isotropic = false;
  wood.elastic = {12e9, 0.9e9, 0.5e9, 0.4, 0.45, 0.5, 0.7e9, 0.6e9, 0.05e9};
  wood.density = 500;
  for (const auto& [name, material] :
       {std::pair{"isotropic", steel}, std::pair{"orthotropic", wood}}) {
    fmt::print("{}\n{:14} {:>9} {:>9} {:>14}\n", name, "element", "K, us", "M, us",
               "s per 1e6 dofs");
    for (const Kind& kind : kinds) report(kind, material);
  }
}
