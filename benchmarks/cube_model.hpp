#pragma once
// A cube of n³ cells, hex8 or each cut into six tet4, clamped at x = 0 and pulled at x = 1, read
// through the mesh reader and assembled; with rows of G that tie opposite faces, four masters each.

#include <memory>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::benchmarks {

struct CubeModel {
  int cells = 20;
  bool tetrahedra = false;
  int constraints = 0;  ///< at most about 6·cells²

  /// @note Collective.
  std::shared_ptr<mechanics::System> make(MPI_Comm comm) const;
};

}  // namespace sparkdyn::benchmarks
