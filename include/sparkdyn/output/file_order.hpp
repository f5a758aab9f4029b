// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The vectors of a run in the order of its files, which is the input's and the same on any number
// of ranks.

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/structure/column_map.hpp"

namespace sparkdyn::output {

/// All is collective.
class FileOrder {
 public:
  virtual ~FileOrder() = default;
  /// A zero vector for the entries of `own`, laid out as in files.
  virtual core::Vector make(core::Space space, Vec own) const = 0;
  virtual void to_file(core::Space space, Vec own, Vec file) const = 0;    ///< file ← own.
  virtual void from_file(core::Space space, Vec file, Vec own) const = 0;  ///< own ← file.
};

/// Of matrices and mechanisms: the same order, in contiguous parts.
class OwnOrder final : public FileOrder {
 public:
  core::Vector make(core::Space, Vec own) const override { return core::make_like(own); }
  /// A copy.
  void to_file(core::Space, Vec own, Vec file) const override { core::copy(own, file); }
  /// A copy.
  void from_file(core::Space, Vec file, Vec own) const override { core::copy(file, own); }
};

/// Of structures: all components of all nodes, and all rows that any step of the plan has.
class StructureOrder final : public FileOrder {
 public:
  /// `conditions`: the step's place in Distributed::steps. @note Collective.
  StructureOrder(const structure::Distributed& structure, std::size_t conditions)
      : columns_(structure, conditions), rows_(structure, conditions) {}
  core::Vector make(core::Space space, Vec own) const override;
  void to_file(core::Space space, Vec own, Vec file) const override;    ///< file ← own.
  void from_file(core::Space space, Vec file, Vec own) const override;  ///< own ← file.

 private:
  structure::ColumnMap columns_;
  structure::RowMap rows_;
};

}  // namespace sparkdyn::output
