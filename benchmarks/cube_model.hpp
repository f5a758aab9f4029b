// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A cube of n³ cells, hex8 or each cut into six tet4, clamped at x = 0 and pulled at x = 1, read
// through the mesh reader and assembled; with rows of G that tie opposite faces and, when these do
// not suffice, layers inside, four masters each; or with a heavy hub whose motion all nodes of the
// pulled face share: few unknowns coupled to thousands.

#include <memory>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::benchmarks {

enum class Hub { none, rigid_body, coupling };

struct CubeModel {
  int cells = 20;
  bool tetrahedra = false;
  int constraints = 0;  ///< at most about 1.5·cells³: every row has its own slave
  Hub hub = Hub::none;  ///< instead of these

  /// @note Collective.
  std::shared_ptr<mechanics::System> make(MPI_Comm comm) const;
};

}  // namespace sparkdyn::benchmarks
