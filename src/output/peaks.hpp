// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The largest values of fields over all places and the states that were looked at.

#include <mpi.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/output/mesh_results.hpp"
#include "sparkdyn/output/tables.hpp"

namespace sparkdyn::output {

/// Of what one rank has seen; the same on any number of ranks once they are put together.
class Peaks {
 public:
  explicit Peaks(MPI_Comm comm) : comm_(comm) {}

  /// This rank's rows of a field; `numbers`: the user's, one for each. Not collective.
  void look(const MeshField& field, const double* slab, PetscInt first_row,
            const std::vector<std::int64_t>& numbers, double time);
  /// In the order of measures(); of those that were seen. @note Collective.
  std::vector<FieldPeak> found() const;

  /// All of them, on rank 0. @note Collective.
  std::string keep() const;
  /// As keep() gave it; used on rank 0. Throws core::Error (input) when it is damaged.
  void give_back(const std::string& kept);

 private:
  struct Seen {
    double value = -1, time = 0;
    std::int64_t row = 0, number = 0;
    /// The larger; of equal ones the earlier, then the lower row.
    bool above(const Seen& other) const;
  };
  std::vector<Seen> gathered() const;

  MPI_Comm comm_;
  std::map<std::size_t, Seen> seen_;  ///< by place in measures()
};

}  // namespace sparkdyn::output
