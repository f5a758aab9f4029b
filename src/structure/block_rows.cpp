#include "block_rows.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "components.hpp"

namespace sparkdyn::structure {

using core::check;

BlockRows::BlockRows(const Distributed& structure, const LocalConditions& conditions, RowKind kind)
    : structure_(&structure), conditions_(&conditions), kind_(kind) {
  find_neighbours();
  const Index owned = structure.nodes.owned;
  values_at_.resize(owned + 1);
  for (Index node = 0; node < owned; ++node)
    values_at_[node + 1] =
        values_at_[node] + count_of(rows_of(node)) * static_cast<std::size_t>(width_[node]);
}

void BlockRows::find_neighbours() {
  const auto& items = structure_->elements.items;
  const auto& item_nodes = structure_->elements.nodes;
  const Index owned = structure_->nodes.owned;
  const auto nodes_of = [&](const LocalElement& item) {
    return std::span(item_nodes).subspan(item.first, info(elements()[item.element]->shape()).nodes);
  };
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
  width_.assign(owned, 0);
  for (Index node = 0; node < owned; ++node) {
    const std::size_t start = neighbours_.size();
    const auto visit = [&](Index other) {
      if (std::exchange(seen[other], node) != node && free_of(other)) neighbours_.push_back(other);
    };
    // A node without elements, held by constraints only, still has its own diagonal.
    if (rows_of(node)) visit(node);
    for (std::size_t k = uses_at[node]; k < uses_at[node + 1]; ++k)
      for (const Index other : nodes_of(items[uses[k]])) visit(other);
    std::sort(neighbours_.begin() + start, neighbours_.end(), [&](Index a, Index b) {
      return conditions_->first_free[a] < conditions_->first_free[b];
    });
    for (std::size_t k = start; k < neighbours_.size(); ++k) {
      offset_.push_back(width_[node]);
      width_[node] += count_of(free_of(neighbours_[k]));
    }
    first_[node + 1] = neighbours_.size();
  }
}

std::size_t BlockRows::position(Index node, Index neighbour) const {
  const PetscInt key = conditions_->first_free[neighbour];
  const auto begin = neighbours_.begin() + first_[node],
             end = neighbours_.begin() + first_[node + 1];
  const auto found = std::lower_bound(begin, end, key, [&](Index other, PetscInt value) {
    return conditions_->first_free[other] < value;
  });
  return static_cast<std::size_t>(found - neighbours_.begin());
}

bool BlockRows::touches(const LocalElement& item) const {
  const int count = info(elements()[item.element]->shape()).nodes;
  for (int i = 0; i < count; ++i) {
    const Index node = structure_->elements.nodes[item.first + i];
    if (node < structure_->nodes.owned && rows_of(node)) return true;
  }
  return false;
}

void BlockRows::clear() {
  values_.assign(values_at_.back(), 0.0);
}

void BlockRows::add(const LocalElement& item, const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
  const Element& element = *elements()[item.element];
  const SectionData& section = structure_->sections[item.section].data;
  const int count = info(element.shape()).nodes;
  const Index* nodes = structure_->elements.nodes.data() + item.first;
  std::array<ComponentMask, most_nodes> masks{};
  std::array<int, most_nodes> starts{};
  for (int i = 0, at = 0; i < count; ++i) {
    masks[i] = element.components(i, section);
    starts[i] = at;
    at += count_of(masks[i]);
  }
  for (int a = 0; a < count; ++a) {
    const Index row_node = nodes[a];
    if (row_node >= structure_->nodes.owned) continue;
    const ComponentMask rows = rows_of(row_node);
    if (!(rows & masks[a])) continue;
    double* const base = values_.data() + values_at_[row_node];
    const int width = width_[row_node];
    for (int b = 0; b < count; ++b) {
      const ComponentMask columns = free_of(nodes[b]);
      if (!(columns & masks[b])) continue;
      double* const block = base + offset_[position(row_node, nodes[b])];
      // The usual case, solids away from supports, without a look at every component.
      const bool plain = rows == translations && columns == translations &&
                         masks[a] == translations && masks[b] == translations;
      if (plain) {
        for (int c = 0; c < 3; ++c)
          for (int r = 0; r < 3; ++r) block[r * width + c] += matrix(starts[a] + r, starts[b] + c);
        continue;
      }
      int i = starts[a];
      for (ComponentMask r = masks[a]; r; r &= r - 1, ++i) {
        const int row_component = std::countr_zero(r);
        if (!((rows >> row_component) & 1)) continue;
        double* const row = block + place_in(rows, row_component) * width;
        int j = starts[b];
        for (ComponentMask c = masks[b]; c; c &= c - 1, ++j) {
          const int component = std::countr_zero(c);
          if ((columns >> component) & 1) row[place_in(columns, component)] += matrix(i, j);
        }
      }
    }
  }
}

core::Matrix BlockRows::matrix(bool leave_out_zeros) const {
  const Index owned = structure_->nodes.owned;
  std::vector<PetscInt> row_begin{0}, columns;
  std::vector<double> values;
  columns.reserve(leave_out_zeros ? 0 : values_.size());
  for (Index node = 0; node < owned; ++node) {
    const ComponentMask rows = rows_of(node);
    const double* value = values_.data() + values_at_[node];
    PetscInt diagonal = kind_ == RowKind::free ? conditions_->first_free[node] : -1;
    for (int r = 0; r < count_of(rows); ++r) {
      for (std::size_t k = first_[node]; k < first_[node + 1]; ++k) {
        const Index other = neighbours_[k];
        const PetscInt column = conditions_->first_free[other];
        for (int c = 0; c < count_of(free_of(other)); ++c, ++value) {
          if (leave_out_zeros && *value == 0 && column + c != diagonal) continue;
          columns.push_back(column + c);
          if (leave_out_zeros) values.push_back(*value);
        }
      }
      row_begin.push_back(static_cast<PetscInt>(columns.size()));
      if (diagonal >= 0) ++diagonal;
    }
  }
  const double* data = leave_out_zeros ? values.data() : values_.data();
  core::Matrix result;
  check(MatCreate(structure_->comm, result.out()));
  check(MatSetSizes(result, static_cast<PetscInt>(row_begin.size()) - 1, conditions_->free_local,
                    PETSC_DETERMINE, PETSC_DETERMINE));
  check(MatSetType(result, MATAIJ));
  check(MatSeqAIJSetPreallocationCSR(result, row_begin.data(), columns.data(), data));
  check(MatMPIAIJSetPreallocationCSR(result, row_begin.data(), columns.data(), data));
  return result;
}

}  // namespace sparkdyn::structure
