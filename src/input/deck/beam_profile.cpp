// SPDX-License-Identifier: BSD-3-Clause
#include "beam_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sparkdyn::input::deck {
namespace {

using std::numbers::pi;

/// Saint-Venant's torsion constant of a rectangle, by its series.
double torsion_of_rectangle(double a, double b) {
  const double wide = std::max(a, b);
  const double thin = std::min(a, b);
  double sum = 0;
  for (int n = 1; n < 60; n += 2) sum += std::tanh(n * pi * wide / (2 * thin)) / std::pow(n, 5);
  return wide * std::pow(thin, 3) * (1 / 3.0 - 64 / std::pow(pi, 5) * thin / wide * sum);
}

BeamProfile rectangle(double a, double b, double nu) {
  BeamProfile profile{.section = {}, .width1 = a, .width2 = b};
  auto& s = profile.section;
  s.area = a * b;
  s.I11 = a * b * b * b / 12;
  s.I22 = b * a * a * a / 12;
  s.J = torsion_of_rectangle(a, b);
  s.shear1 = s.shear2 = 10 * (1 + nu) / (12 + 11 * nu) * s.area;
  return profile;
}

/// Semi-axes p along n1 and q along n2; the shear coefficient is that of the circle.
BeamProfile ellipse(double p, double q, double nu) {
  BeamProfile profile{.section = {}, .width1 = 2 * p, .width2 = 2 * q};
  auto& s = profile.section;
  s.area = pi * p * q;
  s.I11 = pi * p * q * q * q / 4;
  s.I22 = pi * q * p * p * p / 4;
  s.J = pi * std::pow(p * q, 3) / (p * p + q * q);
  s.shear1 = s.shear2 = 6 * (1 + nu) / (7 + 6 * nu) * s.area;
  return profile;
}

BeamProfile pipe(double outer, double thickness, double nu) {
  BeamProfile profile{.section = {}, .width1 = 2 * outer, .width2 = 2 * outer};
  auto& s = profile.section;
  const double inner = outer - thickness;
  const double m2 = inner * inner / (outer * outer);
  s.area = pi * (outer * outer - inner * inner);
  s.I11 = s.I22 = pi / 4 * (std::pow(outer, 4) - std::pow(inner, 4));
  s.J = 2 * s.I11;
  const double square = (1 + m2) * (1 + m2);
  s.shear1 = s.shear2 =
      6 * (1 + nu) * square / ((7 + 6 * nu) * square + (20 + 12 * nu) * m2) * s.area;
  return profile;
}

/// Cowper's coefficient of a thin-walled box: force along `height`; webs run along it.
double box_coefficient(double width, double height, double flange, double web, double nu) {
  const double m = width * flange / (height * web);
  const double n = width / height;
  return 10 * (1 + nu) * (1 + 3 * m) * (1 + 3 * m) /
         ((12 + 72 * m + 150 * m * m + 90 * m * m * m) +
          nu * (11 + 66 * m + 135 * m * m + 90 * m * m * m) +
          10 * n * n * ((3 + nu) * m + 3 * m * m));
}

BeamProfile box(double a, double b, double t1, double t2, double t3, double t4, double nu) {
  BeamProfile profile{.section = {}, .width1 = a, .width2 = b};
  auto& s = profile.section;
  const double ai = a - t1 - t3;
  const double bi = b - t2 - t4;
  const double hole1 = (t3 - t1) / 2;  // centre of the hole from the centre of the box
  const double hole2 = (t4 - t2) / 2;
  s.area = a * b - ai * bi;
  s.offset1 = -hole1 * ai * bi / s.area;
  s.offset2 = -hole2 * ai * bi / s.area;
  s.I11 = (a * b * b * b - ai * bi * bi * bi) / 12 - ai * bi * hole2 * hole2 -
          s.area * s.offset2 * s.offset2;
  s.I22 = (b * a * a * a - bi * ai * ai * ai) / 12 - ai * bi * hole1 * hole1 -
          s.area * s.offset1 * s.offset1;
  s.I12 = -ai * bi * hole1 * hole2 - s.area * s.offset1 * s.offset2;
  const double am = a - (t1 + t3) / 2;  // along the middle of the walls
  const double bm = b - (t2 + t4) / 2;
  s.J = 4 * am * am * bm * bm / (bm / t1 + am / t2 + bm / t3 + am / t4);
  const double wall1 = (t1 + t3) / 2;
  const double wall2 = (t2 + t4) / 2;
  s.shear1 = box_coefficient(bm, am, wall1, wall2, nu) * s.area;
  s.shear2 = box_coefficient(am, bm, wall2, wall1, nu) * s.area;
  return profile;
}

}  // namespace

std::string dimensions_of(const std::string& section) {
  if (section.starts_with("RECT")) return "a, b";
  if (section == "CIRC") return "the radius, or two diameters";
  if (section == "PIPE") return "outer radius, thickness";
  if (section == "BOX") return "a, b, t1, t2, t3, t4";
  return "";
}

std::string profile_complaint(const std::string& section, const std::vector<double>& d) {
  const std::size_t least = section == "BOX" ? 6 : section == "CIRC" ? 1 : 2;
  const std::size_t most = section == "CIRC" ? 2 : least;
  if (d.size() < least || d.size() > most)
    return fmt::format("the section {} needs {}, not {} numbers", section, dimensions_of(section),
                       d.size());
  for (const double x : d)
    if (x <= 0) return fmt::format("the dimensions must be positive, not {}", x);
  if (section == "PIPE" && d[1] > d[0]) return "the wall is thicker than the pipe";
  if (section == "BOX" && (d[2] + d[4] >= d[0] || d[3] + d[5] >= d[1]))
    return "the walls fill the box";
  return "";
}

BeamProfile make_profile(const std::string& section, const std::vector<double>& d, double nu) {
  if (section.starts_with("RECT")) return rectangle(d[0], d[1], nu);
  if (section == "CIRC")
    return d.size() == 1 ? ellipse(d[0], d[0], nu) : ellipse(d[0] / 2, d[1] / 2, nu);
  if (section == "PIPE") return pipe(d[0], d[1], nu);
  return box(d[0], d[1], d[2], d[3], d[4], d[5], nu);
}

}  // namespace sparkdyn::input::deck
