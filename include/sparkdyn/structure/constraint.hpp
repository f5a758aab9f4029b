// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Constraint kinds: each becomes rows of G (equations between components of nodes), linearised
// about the undeformed structure. A new kind is a new file with a class.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sparkdyn/mechanics/amplitude.hpp"
#include "sparkdyn/structure/element.hpp"
#include "sparkdyn/structure/equation.hpp"
#include "sparkdyn/structure/exact_row.hpp"
#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::structure {

/// Of one component of one node.
struct InitialValue {
  Index node = 0;           ///< position in the mesh
  int component = 0;        ///< 0..5
  double displacement = 0;  ///< at the start
  double velocity = 0;      ///< at the start
};

/// What a constraint may look at.
struct ConstraintContext {
  const Mesh& mesh;  ///< nodes and their places
  /// Components that each node has: from elements, and in append() from constraints too.
  std::span<const ComponentMask> components;
  /// Components that elements act on or supports hold. Empty: not known, and then nothing is said
  /// about motions of a rigid body that nothing resists.
  std::span<const ComponentMask> anchored{};
  /// Where to put sentences the user should read; null: nowhere.
  std::vector<std::string>* warnings = nullptr;
};

/// A kind of its own implements name(), where() and append().
class Constraint {
 public:
  virtual ~Constraint() = default;
  /// "rigid body 'hub'".
  virtual std::string name() const = 0;
  /// "deck.inp:42" or "case.yaml:12"; in front of every message.
  virtual std::string where() const = 0;
  /// Nodes that get components from the constraint itself, such as a reference node.
  virtual void add_components(const ConstraintContext&, std::span<ComponentMask>) const {}
  /// Whether its entries refer to the local axes of nodes (Abaqus *TRANSFORM), as equations do.
  virtual bool in_node_axes() const { return false; }
  /// Throws core::Error (input) with the place in front when it makes no sense.
  virtual void append(const ConstraintContext& context, std::vector<Equation>& rows) const = 0;
  /// Rows that hold for motion of any size, in a nonlinear model. A kind that has none refuses with
  /// a sentence on those that have.
  virtual void append_exact(const ConstraintContext& context, std::vector<ExactRow>& rows) const;
  /// Initial values of what the constraint adds to a nonlinear model, from those of its nodes.
  virtual void add_initial(const Mesh&, std::vector<InitialValue>&) const {}
};

using ConstraintPtr = std::shared_ptr<const Constraint>;  ///< shared by the steps that it holds in

/// Where and what: the common part of every kind.
struct ConstraintLabel {
  std::string name;   ///< "hub"; may be empty
  std::string where;  ///< place in the input
};

/// Σ coefficient · u = value · a(t), in the nodes' own axes. Entries on components that a node does
/// not have are errors; entries of the same component are summed.
ConstraintPtr linear_equation(ConstraintLabel label, Equation equation);

/// Every node moves with the reference node: u = u_ref + θ × (x − x_ref), and rotations, where
/// nodes have them, equal θ. θ are components 3..5 of the reference node, or components 0..2 of
/// `rotation_node` when that is given (CalculiX's ROT NODE). Gives the reference node its
/// components, and displacements to nodes of the body that no element uses. The reference node may
/// be one of the nodes. Warns of motions that nothing resists, such as turning about a line that
/// all nodes lie on.
ConstraintPtr rigid_body(ConstraintLabel label, std::vector<Index> nodes, Index reference,
                         Index rotation_node = -1);

/// Nodes at a constant distance: (x_b − x_a)·(u_b − u_a)/|x_b − x_a| = 0, a rigid bar with ball
/// joints; the multiplier is the force in it.
ConstraintPtr rigid_bar(ConstraintLabel label, Index a, Index b);

