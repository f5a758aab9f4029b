// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// An element formulation: ½ qᵀKq = ∫ ½ εᵀDε, ½ vᵀMv = ∫ ½ ρ |v|² over one cell. Formulations are
// stateless; a new one is a new file with an entry in the list that elements() returns.

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/structure/material.hpp"
#include "sparkdyn/structure/section.hpp"
#include "sparkdyn/structure/shape.hpp"

namespace sparkdyn::structure {

using Point = Eigen::Vector3d;          ///< a place in space
using ElementMatrix = Eigen::MatrixXd;  ///< of one element

/// Components of a node: displacements along x, y, z and rotations about x, y, z.
inline constexpr int components_of_node = 6;
using ComponentMask = std::uint8_t;                        ///< bit c set: component c exists
inline constexpr ComponentMask translations = 0b000111;    ///< x, y, z
inline constexpr ComponentMask all_components = 0b111111;  ///< with rotations

/// One element as a formulation sees it. `material` is null for springs and masses.
struct ElementInput {
  std::span<const Point> x;              ///< coordinates of the nodes
  const Material* material = nullptr;    ///< of the section
  const SectionData* section = nullptr;  ///< of a kind that section_kind() names
};

/// Stress at one point, in global axes: σxx, σyy, σzz, σxy, σyz, σzx.
using Stress = Eigen::Matrix<double, 6, 1>;

/// A formulation of one's own implements the pure functions.
class Element {
 public:
  virtual ~Element() = default;
  /// The name in a case file: "hex8", "tet10", "beam2", …; see docs/elements.md.
  virtual std::string_view name() const = 0;
  virtual Shape shape() const = 0;  ///< of the cells that it takes
  /// Which components node `node` has. Element matrices number them node by node, each node's
  /// components ascending. Depends on the section only for springs.
  virtual ComponentMask components(int node, const SectionData& section) const = 0;
  /// The SectionData alternative it needs, e.g. "solid".
  virtual std::string_view section_kind() const = 0;

  /// Empty when the element can be computed, else what is wrong: "its volume is negative at
  /// integration point 3", "its nodes lie on one line", "thickness must be positive", …
  virtual std::string complaint(const ElementInput& input) const = 0;

  /// Sets K, M, C to the element's matrices (they have the right size on entry).
  virtual void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const = 0;
  /// M, consistent or lumped to its diagonal.
  virtual void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const = 0;
  /// Both at once; an element whose matrices share work says how. The results are the same.
  virtual void stiffness_and_mass(const ElementInput& input, bool lumped,
                                  Eigen::Ref<ElementMatrix> K, Eigen::Ref<ElementMatrix> M) const {
    stiffness(input, K);
    mass(input, lumped, M);
  }
  /// Discrete dampers only; Rayleigh damping is made from M and K.
  virtual bool has_damping() const { return false; }
  /// Only where has_damping().
  virtual void damping(const ElementInput&, Eigen::Ref<ElementMatrix> C) const { C.setZero(); }

  /// The stress at the element's centroid (shells: `layer` −1 bottom, 0 middle, 1 top; beams and
  /// trusses: axial stress of the centroid as a tensor) for nodal values q ordered as in K.
  /// Springs and masses: zero.
  virtual Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int layer) const = 0;
  /// The same at the place ξ of the cell (src/structure/shape_functions.hpp) that is asked for, as
  /// the formulation has it there. An element of one's own that does not say is taken to have the
  /// stress of its centroid everywhere.
  virtual Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int layer,
                           const Eigen::Vector3d&) const {
    return stress(input, q, layer);
  }
  /// What the nodes of a line get of a force per length along them, ordered as in K: ∫ Nᵀ f ds,
  /// unless the formulation knows better.
  virtual Eigen::VectorXd line_load(const ElementInput& input, const Point& force) const;
  /// Whether `layer` of stress() means anything.
  bool has_layers() const { return section_kind() == "shell"; }
};

/// Every formulation, in a fixed order; an element kind is an index in this list.
std::span<const Element* const> elements();
/// Index of the formulation called `name`, or −1.
int find_element(std::string_view name);

/// How many rows K has: the sum of the nodes' components.
int matrix_size(const Element& element, const SectionData& section);

}  // namespace sparkdyn::structure
