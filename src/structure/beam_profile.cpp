// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/structure/beam_profile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

namespace sparkdyn::structure {

namespace {

constexpr double pi = std::numbers::pi;

double square(double x) {
  return x * x;
}
double cube(double x) {
  return x * x * x;
}

/// Saint-Venant's series for a solid rectangle.
double rectangle_torsion(double a, double b) {
  const double longer = std::max(a, b), shorter = std::min(a, b);
  double sum = 0;
  for (int n = 1; n < 100; n += 2)
    sum += std::tanh(0.5 * n * pi * longer / shorter) / std::pow(n, 5);
  return longer * cube(shorter) * (1.0 / 3 - 64 / std::pow(pi, 5) * shorter / longer * sum);
}

/// A rectangle in a compound section; negative area: a hole.
struct Piece {
  double x1, x2;    ///< its middle
  double a, b;      ///< its sides
  double sign = 1;  ///< −1: a hole
};

/// Area, second moments and the centroid (as offset) of rectangles put together.
BeamSection compound(std::span<const Piece> pieces) {
  BeamSection s;
  for (const Piece& p : pieces) {
    const double area = p.sign * p.a * p.b;
    s.area += area;
    s.offset1 += area * p.x1;
    s.offset2 += area * p.x2;
  }
  s.offset1 /= s.area;
  s.offset2 /= s.area;
  for (const Piece& p : pieces) {
    const double area = p.sign * p.a * p.b;
    const double x1 = p.x1 - s.offset1, x2 = p.x2 - s.offset2;
    s.I11 += area * (p.b * p.b / 12 + x2 * x2);
    s.I22 += area * (p.a * p.a / 12 + x1 * x1);
    s.I12 += area * x1 * x2;
  }
  return s;
}

/// A thin wall from `from` to `to`; shear flow runs along it and goes on into wall `next`
/// (−1: ends).
struct Wall {
  std::array<double, 2> from{}, to{};
  double thickness = 0;
  int next = -1;
  double length() const { return std::hypot(to[0] - from[0], to[1] - from[1]); }
};

/// Second moments and centroid of the walls' middle lines.
BeamSection thin_walled(std::span<const Wall> walls) {
  BeamSection s;
  for (const Wall& w : walls) {
    const double area = w.thickness * w.length();
    s.area += area;
    s.offset1 += 0.5 * area * (w.from[0] + w.to[0]);
    s.offset2 += 0.5 * area * (w.from[1] + w.to[1]);
  }
  s.offset1 /= s.area;
  s.offset2 /= s.area;
  for (const Wall& w : walls) {
    const double area = w.thickness * w.length();
    const double a1 = w.from[0] - s.offset1, b1 = w.to[0] - s.offset1;
    const double a2 = w.from[1] - s.offset2, b2 = w.to[1] - s.offset2;
    s.I22 += area / 3 * (a1 * a1 + a1 * b1 + b1 * b1);
    s.I11 += area / 3 * (a2 * a2 + a2 * b2 + b2 * b2);
    s.I12 += area / 6 * (2 * a1 * a2 + a1 * b2 + b1 * a2 + 2 * b1 * b2);
  }
  return s;
}

/// Shear flow along a wall, a parabola of s = 0..1.
struct Flow {
  double start = 0, linear = 0, quadratic = 0;
  double at(double s) const { return start + s * (linear + s * quadratic); }
};

/// The shear flow of a unit force along `axis` (0: n1, 1: n2) through the shear centre. Walls come
/// in the order of the flow; `closed`: they form one cell, in which a constant flow is added so
/// that the section does not twist.
std::vector<Flow> shear_flows(std::span<const Wall> walls, int axis, bool closed) {
  const BeamSection s = thin_walled(walls);
  // σ' = c·x with (∫ x xᵀ dA) c = the force; dq/ds = −t σ'.
  const double determinant = s.I11 * s.I22 - s.I12 * s.I12;
  const std::array<double, 2> c = axis == 0 ? std::array{s.I11 / determinant, -s.I12 / determinant}
                                            : std::array{-s.I12 / determinant, s.I22 / determinant};
  std::vector<Flow> flows(walls.size());
  for (std::size_t i = 0; i < walls.size(); ++i) {
    const Wall& w = walls[i];
    const double area = w.thickness * w.length();
    const double at_start = c[0] * (w.from[0] - s.offset1) + c[1] * (w.from[1] - s.offset2);
    const double at_end = c[0] * (w.to[0] - s.offset1) + c[1] * (w.to[1] - s.offset2);
    flows[i].linear = -area * at_start;
    flows[i].quadratic = -0.5 * area * (at_end - at_start);
    if (w.next >= 0) flows[w.next].start += flows[i].at(1);
  }
  if (closed) {
    double twist = 0, perimeter = 0;
    for (std::size_t i = 0; i < walls.size(); ++i) {
      const double slenderness = walls[i].length() / walls[i].thickness;
      twist += slenderness * (flows[i].start + flows[i].linear / 2 + flows[i].quadratic / 3);
      perimeter += slenderness;
    }
    for (Flow& flow : flows) flow.start -= twist / perimeter;
  }
  return flows;
}

/// A_s = 1/∫ q²/t ds for the flow q of a unit force, which is Cowper's with ν = 0.
double shear_area(std::span<const Wall> walls, int axis, bool closed) {
  const std::vector<Flow> flows = shear_flows(walls, axis, closed);
  double energy = 0;
  const double a = std::sqrt(0.6);
  for (std::size_t i = 0; i < walls.size(); ++i)  // three Gauss points: q² has degree 4
    energy += walls[i].length() / walls[i].thickness / 18 *
              (5 * square(flows[i].at(0.5 * (1 - a))) + 8 * square(flows[i].at(0.5)) +
               5 * square(flows[i].at(0.5 * (1 + a))));
  return 1 / energy;
}

/// The moment of the flow about the origin: where a force along n2 acts on n1, and minus where one
/// along n1 acts on n2.
double flow_moment(std::span<const Wall> walls, int axis) {
  const std::vector<Flow> flows = shear_flows(walls, axis, false);
  double moment = 0;
  for (std::size_t i = 0; i < walls.size(); ++i) {
    const Wall& w = walls[i];
    const double arm = w.from[0] * (w.to[1] - w.from[1]) - w.from[1] * (w.to[0] - w.from[0]);
    moment += arm * (flows[i].start + flows[i].linear / 2 + flows[i].quadratic / 3);
  }
  return moment;
}

/// Cowper's κ of rectangles, for any sides.
double cowper_rectangle(double nu) {
  return 10 * (1 + nu) / (12 + 11 * nu);
}

/// Cowper's κ of an ellipse: semi-axis p along the force, q across.
double cowper_ellipse(double p, double q, double nu) {
  const double n = square(p / q);
  return 12 * (1 + nu) * n * (3 * n + 1) / ((40 + 37 * nu) * n * n + (16 + 10 * nu) * n + nu);
}

/// Cowper's κ of a section of two webs along the force, or one, and two flanges across it: `m` area
/// of the flanges over that of the webs, `bend` what Poisson's ratio and the flow in the flanges
/// add.
double cowper_walls(double m, double nu, double bend) {
  const double square_of = square(1 + 3 * m);
  return 10 * (1 + nu) * square_of /
         (12 + 72 * m + 150 * m * m + 90 * cube(m) +
          nu * (11 + 66 * m + 135 * m * m + 90 * cube(m)) + bend);
}

/// Thin-walled box with flanges of one thickness and webs of one; the force is along `height`.
double cowper_box(double width, double height, double flange, double web, double nu) {
  const double m = width * flange / (height * web), n = width / height;
  return cowper_walls(m, nu, 10 * n * n * ((3 + nu) * m + 3 * m * m));
}

/// Thin-walled I with flanges of one area together; the force is along the web.
double cowper_i(double width, double height, double flanges, double web, double nu) {
  const double m = flanges / (height * web), n = width / height;
  return cowper_walls(m, nu, n * n * (30 * (m + m * m) + 5 * nu * (8 * m + 9 * m * m)));
}

/// The corners of a piece that is not a hole, as seen from the centroid.
void add_fibres(BeamSection& s, const Piece& p) {
  for (const double side1 : {-0.5, 0.5})
    for (const double side2 : {-0.5, 0.5})
      s.fibres.places[s.fibres.count++] = {p.x1 + side1 * p.a - s.offset1,
                                           p.x2 + side2 * p.b - s.offset2};
}

BeamSection section_of(const Rectangle& p, double nu) {
  BeamSection s = compound(std::array{Piece{0, 0, p.a, p.b}});
  add_fibres(s, {0, 0, p.a, p.b});
  s.J = rectangle_torsion(p.a, p.b);
  s.shear1 = s.shear2 = cowper_rectangle(nu) * s.area;
  return s;
}

BeamSection section_of(const Ellipse& p, double nu) {
  BeamSection s;
  s.area = pi * p.semi1 * p.semi2;
  s.I11 = s.area * square(p.semi2) / 4;
  s.I22 = s.area * square(p.semi1) / 4;
  s.fibres.semi1 = p.semi1;
  s.fibres.semi2 = p.semi2;
  s.J = s.area * square(p.semi1 * p.semi2) / (square(p.semi1) + square(p.semi2));
  s.shear1 = cowper_ellipse(p.semi1, p.semi2, nu) * s.area;
  s.shear2 = cowper_ellipse(p.semi2, p.semi1, nu) * s.area;
  return s;
}

/// Cowper's κ of a hollow circle, m = inner / outer radius; m = 0: solid.
double cowper_circle(double m, double nu) {
  const double n = square(1 + m * m);
  return 6 * (1 + nu) * n / ((7 + 6 * nu) * n + (20 + 12 * nu) * m * m);
}

BeamSection circular(double outer, double inner, double nu) {
  BeamSection s;
  s.area = pi * (outer * outer - inner * inner);
  s.I11 = s.I22 = pi / 4 * (square(outer * outer) - square(inner * inner));
  s.J = 2 * s.I11;
  s.fibres.semi1 = s.fibres.semi2 = outer;
  s.shear1 = s.shear2 = cowper_circle(inner / outer, nu) * s.area;
  return s;
}

BeamSection section_of(const Circle& p, double nu) {
  return circular(p.radius, 0, nu);
}

BeamSection section_of(const Pipe& p, double nu) {
  return circular(p.radius, p.radius - p.thickness, nu);
}

BeamSection section_of(const Box& p, double nu) {
  const double hole1 = 0.5 * (p.minus1 - p.plus1), hole2 = 0.5 * (p.minus2 - p.plus2);
  const double inner1 = p.a - p.plus1 - p.minus1, inner2 = p.b - p.plus2 - p.minus2;
  BeamSection s =
      compound(std::array{Piece{0, 0, p.a, p.b}, Piece{hole1, hole2, inner1, inner2, -1}});
  add_fibres(s, {0, 0, p.a, p.b});
  const double right = 0.5 * (p.a - p.plus1), top = 0.5 * (p.b - p.plus2);
  const double left = -0.5 * (p.a - p.minus1), bottom = -0.5 * (p.b - p.minus2);
  const std::array walls{Wall{{right, bottom}, {right, top}, p.plus1, 1},
                         Wall{{right, top}, {left, top}, p.plus2, 2},
                         Wall{{left, top}, {left, bottom}, p.minus1, 3},
                         Wall{{left, bottom}, {right, bottom}, p.minus2, -1}};
  double perimeter = 0;
  for (const Wall& w : walls) perimeter += w.length() / w.thickness;
  s.J = 4 * square((right - left) * (top - bottom)) / perimeter;
  // Cowper has opposite walls alike: where they differ, ν acts as on walls of their mean thickness.
  const double wide = right - left, high = top - bottom;
  const double sides = 0.5 * (p.plus1 + p.minus1), lids = 0.5 * (p.plus2 + p.minus2);
  const auto by_ratio = [nu](double width, double height, double flange, double web) {
    return cowper_box(width, height, flange, web, nu) / cowper_box(width, height, flange, web, 0);
  };
  s.shear1 = shear_area(walls, 0, true) * by_ratio(high, wide, sides, lids);
  s.shear2 = shear_area(walls, 1, true) * by_ratio(wide, high, lids, sides);
  return s;
}

BeamSection section_of(const IProfile& p, double nu) {
  const double web = p.height - p.bottom_thickness - p.top_thickness;
  const double bottom = 0.5 * p.bottom_thickness, top = p.height - 0.5 * p.top_thickness;
  const std::array pieces{Piece{0, bottom - p.origin, p.bottom_width, p.bottom_thickness},
                          Piece{0, p.bottom_thickness + 0.5 * web - p.origin, p.web_thickness, web},
                          Piece{0, top - p.origin, p.top_width, p.top_thickness}};
  BeamSection s = compound(pieces);
  for (const Piece& flange : {pieces[0], pieces[2]}) add_fibres(s, flange);
  s.J = (p.bottom_width * cube(p.bottom_thickness) + web * cube(p.web_thickness) +
         p.top_width * cube(p.top_thickness)) /
        3;
  // From the tips of the upper flange down the web; the lower flange's halves end at its tips
  // likewise, so their flows join the web's and cancel at its foot.
  const std::array walls{Wall{{-0.5 * p.top_width, top}, {0, top}, p.top_thickness, 2},
                         Wall{{0.5 * p.top_width, top}, {0, top}, p.top_thickness, 2},
                         Wall{{0, top}, {0, bottom}, p.web_thickness, -1},
                         Wall{{-0.5 * p.bottom_width, bottom}, {0, bottom}, p.bottom_thickness, -1},
                         Wall{{0.5 * p.bottom_width, bottom}, {0, bottom}, p.bottom_thickness, -1}};
  // Along the web as Cowper, with flanges that differ as with their mean; along the flanges they
  // are two rectangles.
  const double width = 0.5 * (p.bottom_width + p.top_width), height = top - bottom;
  const double flanges = p.bottom_width * p.bottom_thickness + p.top_width * p.top_thickness;
  s.shear1 = shear_area(walls, 0, false) * cowper_rectangle(nu) / cowper_rectangle(0);
  s.shear2 = shear_area(walls, 1, false) * cowper_i(width, height, flanges, p.web_thickness, nu) /
             cowper_i(width, height, flanges, p.web_thickness, 0);
  return s;
}

/// Rectangles along open walls: the first flow runs along n1, of Poisson's ratio as in rectangles.
/// The nodes lie at the centroid.
BeamSection open_section(std::span<const Piece> pieces, std::span<const Wall> walls, double nu) {
  BeamSection s = compound(pieces);
  for (const Piece& p : pieces) s.J += std::max(p.a, p.b) * cube(std::min(p.a, p.b)) / 3;
  const double of_nu = cowper_rectangle(nu) / cowper_rectangle(0);
  s.shear1 = shear_area(walls, 0, false) * of_nu;
  s.shear2 = shear_area(walls, 1, false) * of_nu;
  s.shear_centre1 = flow_moment(walls, 1) - s.offset1;
  s.shear_centre2 = -flow_moment(walls, 0) - s.offset2;
  s.offset1 = s.offset2 = 0;
  return s;
}

BeamSection section_of(const TProfile& p, double nu) {
  const double web = p.height - p.flange, top = p.height - p.flange / 2, half = p.width / 2;
  return open_section(
      std::array{Piece{0, top, p.width, p.flange}, Piece{0, web / 2, p.web, web}},
      std::array{Wall{{-half, top}, {0, top}, p.flange, 2},
                 Wall{{half, top}, {0, top}, p.flange, 2}, Wall{{0, top}, {0, 0}, p.web, -1}},
      nu);
}

BeamSection section_of(const LProfile& p, double nu) {
  const double x1 = p.thickness2 / 2, x2 = p.thickness1 / 2, rest = p.leg2 - p.thickness1;
  return open_section(std::array{Piece{p.leg1 / 2, x2, p.leg1, p.thickness1},
                                 Piece{x1, p.thickness1 + rest / 2, p.thickness2, rest}},
                      std::array{Wall{{p.leg1, x2}, {x1, x2}, p.thickness1, 1},
                                 Wall{{x1, x2}, {x1, p.leg2}, p.thickness2, -1}},
                      nu);
}

BeamSection section_of(const UProfile& p, double nu) {
  const double web = p.height - 2 * p.flange, x1 = p.web / 2;
  const double bottom = p.flange / 2, top = p.height - p.flange / 2;
  return open_section(
      std::array{Piece{p.width / 2, bottom, p.width, p.flange}, Piece{x1, p.height / 2, p.web, web},
                 Piece{p.width / 2, top, p.width, p.flange}},
      std::array{Wall{{p.width, bottom}, {x1, bottom}, p.flange, 1},
                 Wall{{x1, bottom}, {x1, top}, p.web, 2},
                 Wall{{x1, top}, {p.width, top}, p.flange, -1}},
      nu);
}

std::string complaint_of(const Rectangle& p) {
  return p.a > 0 && p.b > 0 ? "" : "the sides of the rectangle must be positive";
}

std::string complaint_of(const Circle& p) {
  return p.radius > 0 ? "" : "the radius of the circle must be positive";
}

std::string complaint_of(const Ellipse& p) {
  return p.semi1 > 0 && p.semi2 > 0 ? "" : "the semi-axes of the ellipse must be positive";
}

std::string complaint_of(const Pipe& p) {
  if (!(p.radius > 0 && p.thickness > 0))
    return "radius and wall thickness of the pipe must be positive";
  return p.thickness <= p.radius ? "" : "the wall of the pipe is thicker than its radius";
}

std::string complaint_of(const Box& p) {
  if (!(p.a > 0 && p.b > 0)) return "the sides of the box must be positive";
  if (!(p.plus1 > 0 && p.plus2 > 0 && p.minus1 > 0 && p.minus2 > 0))
    return "the four wall thicknesses of the box must be positive";
  if (!(p.plus1 + p.minus1 < p.a && p.plus2 + p.minus2 < p.b))
    return "the walls of the box are thicker than the box";
  return "";
}

std::string complaint_of(const IProfile& p) {
  if (!(p.height > 0 && p.bottom_width > 0 && p.top_width > 0 && p.bottom_thickness > 0 &&
        p.top_thickness > 0 && p.web_thickness > 0))
    return "height, widths and thicknesses of the I-section must be positive";
  if (!(p.bottom_thickness + p.top_thickness < p.height))
    return "the flanges of the I-section are thicker than its height";
  if (!(p.web_thickness <= std::min(p.bottom_width, p.top_width)))
    return "the web of the I-section is thicker than its flanges are wide";
  return "";
}

/// Of T and U with `flanges` of them above one another.
std::string flanged_complaint(double height, double width, double flange, double web, int flanges,
                              const char* name) {
  if (!(height > 0 && width > 0 && flange > 0 && web > 0))
    return std::string("height, width and thicknesses of the ") + name +
           "-section must be positive";
  if (!(flanges * flange < height))
    return std::string("the flange of the ") + name + "-section is thicker than its height allows";
  return web < width ? ""
                     : std::string("the web of the ") + name + "-section is thicker than its width";
}

std::string complaint_of(const TProfile& p) {
  return flanged_complaint(p.height, p.width, p.flange, p.web, 1, "T");
}

std::string complaint_of(const UProfile& p) {
  return flanged_complaint(p.height, p.width, p.flange, p.web, 2, "U");
}

std::string complaint_of(const LProfile& p) {
  if (!(p.leg1 > 0 && p.leg2 > 0 && p.thickness1 > 0 && p.thickness2 > 0))
    return "legs and thicknesses of the L-section must be positive";
  return p.thickness2 < p.leg1 && p.thickness1 < p.leg2
             ? ""
             : "the legs of the L-section are thicker than long";
}

}  // namespace

std::string complaint(const BeamProfile& profile) {
  return std::visit([](const auto& p) { return complaint_of(p); }, profile);
}

BeamSection beam_section(const BeamProfile& profile, double nu) {
  return std::visit([&](const auto& p) { return section_of(p, nu); }, profile);
}

}  // namespace sparkdyn::structure
