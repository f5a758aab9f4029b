// SPDX-License-Identifier: BSD-3-Clause
#include "quadrature.hpp"

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace sparkdyn::structure {

namespace {

using Rule = std::vector<QuadraturePoint>;

enum class Family { point, line, triangle, quadrilateral, tetrahedron, wedge, hexahedron };

Family family(Shape shape) {
  switch (shape) {
    case Shape::point:
      return Family::point;
    case Shape::line2:
    case Shape::line3:
      return Family::line;
    case Shape::triangle3:
    case Shape::triangle6:
      return Family::triangle;
    case Shape::quadrilateral4:
    case Shape::quadrilateral8:
      return Family::quadrilateral;
    case Shape::tetrahedron4:
    case Shape::tetrahedron10:
      return Family::tetrahedron;
    case Shape::wedge6:
    case Shape::wedge15:
      return Family::wedge;
    default:
      return Family::hexahedron;
  }
}

// Gauss–Legendre.
Rule line(int points) {
  const auto at = [](double xi, double weight) { return QuadraturePoint{{xi, 0, 0}, weight}; };
  if (points == 1) return {at(0, 2)};
  const double two = 1 / std::sqrt(3.0);
  if (points == 2) return {at(-two, 1), at(two, 1)};
  const double three = std::sqrt(0.6);
  return {at(-three, 5.0 / 9), at(0, 8.0 / 9), at(three, 5.0 / 9)};
}

// Point and weight for each way of putting `odd` at one barycentric coordinate and the same at the
// two others.
void add_triangle_orbit(Rule& rule, double odd, double weight) {
  const double even = (1 - odd) / 2;
  rule.push_back({{even, even, 0}, weight});
  rule.push_back({{odd, even, 0}, weight});
  rule.push_back({{even, odd, 0}, weight});
}

Rule triangle(int points) {
  Rule rule;
  if (points == 1) rule.push_back({{1.0 / 3, 1.0 / 3, 0}, 0.5});
  if (points == 3) add_triangle_orbit(rule, 2.0 / 3, 1.0 / 6);
  if (points == 7) {  // Radon 1948
    const double root = std::sqrt(15.0);
    rule.push_back({{1.0 / 3, 1.0 / 3, 0}, 9.0 / 80});
    add_triangle_orbit(rule, (9 + 2 * root) / 21, (155 - root) / 2400);
    add_triangle_orbit(rule, (9 - 2 * root) / 21, (155 + root) / 2400);
  }
  return rule;
}

void add_tetrahedron_orbit(Rule& rule, double odd, double weight) {
  const double even = (1 - odd) / 3;
  rule.push_back({{even, even, even}, weight});
  rule.push_back({{odd, even, even}, weight});
  rule.push_back({{even, odd, even}, weight});
  rule.push_back({{even, even, odd}, weight});
}

Rule tetrahedron(int points) {
  Rule rule;
  if (points == 1) rule.push_back({{0.25, 0.25, 0.25}, 1.0 / 6});
  if (points == 4) add_tetrahedron_orbit(rule, (5 + 3 * std::sqrt(5.0)) / 20, 1.0 / 24);
  if (points == 15) {  // Keast 1986, in closed form
    rule.push_back({{0.25, 0.25, 0.25}, 6544.0 / 36015 / 6});
    add_tetrahedron_orbit(rule, 0, 81.0 / 2240 / 6);
    add_tetrahedron_orbit(rule, 8.0 / 11, 161051.0 / 2304960 / 6);
    const double a = 0.25 - std::sqrt(7.0 / 208);
    const double b = 0.5 - a;
    const double weight = 338.0 / 5145 / 6;
    for (const Eigen::Vector3d& xi :
         {Eigen::Vector3d(a, a, b), Eigen::Vector3d(a, b, a), Eigen::Vector3d(b, a, a),
          Eigen::Vector3d(b, b, a), Eigen::Vector3d(b, a, b), Eigen::Vector3d(a, b, b)})
      rule.push_back({xi, weight});
  }
  return rule;
}

// Points of `base` in the first coordinates, repeated along coordinate `along`.
Rule product(const Rule& base, const Rule& line_rule, int along) {
  Rule rule;
  for (const QuadraturePoint& level : line_rule)
    for (const QuadraturePoint& point : base) {
      QuadraturePoint both{point.xi, point.weight * level.weight};
      both.xi[along] = level.xi[0];
      rule.push_back(both);
    }
  return rule;
}

Rule quadrilateral(int per_direction) {
  return product(line(per_direction), line(per_direction), 1);
}

Rule hexahedron(int per_direction) {
  return product(quadrilateral(per_direction), line(per_direction), 2);
}

using Rules = std::map<std::pair<Family, int>, Rule>;

Rules make_rules() {
  Rules rules;
  rules[{Family::point, 1}] = {{Eigen::Vector3d::Zero(), 1}};
  for (const int n : {1, 2, 3}) {
    rules[{Family::line, n}] = line(n);
    rules[{Family::quadrilateral, n * n}] = quadrilateral(n);
    rules[{Family::hexahedron, n * n * n}] = hexahedron(n);
  }
  for (const int n : {1, 3, 7}) rules[{Family::triangle, n}] = triangle(n);
  for (const int n : {1, 4, 15}) rules[{Family::tetrahedron, n}] = tetrahedron(n);
  rules[{Family::wedge, 2}] = product(triangle(1), line(2), 2);
  rules[{Family::wedge, 9}] = product(triangle(3), line(3), 2);
  rules[{Family::wedge, 21}] = product(triangle(7), line(3), 2);
  return rules;
}

int mass_points(Shape shape) {
  switch (shape) {
    case Shape::point:
      return 1;
    case Shape::line2:
      return 2;
    case Shape::line3:
    case Shape::triangle3:
      return 3;
    case Shape::triangle6:
      return 7;
    case Shape::quadrilateral4:
    case Shape::tetrahedron4:
      return 4;
    case Shape::quadrilateral8:
    case Shape::wedge6:
      return 9;
    case Shape::tetrahedron10:
      return 15;
    case Shape::wedge15:
      return 21;
    case Shape::hexahedron8:
      return 8;
    case Shape::hexahedron20:
      return 27;
  }
  return 1;
}

}  // namespace

const std::vector<QuadraturePoint>& quadrature(Shape shape, int points) {
  static const Rules rules = make_rules();
  const auto found = rules.find({family(shape), points});
  if (found == rules.end())
    throw std::logic_error("no quadrature rule with " + std::to_string(points) + " points for a " +
                           std::string(info(shape).name));
  return found->second;
}

const std::vector<QuadraturePoint>& mass_quadrature(Shape shape) {
  return quadrature(shape, mass_points(shape));
}

int points_for_pressure(Shape facet) {
  switch (facet) {
    case Shape::triangle3:
      return 3;
    case Shape::quadrilateral4:
      return 4;
    case Shape::triangle6:
      return 7;
    case Shape::quadrilateral8:
      return 9;
    default:
      return 0;
  }
}

}  // namespace sparkdyn::structure
