// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/lobatto.hpp"

#include <algorithm>

#include "w_transform.hpp"
#include "wide_quadrature.hpp"

namespace sparkdyn::tableau {

namespace {

// S X S of Lemma 8.1; see the head of lobatto.hpp.
WideMatrix transformed(Family family, int s) {
  WideMatrix T = transformed_integration(s);
  if (family == Family::IIIA) T(s - 2, s - 1) = 0;
  if (family == Family::IIIB) T(s - 1, s - 2) = 0;
  if (family == Family::IIIC) T(s - 1, s - 1) += damping_corner(s);
  if (family == Family::IIICstar) T(s - 1, s - 1) -= damping_corner(s);
  return T;
}

// The entries known from section 8 of Jay (1998), put there without rounding: solvers test a zero
// row or column, and stiff accuracy, by equality.
void restore_known_entries(Family family, const Vector& b, Matrix& A) {
  const Eigen::Index last = b.size() - 1;
  if (family == Family::IIIA || family == Family::IIICstar) A.row(0).setZero();
  if (family == Family::IIIB || family == Family::IIICstar) A.col(last).setZero();
  if (family == Family::IIIB || family == Family::IIIC) A.col(0).setConstant(b[0]);
  if (family == Family::IIIA || family == Family::IIIC) A.row(last) = b.transpose();
}

}  // namespace

std::string_view name(Family family) {
  switch (family) {
    case Family::IIIA:
      return "A";
    case Family::IIIB:
      return "B";
    case Family::IIIC:
      return "C";
    case Family::IIICstar:
      return "C*";
    case Family::IIID:
      return "D";
  }
  return "?";
}

std::optional<Family> find_family(std::string_view family_name) {
  const auto called_so = [&](Family family) { return name(family) == family_name; };
  const auto found = std::ranges::find_if(all_families, called_so);
  if (found == all_families.end()) return std::nullopt;
  return *found;
}

Lobatto::Lobatto(int stages) {
  const WideQuadrature quadrature = wide_lobatto(stages);
  b_ = quadrature.weights.cast<double>();
  c_ = quadrature.nodes.cast<double>();
  for (const Family family : all_families) {
    Matrix& A = matrices_[static_cast<std::size_t>(family)];
    A = from_transform(transformed(family, stages), quadrature);
    restore_known_entries(family, b_, A);
  }
}

const Matrix& Lobatto::matrix(Family family) const {
  return matrices_[static_cast<std::size_t>(family)];
}

}  // namespace sparkdyn::tableau
