// SPDX-License-Identifier: BSD-3-Clause
#include "block_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "components.hpp"

namespace sparkdyn::structure {

BlockRows::BlockRows(const Distributed& structure, const LocalConditions& conditions, RowKind kind)
    : structure_(&structure), conditions_(&conditions), kind_(kind) {
  order_nodes();
  find_neighbours();
  fill_pattern();
}

std::span<const Index> BlockRows::nodes_of(const LocalElement& item) const {
  return std::span(structure_->elements.nodes)
      .subspan(item.first, info(elements()[item.element]->shape()).nodes);
}

/// Columns of owned nodes ascend as the nodes do; those of the others are any rank's.
void BlockRows::order_nodes() {
  const Index owned = structure_->nodes.owned;
  node_at_.resize(structure_->nodes.size());
  std::iota(node_at_.begin(), node_at_.end(), 0);
  std::sort(node_at_.begin() + owned, node_at_.end(), [&](Index a, Index b) {
    return conditions_->first_free[a] < conditions_->first_free[b];
  });
  order_.resize(node_at_.size());
  for (std::size_t k = 0; k < node_at_.size(); ++k) order_[node_at_[k]] = static_cast<Index>(k);
}

void BlockRows::find_neighbours() {
  const auto& items = structure_->elements.items;
  const Index owned = structure_->nodes.owned;
  std::vector<std::size_t> uses_at(owned + 1, 0);
  for (const auto& item : items)
    for (const Index node : nodes_of(item))
      if (node < owned && rows_of(node)) ++uses_at[node + 1];
  std::partial_sum(uses_at.begin(), uses_at.end(), uses_at.begin());
  std::vector<Index> uses(uses_at.back());
  std::vector<std::size_t> next(uses_at.begin(), uses_at.end() - 1);
  for (std::size_t e = 0; e < items.size(); ++e)
    for (const Index node : nodes_of(items[e]))
      if (node < owned && rows_of(node)) uses[next[node]++] = static_cast<Index>(e);

  std::vector<Index> seen(structure_->nodes.size(), -1);
  first_.assign(owned + 1, 0);
  for (RowWidths* part : {&own_, &other_}) {
    part->width.assign(owned, 0);
    part->at.assign(owned + 1, 0);
  }
  for (Index node = 0; node < owned; ++node) {
    const std::size_t start = neighbours_.size();
    const auto visit = [&](Index other) {
      if (std::exchange(seen[other], node) != node && free_of(other))
        neighbours_.push_back(order_[other]);
    };
    // A node without elements, held by constraints only, still has its own diagonal.
    const ComponentMask rows = rows_of(node);
    if (rows) visit(node);
    for (std::size_t k = uses_at[node]; k < uses_at[node + 1]; ++k)
      for (const Index other : nodes_of(items[uses[k]])) visit(other);
    std::sort(neighbours_.begin() + start, neighbours_.end());
    for (std::size_t k = start; k < neighbours_.size(); ++k) {
      RowWidths& part = neighbours_[k] < owned ? own_ : other_;
      offset_.push_back(part.width[node]);
      part.width[node] += count_of(free_of(node_at_[neighbours_[k]]));
    }
    first_[node + 1] = neighbours_.size();
    for (RowWidths* part : {&own_, &other_})
      part->at[node + 1] =
          part->at[node] + count_of(rows) * static_cast<std::size_t>(part->width[node]);
  }
}

void BlockRows::fill_pattern() {
  const Index owned = structure_->nodes.owned;
  auto pattern = std::make_shared<core::RowPattern>();
  pattern->own_columns = conditions_->free_local;
  pattern->own.columns.reserve(own_.at.back());
  pattern->other.columns.reserve(other_.at.back());
  std::vector<PetscInt> own, other;  // of one row
  for (Index node = 0; node < owned; ++node) {
    own.clear();
    other.clear();
    for (std::size_t k = first_[node]; k < first_[node + 1]; ++k) {
      const Index neighbour = node_at_[neighbours_[k]];
      const bool here = neighbour < owned;
      const PetscInt column =
          conditions_->first_free[neighbour] - (here ? conditions_->free_begin : 0);
      const int count = count_of(free_of(neighbour));
      for (int c = 0; c < count; ++c) (here ? own : other).push_back(column + c);
    }
    const auto append = [](const std::vector<PetscInt>& row, core::RowColumns& to) {
      to.columns.insert(to.columns.end(), row.begin(), row.end());
      to.first.push_back(static_cast<PetscInt>(to.columns.size()));
    };
    for (int r = 0; r < count_of(rows_of(node)); ++r) {
      append(own, pattern->own);
      append(other, pattern->other);
    }
  }
  pattern_ = std::move(pattern);
}

bool BlockRows::touches(const LocalElement& item) const {
  const auto nodes = nodes_of(item);
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](Index node) { return node < structure_->nodes.owned && rows_of(node); });
}

