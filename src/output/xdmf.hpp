// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `results.xdmf`: an index in XML (XDMF 3) of what /VTKHDF in the HDF5 file beside it holds, for
// readers that do not know /VTKHDF with Steps, such as VTK before 9.3. The values stay where they
// are; only a mesh of several types of cells needs an array of its own, /XDMF/Topology, in which
// each cell's nodes follow its type.

#include <hdf5.h>
#include <mpi.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "sparkdyn/output/mesh_results.hpp"

namespace sparkdyn::output {

/// What the index says about the mesh, on every rank.
struct XdmfMesh {
  std::string hdf5_name;  ///< of the HDF5 file, seen from the index
  std::int64_t points = 0;
  std::int64_t cells = 0;
  std::string topology;  ///< its element in XML
};

/// Describes the mesh that VtkGroup has written into `file`, and writes /XDMF/Topology where that
/// is needed, unless the file is an `existing` one, which has it. `hdf5_file`: where it will be
/// found in the end. @note Collective.
XdmfMesh describe_for_xdmf(MPI_Comm comm, hid_t file, const std::filesystem::path& hdf5_file,
                           const OutputMesh& mesh, bool existing = false);

/// Held by one rank.
class XdmfFile {
 public:
  /// Writes nothing yet.
  XdmfFile(std::filesystem::path path, XdmfMesh mesh, std::vector<MeshField> fields);

  /// Adds steps that the HDF5 file holds after those added before. The first call puts the index in
  /// place of an earlier one; later ones add to it in one write, so that it can be read at any
  /// time. Throws core::Error and leaves the index as it was.
  void add_steps(std::span<const double> times);

 private:
  std::string grid(std::int64_t step, double time) const;
  std::string attribute(const MeshField& field, std::int64_t step) const;
  void append(const std::string& text);

  std::filesystem::path path_;
  XdmfMesh mesh_;
  std::vector<MeshField> fields_;
  std::int64_t steps_ = 0;
  std::int64_t end_ = 0;  ///< where in the index the next step goes
};

}  // namespace sparkdyn::output
