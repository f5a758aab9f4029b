// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/output/file_order.hpp"

namespace sparkdyn::output {

using core::Space;

core::Vector StructureOrder::make(Space space, Vec) const {
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

}  // namespace sparkdyn::output