void BlockRows::find_places(const LocalElement& item, std::vector<BlockPlace>& places) const {
  const Element& element = *elements()[item.element];
  const SectionData& section = structure_->sections[item.section].data;
  const auto nodes = nodes_of(item);
  const int count = static_cast<int>(nodes.size());
  std::array<ComponentMask, most_nodes> masks{}, columns{};
  std::array<int, most_nodes> starts{};
  for (int i = 0, at = 0; i < count; ++i) {
    masks[i] = element.components(i, section);
    columns[i] = free_of(nodes[i]);
    starts[i] = at;
    at += count_of(masks[i]);
  }
  places.clear();
  for (int a = 0; a < count; ++a) {
    const Index node = nodes[a];
    if (node >= structure_->nodes.owned) continue;
    const ComponentMask rows = rows_of(node);
    if (!(rows & masks[a])) continue;
    const Index* const begin = neighbours_.data() + first_[node];
    const Index* const end = neighbours_.data() + first_[node + 1];
    for (int b = 0; b < count; ++b) {
      if (!(columns[b] & masks[b])) continue;
      const Index key = order_[nodes[b]];
      // Counting looks at all of them, but four at a time and without a branch to guess.
      const auto found =
          first_[node] + std::count_if(begin, end, [key](Index n) { return n < key; });
      const bool own = key < structure_->nodes.owned;
      const RowWidths& part = own ? own_ : other_;
      const bool whole = rows == translations && columns[b] == translations &&
                         masks[a] == translations && masks[b] == translations;
      places.push_back({.at = part.at[node] + offset_[found],
                        .stride = part.width[node],
                        .own = own,
                        .whole = whole,
                        .row = starts[a],
                        .column = starts[b],
                        .row_components = masks[a],
                        .column_components = masks[b],
                        .rows = rows,
                        .columns = columns[b]});
    }
  }
}

namespace {

/// The components that both the element and the matrix have.
void add_part(const BlockPlace& place, const Eigen::Ref<const Eigen::MatrixXd>& matrix,
              double* block) {
  int i = place.row;
  for (ComponentMask r = place.row_components; r; r &= r - 1, ++i) {
    const int row_component = std::countr_zero(r);
    if (!contains(place.rows, row_component)) continue;
    double* const row = block + place_in(place.rows, row_component) * place.stride;
    int j = place.column;
    for (ComponentMask c = place.column_components; c; c &= c - 1, ++j) {
      const int component = std::countr_zero(c);
      if (contains(place.columns, component))
        row[place_in(place.columns, component)] += matrix(i, j);
    }
  }
}

/// Rows without the entries that are zero, and the values moved together.
core::RowColumns compress(const core::RowColumns& rows, core::ZeroedArray& values,
                          bool keep_diagonal) {
  core::RowColumns kept;
  kept.first.reserve(rows.first.size());
  PetscInt next = 0;
  for (std::size_t r = 0; r + 1 < rows.first.size(); ++r) {
    for (PetscInt k = rows.first[r]; k < rows.first[r + 1]; ++k) {
      const double value = values.data()[k];
      const bool diagonal = keep_diagonal && rows.columns[k] == static_cast<PetscInt>(r);
      if (value == 0 && !diagonal) continue;
      values.data()[next++] = value;
      kept.columns.push_back(rows.columns[k]);
    }
    kept.first.push_back(next);
  }
  values.shrink(static_cast<std::size_t>(next));
  return kept;
}

}  // namespace

BlockValues::BlockValues(const BlockRows& rows)
    : comm_(rows.comm()),
      keep_diagonal_(rows.kind() == RowKind::free),
      pattern_(rows.pattern()),
      values_{core::ZeroedArray(pattern_->own.columns.size()),
              core::ZeroedArray(pattern_->other.columns.size())} {}

void BlockValues::add(const std::vector<BlockPlace>& places,
                      const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
  double* const own = values_.own.data();
  double* const other = values_.other.data();
  const double* const entries = matrix.data();
  const Eigen::Index height = matrix.outerStride();
  for (const BlockPlace& place : places) {
    double* const block = (place.own ? own : other) + place.at;
    if (!place.whole) {
      add_part(place, matrix, block);
      continue;
    }
    const double* const from = entries + place.row + place.column * height;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) block[r * place.stride + c] += from[r + c * height];
  }
}

void BlockValues::mark(std::vector<char>& marks) const {
  const auto mark_part = [&](const core::RowColumns& rows, const core::ZeroedArray& values) {
    for (std::size_t r = 0; r < marks.size(); ++r)
      marks[r] |= std::any_of(values.data() + rows.first[r], values.data() + rows.first[r + 1],
                              [](double value) { return value != 0; });
  };
  mark_part(pattern_->own, values_.own);
  mark_part(pattern_->other, values_.other);
}

/// More than a quarter of them, by a look at every 13th row, which meets all components of nodes.
bool BlockValues::has_many_zeros() const {
  std::ptrdiff_t zeros = 0, all = 0;
  const auto look = [&](const core::RowColumns& rows, const core::ZeroedArray& values) {
    for (std::size_t r = 0; r + 1 < rows.first.size(); r += 13) {
      const double* const begin = values.data() + rows.first[r];
      const double* const end = values.data() + rows.first[r + 1];
      zeros += std::count(begin, end, 0.0);
      all += end - begin;
    }
  };
  look(pattern_->own, values_.own);
  look(pattern_->other, values_.other);
  return 4 * zeros > all;
}

void BlockValues::leave_out_zeros() {
  auto kept = std::make_shared<core::RowPattern>();
  kept->own_columns = pattern_->own_columns;
  kept->own = compress(pattern_->own, values_.own, keep_diagonal_);
  kept->other = compress(pattern_->other, values_.other, false);
  pattern_ = std::move(kept);
}

core::Matrix BlockValues::take_matrix() {
  if (has_many_zeros()) leave_out_zeros();
  return core::make_row_matrix(comm_, std::move(pattern_), std::move(values_));
}

}  // namespace sparkdyn::structure
