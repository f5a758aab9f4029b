#include "sparkdyn/app/file_order.hpp"

namespace sparkdyn::app {

using integrate::Space;

core::Vector MatrixOrder::make(Space space) const {
  return space == Space::displacement ? system_->make_displacement() : system_->make_multiplier();
}

void MatrixOrder::to_file(Space, Vec own, Vec file) const {
  core::copy(own, file);
}

void MatrixOrder::from_file(Space, Vec file, Vec own) const {
  core::copy(file, own);
}

StructureOrder::StructureOrder(const structure::Distributed& structure, std::size_t conditions)
    : columns_(structure, conditions), rows_(structure, conditions) {}

core::Vector StructureOrder::make(Space space) const {
  return space == Space::displacement ? columns_.make_columns() : rows_.make_columns();
}

void StructureOrder::to_file(Space space, Vec own, Vec file) const {
  if (space == Space::displacement)
    columns_.expand(own, file);
  else
    rows_.expand(own, file);
}

void StructureOrder::from_file(Space space, Vec file, Vec own) const {
  if (space == Space::displacement)
    columns_.restrict(file, own);
  else
    rows_.restrict(file, own);
}

}  // namespace sparkdyn::app
