// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which degrees of freedom act on one another through M, C, K or G, directly or through others: the
// parts of a structure that nothing connects. And which of them have no mass.

#include <span>
#include <vector>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::mechanics {

struct ConnectedPart {
  PetscInt first = 0;  ///< its lowest degree of freedom, 0-based
  PetscInt dofs = 0;
};

struct ConnectedParts {
  PetscInt count = 0;
  std::vector<ConnectedPart> largest;  ///< up to `most`, the largest first
};

/// `joined[i]`: this rank's i-th degree of freedom belongs with the one before it, as components of
/// one node do; empty: none does. @note Collective.
ConnectedParts connected_parts(const System& system, std::span<const char> joined = {},
                               int most = 5);

/// Marks this rank's degrees of freedom without any entry in their row of M: they make some
/// splittings unsolvable.
std::vector<char> rows_without_mass(const System& system);

/// The first `most` of them, and how many there are.
struct Massless {
  PetscInt count = 0;
  std::vector<PetscInt> first;
};
/// @note Collective.
Massless massless_dofs(const System& system, int most = 5);

}  // namespace sparkdyn::mechanics
