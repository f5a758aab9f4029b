#pragma once
// The vectors of a run in the order of its files, which is the input's and the same on any number
// of ranks.

#include <memory>

#include "sparkdyn/integrate/memory.hpp"
#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/structure/column_map.hpp"

namespace sparkdyn::app {

/// All is collective.
class FileOrder {
 public:
  virtual ~FileOrder() = default;
  /// A zero vector, laid out as in files.
  virtual core::Vector make(integrate::Space space) const = 0;
  virtual void to_file(integrate::Space space, Vec own, Vec file) const = 0;
  virtual void from_file(integrate::Space space, Vec file, Vec own) const = 0;
};

/// Of matrices: the same order, in contiguous parts.
class MatrixOrder final : public FileOrder {
 public:
  explicit MatrixOrder(const mechanics::System& system) : system_(&system) {}
  core::Vector make(integrate::Space space) const override;
  void to_file(integrate::Space space, Vec own, Vec file) const override;
  void from_file(integrate::Space space, Vec file, Vec own) const override;

 private:
  const mechanics::System* system_;
};

/// Of structures: all components of all nodes, and all rows that any step of the plan has.
class StructureOrder final : public FileOrder {
 public:
  StructureOrder(const structure::Distributed& structure, std::size_t conditions);
  core::Vector make(integrate::Space space) const override;
  void to_file(integrate::Space space, Vec own, Vec file) const override;
  void from_file(integrate::Space space, Vec file, Vec own) const override;

 private:
  structure::ColumnMap columns_;
  structure::RowMap rows_;
};

}  // namespace sparkdyn::app
