// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What an element needs besides its nodes: the material and the numbers of its cross-section or of
// its spring. Trivially copyable, so that it can be broadcast.

#include <array>
#include <cstdint>
#include <variant>

namespace sparkdyn::structure {

using Vector = std::array<double, 3>;  ///< three components in global axes
/// Rows are the local axes in global components.
using Axes = std::array<Vector, 3>;
inline constexpr Axes global_axes{Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};  ///< x, y, z

/// Of solids.
struct SolidSection {
  Axes axes = global_axes;  ///< of an orthotropic material
};

/// Of shells.
struct ShellSection {
  double thickness = 0;  ///< constant
  double offset = 0;     ///< of the middle surface from the nodes along the normal, in thicknesses
  Axes axes = global_axes;  ///< the first, projected on the shell, is the material's axis 1
};

/// Of elements that lie in a plane z = constant, whatever they are in the third direction.
struct PlaneSection {
  /// No stress along z; no strain along z; a body that turns about the y axis, x its radius.
  enum class State { stress, strain, axisymmetric };
  State state = State::stress;  ///< which of them
  double thickness = 1;         ///< along z; an axisymmetric body goes all the way round
  Axes axes = global_axes;      ///< of an orthotropic material; the third is along z
};

/// Of trusses.
struct TrussSection {
  double area = 0;  ///< of the cross-section
};

/// Where the normal stress of a beam is largest: at corners of its profile, as places from the
/// centroid along n1 and n2, or somewhere on an ellipse.
struct Fibres {
  std::array<std::array<double, 2>, 12> places{};        ///< the first `count` of them
  int count = 0;                                         ///< 0: none known
  double semi1 = 0, semi2 = 0;                           ///< semi-axes; 0: no ellipse
  bool known() const { return count > 0 || semi1 > 0; }  ///< whether a stress follows
};

/// Local axes: t along the beam, n1 as given (made perpendicular to t), n2 = t × n1.
struct BeamSection {
  double area = 0;      ///< of the cross-section
  double I11 = 0;       ///< second moment for bending about n1 (deflection along n2)
  double I22 = 0;       ///< second moment for bending about n2 (deflection along n1)
  double I12 = 0;       ///< product of inertia ∫ x1 x2 dA
  double J = 0;         ///< torsion constant
  double shear1 = 0;    ///< shear area for forces along n1; 0: rigid in shear (Euler–Bernoulli)
  double shear2 = 0;    ///< the same for forces along n2
  Vector n1{0, 0, -1};  ///< direction of n1
  double offset1 = 0;   ///< of the centroid from the nodes, along n1 and n2
  double offset2 = 0;   ///< see offset1
  Fibres fibres = {};   ///< of the profile, if it is known
  double shear_centre1 = 0;  ///< of the shear centre from the centroid, along n1 and n2
  double shear_centre2 = 0;  ///< see shear_centre1
  /// Bit c set: the end's node does not follow displacement (0..2) or rotation (3..5) along t, n1,
  /// n2, so that the beam passes no force there.
  std::uint8_t release_start = 0;
  std::uint8_t release_end = 0;  ///< of the second node
};

/// Between two nodes, or one node and ground. `component` >= 0: acts on that component (0..5) of
/// each node; else along `direction`; a zero direction means along the line between the nodes.
struct SpringSection {
  double stiffness = 0;       ///< force per displacement
  double damping = 0;         ///< force per velocity
  int component_a = -1;       ///< of the first node
  int component_b = -1;       ///< of the second node
  Vector direction{0, 0, 0};  ///< not zero: of the force
  bool rotational = false;    ///< with `direction`: acts on rotations
};

/// A mass at a node.
struct MassSection {
  double mass = 0;                  ///< the same in all directions
  std::array<double, 6> inertia{};  ///< Ixx, Iyy, Izz, Ixy, Iyz, Izx about the centre of mass
  Vector offset{0, 0, 0};           ///< of the centre of mass from the node, in global axes
};

/// Between two nodes, or one node and ground: force and moment of the displacement and rotation of
/// the second against the first, in the axes given, at the middle between them.
struct BushingSection {
  Axes axes = global_axes;             ///< rows
  std::array<double, 36> stiffness{};  ///< symmetric, row by row
  std::array<double, 36> damping{};    ///< see stiffness
};

/// What the elements of one kind need.
using SectionData = std::variant<SolidSection, ShellSection, TrussSection, BeamSection,
                                 SpringSection, MassSection, PlaneSection, BushingSection>;

/// What an element needs besides its nodes.
struct Section {
  int material = -1;  ///< index in Model::materials; springs and masses have none
  SectionData data;   ///< of the element's own kind
};

}  // namespace sparkdyn::structure
