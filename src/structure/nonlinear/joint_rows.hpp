// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What joints between a node a, whose directors carry the joint, and a node b are made of
// (numerics.md, section 7.1). All rows are zero at the reference.

#include <fmt/format.h>

#include "row_builder.hpp"

namespace sparkdyn::structure::nonlinear {

/// Two unit vectors that are normal to an axis and to each other; n1 × n2 = axis.
struct Normals {
  Eigen::Vector3d first, second;
  explicit Normals(const Eigen::Vector3d& axis);
};

class JointRows {
 public:
  /// `name`: in front of the rows'. A node `a` without orientation may only be asked for arms of
  /// length zero.
  JointRows(const Mesh& mesh, std::string name, Index a)
      : mesh_(mesh), name_(std::move(name)), a_(a) {}

  /// r_b = r_a + R_a (X_b − X_a): three linear rows.
  void same_place(Index b, std::vector<ExactRow>& rows) const;
  /// d1ᵃ·d2ᵇ = d1ᵃ·d3ᵇ = d2ᵃ·d3ᵇ = 0: three rows, not nine.
  void same_orientation(Index b, std::vector<ExactRow>& rows) const;
  /// (R_a n)·(r_b − r_a) is what it was at the reference.
  void in_plane(Index b, const Eigen::Vector3d& n, const char* what,
                std::vector<ExactRow>& rows) const;
  /// The axis, fixed to a, stays normal to both normals of it that are fixed to b.
  void same_axis(Index b, const Eigen::Vector3d& axis, std::vector<ExactRow>& rows) const;
  /// (R_a p)·(R_b w) stays zero.
  void normal(Index b, const Eigen::Vector3d& p, const Eigen::Vector3d& w, const char* what,
              std::vector<ExactRow>& rows) const;
  /// b has turned about the axis by φ(t) = value·a(t) against a:
  ///   cos φ (n2ᵃ·n1ᵇ) = sin φ (n1ᵃ·n1ᵇ).
  void angle(Index b, const Eigen::Vector3d& axis, double value, int amplitude,
             std::vector<ExactRow>& rows) const;
  /// The displacement `component` of the node z is the angle by which b has turned about the axis
  /// against a:  sin z (n1ᵃ·n1ᵇ) = cos z (n2ᵃ·n1ᵇ). Being an unknown it goes on beyond π.
  void measured_angle(Index b, const Eigen::Vector3d& axis, Index z, int component,
                      std::vector<ExactRow>& rows) const;
  /// It is `sign` times what (R_a n)·(r_b − r_a) has grown by.
  void measured_distance(Index b, const Eigen::Vector3d& n, double sign, Index z, int component,
                         std::vector<ExactRow>& rows) const;
  /// (R_a n)·(r_b − r_a) has grown by value·a(t).
  void distance(Index b, const Eigen::Vector3d& n, double value, int amplitude,
                std::vector<ExactRow>& rows) const;

 private:
  std::string named(Index b, std::string_view what) const;
  Eigen::Vector3d arm(Index b) const;

  const Mesh& mesh_;
  std::string name_;
  Index a_;
};

}  // namespace sparkdyn::structure::nonlinear
