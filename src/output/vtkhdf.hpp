// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The group /VTKHDF of an HDF5 file: an UnstructuredGrid over time as VTK's file format 2.x
// describes it. The mesh stands in the file once, as one part, so that the file is the same on any
// number of ranks; the group `Steps` tells for each step where its values begin.

#include <hdf5.h>
#include <mpi.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/output/mesh_results.hpp"

namespace sparkdyn::output {

/// How many bytes of the file the mesh takes. @note Collective.
hsize_t mesh_bytes(MPI_Comm comm, const OutputMesh& mesh);

/// Throws core::Error (internal) on all ranks when the parts do not fit together, such as a number
/// of points that is none; readers of the file would crash. @note Collective.
void require_consistent(MPI_Comm comm, const OutputMesh& mesh);

class VtkGroup {
 public:
  /// Makes the group in `file`, which is open for all ranks of `comm`, and writes the mesh, or goes
  /// on with a group that has `existing` steps of the same fields on the same mesh.
  /// Messages name the file `shown_as`. Throws core::Error. @note Collective.
  VtkGroup(MPI_Comm comm, hid_t file, std::string shown_as, const OutputMesh& mesh,
           std::vector<MeshField> fields, std::optional<long> existing = std::nullopt);
  /// What still waits is lost. @note Collective.
  ~VtkGroup();
  VtkGroup(const VtkGroup&) = delete;
  VtkGroup& operator=(const VtkGroup&) = delete;

  const std::vector<MeshField>& fields() const;
  /// Where the caller puts this rank's rows of field number `field` of the step at hand.
  double* slab(std::size_t field);
  /// Ends the step at hand; it waits in memory.
  void end_step(double time);

  /// By how much the file will grow when the waiting steps are written.
  hsize_t bytes_to_add() const;
  /// Appends the values of waiting steps, but not yet their times: readers do not see them.
  /// @note Collective.
  void write_values();
  /// Makes the steps whose values were written visible. Flush the file before and after it.
  /// @note Collective.
  void write_steps();
  /// Steps that readers see, after write_steps().
  long steps() const;
  /// Values of a step over all ranks, of the largest field.
  std::int64_t largest_field() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sparkdyn::output
