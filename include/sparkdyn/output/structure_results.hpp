// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What ParaView shows of a structure: displacement, velocity, acceleration, reaction and constraint
// force at the nodes, stress in the elements.

#include <memory>

#include "sparkdyn/output/mesh_results.hpp"
#include "sparkdyn/output/structure_frame.hpp"

namespace sparkdyn::output {

/// Displacements, velocities, accelerations and forces; also stresses; displacements alone.
enum class Fields { motion, with_stress, shape };

/// Owns nothing of the structure.
class StructureResults final : public MeshResults {
 public:
  /// `frame` is what the observers of the run are shown. A shape has displacements only.
  StructureResults(const structure::Distributed& structure, const StructureFrame& frame,
                   Fields fields);

  OutputMesh mesh() const override;
  std::vector<MeshField> point_fields() const override;  ///< displacement, velocity, …
  std::vector<MeshField> cell_fields() const override;   ///< stress and von Mises', if asked for
  ColumnLabels columns() const override;
  std::vector<std::string> row_names() const override { return structure_->row_names; }
  Drawing drawing() const override;
  void evaluate(const run::Frame& frame, const MeshField& field, double* slab) override;

 private:
  Vec vector_of(const std::string& field) const;
  void put_components(Vec columns, int first, double* slab) const;
  void compute_stress();

  const structure::Distributed* structure_;
  const StructureFrame* frame_;
  Fields fields_;
  bool rotations_ = false, layered_ = false;
  core::Vector local_;  ///< values at this rank's nodes, owned or not
  core::Scatter to_local_;
  core::Vector stresses_;  ///< 6 per cell of the slab, or 12 with two faces
  long stress_step_ = -1;
};

/// von Mises' equivalent of σxx, σyy, σzz, σxy, σyz, σzx.
double von_mises(const double* stress);

}  // namespace sparkdyn::output
