// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What ParaView shows of a structure: displacement, velocity, acceleration, reaction and constraint
// force at the nodes, stresses and section forces.

#include <memory>
#include <vector>

#include "sparkdyn/output/mesh_results.hpp"
#include "sparkdyn/output/structure_frame.hpp"

namespace sparkdyn::output {

class ComputedFields;

/// What is stored beside displacements, velocities, accelerations and forces.
struct Fields {
  bool stress = false;          ///< in the middle of the elements
  bool nodal_stress = false;    ///< at the nodes, averaged
  bool section_forces = false;  ///< of beams and trusses, resultants of shells
  bool shape = false;           ///< displacements alone
};

/// Owns nothing of the structure.
class StructureResults final : public MeshResults {
 public:
  /// `frame` is what the observers of the run are shown. A shape has displacements only.
  StructureResults(const structure::Distributed& structure, const StructureFrame& frame,
                   const Fields& fields);
  ~StructureResults() override;

  OutputMesh mesh() const override;
  std::vector<MeshField> point_fields() const override;  ///< displacement, velocity, …
  std::vector<MeshField> cell_fields() const override;   ///< as the fields ask for
  const MeshField* find_field(const std::string& name) const override;
  core::RowRange range_of(Site site) const override;
  ColumnLabels columns() const override;
  std::vector<std::string> row_names() const override { return structure_->row_names; }
  Drawing drawing() const override;
  void evaluate(const run::Frame& frame, const MeshField& field, double* slab) override;

 private:
  bool is_stored(const MeshField& field) const;
  Vec vector_of(const std::string& field) const;
  void put_components(Vec columns, int first, double* slab) const;

  const structure::Distributed* structure_;
  const StructureFrame* frame_;
  Fields fields_;
  std::vector<MeshField> motion_fields_;
  std::vector<std::unique_ptr<ComputedFields>> computed_;
};

/// von Mises' equivalent of σxx, σyy, σzz, σxy, σyz, σzx.
double von_mises(const double* stress);

}  // namespace sparkdyn::output
