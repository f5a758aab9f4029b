// SPDX-License-Identifier: BSD-3-Clause
#include "output/computed_fields.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::output {

using core::check;

ComputedFields::ComputedFields(const structure::Distributed& structure, Site site,
                               std::vector<MeshField> fields)
    : structure_(&structure), site_(site), fields_(std::move(fields)) {
  for (const MeshField& field : fields_) width_ += field.components;
  places_.resize(static_cast<std::size_t>(width_));
}

int ComputedFields::find(std::string_view name) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const MeshField& field) { return field.name == name; });
  return found == fields_.end() ? -1 : static_cast<int>(found - fields_.begin());
}

void ComputedFields::put(PetscInt row, const double* values) {
  std::iota(places_.begin(), places_.end(), row * width_);
  check(VecSetValues(table_, width_, places_.data(), values, INSERT_VALUES));
}

void ComputedFields::evaluate(const StructureFrame& frame, int field, double* slab) {
  const auto& rows = structure_->slab;
  const auto count =
      static_cast<PetscInt>(site_ == Site::point ? rows.points.size() : rows.shapes.size());
  if (computed_ != frame.showings()) {
    if (table_.empty()) table_ = core::make_vector(structure_->comm, count * width_);
    check(VecSet(table_, std::numeric_limits<double>::quiet_NaN()));
    compute(frame);
    check(VecAssemblyBegin(table_));
    check(VecAssemblyEnd(table_));
    computed_ = frame.showings();
  }
  int first = 0;
  for (int k = 0; k < field; ++k) first += fields_[static_cast<std::size_t>(k)].components;
  const int size = fields_[static_cast<std::size_t>(field)].components;
  const core::ReadArray values(table_);
  for (PetscInt row = 0; row < count; ++row)
    std::copy_n(values.data() + row * width_ + first, size, slab + row * size);
}

bool has_section(const structure::Distributed& structure,
                 std::initializer_list<std::string_view> kinds) {
  const auto& items = structure.elements.items;
  return core::any(structure.comm, std::any_of(items.begin(), items.end(), [&](const auto& item) {
                     const auto kind = structure::elements()[item.element]->section_kind();
                     return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
                   }));
}

}  // namespace sparkdyn::output
