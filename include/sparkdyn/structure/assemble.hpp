// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// M = Σ_e M_e, K = Σ_e K_e, C = Σ_e (α_e M_e + β_e K_e + C_e), F = Σ_k F_k a_k(t) and the rows of
// G, in the numbering of the free components: the structure as a mechanics::System.

#include <memory>
#include <span>
#include <vector>

#include "sparkdyn/mechanics/rayleigh.hpp"
#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure {

/// Rows of the held components over the free ones: the reaction is M a + C v + K q − F there.
struct HeldRows {
  core::Matrix mass, stiffness, damping;      ///< of the held rows; damping is empty without any
  std::vector<mechanics::TimedVector> loads;  ///< on them
};

/// What assemble() makes.
struct Assembled {
  std::shared_ptr<mechanics::System> system;  ///< shared by all that step it
  mechanics::State initial;                   ///< from the model's initial values
  HeldRows held;                              ///< for reactions
  mechanics::Rayleigh rayleigh = {};          ///< of everything, as it was asked for
};

/// What a model does not say.
struct AssembleOptions {
  mechanics::Rayleigh rayleigh;  ///< of everything, besides the materials' own
  double start = 0;              ///< time of the initial state
  /// Which Distributed::steps hold the loads of each load case; empty: those of the step itself.
  std::vector<std::size_t> load_cases = {};
};

/// Throws core::Error (input) naming a node whose component has neither stiffness nor mass.
/// @note Collective.
Assembled assemble(const Distributed& structure, std::size_t step,
                   const AssembleOptions& options = {});

/// Mass, centre of gravity and inertia about it (Ixx, Iyy, Izz, Ixy, Iyz, Izx) of all elements.
struct MassProperties {
  double mass = 0;                  ///< of all elements
  Vector centre{};                  ///< of gravity
  std::array<double, 6> inertia{};  ///< about the centre
};
/// @note Collective.
MassProperties mass_properties(const Distributed& structure);

/// Unit translation along x, y, z and unit rotation about the axes through `centre`, at the free
/// components: what participation factors and multigrid need. @note Collective.
std::vector<core::Vector> rigid_motions(const Distributed& structure, std::size_t step,
                                        const Vector& centre = {0, 0, 0});

}  // namespace sparkdyn::structure
