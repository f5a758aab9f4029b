// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Fields that follow from a structure's state: stresses and section forces. Each kind is a table
// with a row for every point or cell of the mesh and computes all its fields at once, when the
// first of them is asked for.

#include <memory>
#include <string_view>
#include <vector>

#include "sparkdyn/output/mesh_results.hpp"
#include "sparkdyn/output/structure_frame.hpp"

namespace sparkdyn::output {

class ComputedFields {
 public:
  virtual ~ComputedFields() = default;
  ComputedFields(const ComputedFields&) = delete;
  ComputedFields& operator=(const ComputedFields&) = delete;

  const std::vector<MeshField>& fields() const { return fields_; }
  /// Position in fields(), or −1.
  int find(std::string_view name) const;
  /// This rank's rows of a field of what the frame shows. @note Collective.
  void evaluate(const StructureFrame& frame, int field, double* slab);

 protected:
  ComputedFields(const structure::Distributed& structure, Site site, std::vector<MeshField> fields);

  /// Calls put() for each row that has values; all others are not numbers. @note Collective.
  virtual void compute(const StructureFrame& frame) = 0;
  /// `values`: of all fields, one after another.
  void put(PetscInt row, const double* values);

  const structure::Distributed& structure() const { return *structure_; }
  int width() const { return width_; }

 private:
  const structure::Distributed* structure_;
  Site site_;
  std::vector<MeshField> fields_;
  int width_ = 0;
  std::vector<PetscInt> places_;
  core::Vector table_;
  long computed_ = -1;  ///< what the frame showed then
};

using ComputedFieldsPtr = std::unique_ptr<ComputedFields>;

/// stress, von_mises and, with shells, stress_bottom: in the middle of each element.
ComputedFieldsPtr element_stress(const structure::Distributed& structure);
/// section_forces of beams and trusses, fibre_stress of beams: at both ends.
ComputedFieldsPtr line_forces(const structure::Distributed& structure);
/// shell_forces: resultants in the middle of each shell.
ComputedFieldsPtr shell_forces(const structure::Distributed& structure);
/// nodal_stress, what follows from it, and how far elements disagree.
ComputedFieldsPtr nodal_stress(const structure::Distributed& structure);

/// Whether any rank has elements of these kinds of section. @note Collective.
bool has_section(const structure::Distributed& structure,
                 std::initializer_list<std::string_view> kinds);

}  // namespace sparkdyn::output
