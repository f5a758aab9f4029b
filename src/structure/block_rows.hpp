// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Rows of a matrix over the free components, node by node: each owned node has one list of
// neighbours, and each of its rows the same columns. The places of an element's matrix are looked
// up once for all matrices it goes to, block by block, and what the elements have added is the
// matrix: there is no other copy.

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "core/row_matrix.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure {

enum class RowKind { free, held };

/// Where the block of two nodes in an element's matrix goes.
struct BlockPlace {
  std::size_t at = 0;       ///< of the first row's first value
  int stride = 0;           ///< from row to row
  bool own = true;          ///< in which of the two parts
  bool whole = true;        ///< three translations each, all of them wanted
  int row = 0, column = 0;  ///< in the element's matrix
  ComponentMask row_components = 0, column_components = 0;  ///< that the element has
  ComponentMask rows = 0, columns = 0;                      ///< that the matrix has
};

class BlockRows {
 public:
  /// Rows for the free or the held components of this rank's nodes.
  BlockRows(const Distributed& structure, const LocalConditions& conditions, RowKind kind);

  /// Whether an element touches a row here.
  bool touches(const LocalElement& item) const;
  void find_places(const LocalElement& item, std::vector<BlockPlace>& places) const;
  const std::shared_ptr<const core::RowPattern>& pattern() const { return pattern_; }
  MPI_Comm comm() const { return structure_->comm; }
  RowKind kind() const { return kind_; }

 private:
  ComponentMask free_of(Index node) const {
    return structure_->nodes.components[node] & ~conditions_->fixed[node];
  }
  ComponentMask rows_of(Index node) const {
    return kind_ == RowKind::free ? free_of(node)
                                  : structure_->nodes.components[node] & conditions_->fixed[node];
  }
  std::span<const Index> nodes_of(const LocalElement& item) const;
  void order_nodes();
  void find_neighbours();
  void fill_pattern();

  const Distributed* structure_;
  const LocalConditions* conditions_;
  RowKind kind_;
  std::vector<Index> order_;        // of the local nodes by ascending column, owned ones first
  std::vector<Index> node_at_;      // its inverse
  std::vector<std::size_t> first_;  // of the neighbours of each owned node
  std::vector<Index> neighbours_;   // their places in the order, ascending
  std::vector<int> offset_;         // of each neighbour's columns in its part of the row
  struct RowWidths {
    std::vector<int> width;       // of the rows of each owned node
    std::vector<std::size_t> at;  // of its first row's first value
  };
  RowWidths own_, other_;
  std::shared_ptr<const core::RowPattern> pattern_;
};

/// The values of one matrix, from zero on.
class BlockValues {
 public:
  explicit BlockValues(const BlockRows& rows);

  void add(const std::vector<BlockPlace>& places, const Eigen::Ref<const Eigen::MatrixXd>& matrix);
  /// Sets marks[r] for every row r with a value that is not zero.
  void mark(std::vector<char>& marks) const;
  /// The matrix of what was added, which ends these values. Where many are exactly zero, as with
  /// masses that do not couple directions, these are left out, but for the diagonal. @note
  /// Collective.
  core::Matrix take_matrix();

 private:
  bool has_many_zeros() const;
  void leave_out_zeros();

  MPI_Comm comm_;
  bool keep_diagonal_;
  std::shared_ptr<const core::RowPattern> pattern_;
  core::RowValues values_;
};

}  // namespace sparkdyn::structure
