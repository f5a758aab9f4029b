// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Forces in the sections of beams and trusses. What the nodes exert on an element is
//   f = K (q + β v) + M (a + α v − Σ g_k a_k(t)) − Σ F_k a_k(t),
// with its body loads g_k and its own line loads F_k, so that nodes are in equilibrium with what
// acts on them alone. In local axes at the centroid of an end this is the section force there: as
// it is at the second end, with the other sign at the first.

#include <array>
#include <vector>

#include "sparkdyn/mechanics/rayleigh.hpp"
#include "sparkdyn/structure/distributed.hpp"
#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

/// N (tension positive), V1, V2, T, M1, M2: what the part ahead along the beam exerts on the part
/// behind, along and about t, n1, n2.
using SectionForce = Eigen::Matrix<double, 6, 1>;
using EndForces = std::array<SectionForce, 2>;

/// Smallest and largest normal stress of a section; not a number where its fibres are not known.
/// Σ over the profile: N/A + x2 E κ1 − x1 E κ2 with E κ from M1 and M2.
std::array<double, 2> fibre_stress(const BeamSection& section, const SectionForce& force);

/// Of one step's conditions, which must live as long.
class SectionForces {
 public:
  SectionForces(const Distributed& structure, const LocalConditions& conditions,
                const mechanics::Rayleigh& rayleigh);

  /// Whether an element has them.
  static bool has(const Element& element);

  /// Values of one element's nodes, ordered as in its K.
  struct Motion {
    Eigen::VectorXd q, v, a;
  };
  /// Of element number `item` of this rank at time t.
  EndForces at(Index item, const Motion& motion, double t) const;

 private:
  struct Acting {
    Vector vector{};
    int amplitude = -1;
  };
  double scale(int amplitude, double t) const;

  const Distributed* structure_;
  mechanics::Rayleigh rayleigh_;
  std::vector<std::vector<Acting>> body_, line_;  ///< of each element
};

}  // namespace sparkdyn::structure
