// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What an element needs besides its nodes: the material and the numbers of its cross-section or of
// its spring. Trivially copyable, so that it can be broadcast.

#include <array>
#include <variant>

namespace sparkdyn::structure {

using Vector = std::array<double, 3>;
/// Rows are the local axes in global components.
using Axes = std::array<Vector, 3>;
inline constexpr Axes global_axes{Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};

struct SolidSection {
  Axes axes = global_axes;  ///< of an orthotropic material
};

struct ShellSection {
  double thickness = 0;
  double offset = 0;  ///< of the middle surface from the nodes along the normal, in thicknesses
  Axes axes = global_axes;  ///< the first, projected on the shell, is the material's axis 1
};

struct TrussSection {
  double area = 0;
};

/// Local axes: t along the beam, n1 as given (made perpendicular to t), n2 = t × n1.
struct BeamSection {
  double area = 0;
  double I11 = 0;     ///< second moment for bending about n1 (deflection along n2)
  double I22 = 0;     ///< second moment for bending about n2 (deflection along n1)
  double I12 = 0;     ///< product of inertia ∫ x1 x2 dA
  double J = 0;       ///< torsion constant
  double shear1 = 0;  ///< shear area for forces along n1; 0: rigid in shear (Euler–Bernoulli)
  double shear2 = 0;
  Vector n1{0, 0, -1};
  double offset1 = 0;  ///< of the centroid from the nodes, along n1 and n2
  double offset2 = 0;
};

/// Between two nodes, or one node and ground. `component` >= 0: acts on that component (0..5) of
/// each node; else along `direction`; a zero direction means along the line between the nodes.
struct SpringSection {
  double stiffness = 0;
  double damping = 0;
  int component_a = -1;
  int component_b = -1;
  Vector direction{0, 0, 0};
  bool rotational = false;  ///< with `direction`: acts on rotations
};

struct MassSection {
  double mass = 0;
  std::array<double, 6> inertia{};  ///< Ixx, Iyy, Izz, Ixy, Iyz, Izx about the node
};

using SectionData =
    std::variant<SolidSection, ShellSection, TrussSection, BeamSection, SpringSection, MassSection>;

struct Section {
  int material = -1;  ///< index in Model::materials; springs and masses have none
  SectionData data;
};

}  // namespace sparkdyn::structure