/// Joints between node a and node b: `pinned` — ball joint: equal displacement; `hinge` — also
/// equal rotation about the two directions normal to `axis`; `slider` — displacement free along
/// `axis`, rotations equal where both nodes have them; `cylindrical` — free along and about `axis`;
/// `fixed` — all equal, rotations where both nodes have them. Nodes that lie apart are bridged by a
/// rigid arm on a, u_b = u_a + θ_a × (x_b − x_a), or on b if only b has rotations; if neither has,
/// displacements are set equal as they are, with a warning.
/// Nonlinear models also have `universal` — the axis of a stays normal to the second axis, which
/// turns with b — and `planar` — b moves in the plane normal to `axis` through its first place, and
/// turns about `axis`.
enum class Joint { pinned, hinge, slider, cylindrical, fixed, universal, planar };

/// A relative motion that is prescribed: the angle about the axis of a hinge or cylindrical joint,
/// or the distance along the axis of a slider, is value · a(t).
struct Drive {
  double value = 0;    ///< for an amplitude of 1
  int amplitude = -1;  ///< index in Model::amplitudes; −1: constant 1
};

/// What a joint is besides its kind and nodes.
struct JointDetails {
  Vector axis{0, 0, 0};                       ///< of all but pinned and fixed joints
  Vector second_axis{0, 0, 0};                ///< of universal joints; `axis` turns with a
  std::optional<Drive> drive = std::nullopt;  ///< only in nonlinear models
  /// A node of its own whose displacement x is the angle of a hinge or cylindrical joint or the
  /// distance of a slider, and whose y is the distance of a cylindrical joint; −1: none. Springs,
  /// supports and equations act on it as on others. Only in nonlinear models.
  Index coordinate = -1;
};

/// Of nodes a and b; `axis` is needed by hinges, sliders and cylindrical joints.
ConstraintPtr joint(ConstraintLabel label, Joint kind, Index a, Index b, Vector axis = {0, 0, 0});
/// As the other, with all there is to say.
ConstraintPtr detailed_joint(ConstraintLabel label, Joint kind, Index a, Index b,
                             const JointDetails& details);

/// Only in nonlinear models: a point stays in a plane that turns with the carrier, normal to
/// `normal` and through where the point is at the reference.
ConstraintPtr plane_guide(ConstraintLabel label, Index carrier, Index point, Vector normal);

/// A curve in the axes of a carrier: x(s) of the three functions, which are amplitudes of the model
/// (the indices) of s in the place of time.
struct GuideCurve {
  std::array<int, 3> functions{-1, -1, -1};       ///< indices in Model::amplitudes
  std::array<mechanics::AmplitudePtr, 3> values;  ///< the same functions
};

/// Only in nonlinear models: a point stays on a curve that turns with the carrier. s is the
/// displacement x of `coordinate`, a node of its own; at s = 0 is where the point is at the
/// reference.
ConstraintPtr curve_guide(ConstraintLabel label, Index carrier, Index point, Index coordinate,
                          GuideCurve curve);

/// The reference node follows the weighted average motion of the nodes: without rotation (CalculiX
/// *DISTRIBUTING COUPLING) u_ref = Σ w u; with it (Abaqus *COUPLING, *DISTRIBUTING) also
/// θ_ref = ω, the least-squares rotation Σ w |u − ū − ω × (x − x̄)|² → min about the weighted centre
/// x̄, and u_ref = ū + ω × (x_ref − x̄). Weights are divided by their sum; none given: all equal. A
/// force on the reference node spreads over the nodes by the weights. Gives the reference node its
/// components.
ConstraintPtr distributing_coupling(ConstraintLabel label, Index reference,
                                    std::vector<Index> nodes, std::vector<double> weights,
                                    bool with_rotation);

/// Each node of the slave surface follows the nearest point of the master surface, across a gap on
/// a rigid arm that turns with the facet; displacements only. Nodes farther than `tolerance` (≤ 0:
/// 1 % of the mean edge of the master's facets) or beyond its border are left out and counted in a
/// warning; none left is an error. Nodes that both surfaces share are skipped. Middle nodes are
/// tied too; slave facets of shape `point` stand for single nodes. Nodes are not moved.
ConstraintPtr tie(ConstraintLabel label, std::vector<Facet> slave, std::vector<Facet> master,
                  double tolerance);

}  // namespace sparkdyn::structure
