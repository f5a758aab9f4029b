// SPDX-License-Identifier: BSD-3-Clause
#include "linear/pivot_order.hpp"

#include <metis.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "core/hash.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::linear {
namespace {

/// Compressed neighbours, without the vertex itself, ascending.
struct Graph {
  std::vector<std::int64_t> begin;
  std::vector<int> neighbours;
  int size() const { return static_cast<int>(begin.size()) - 1; }
  std::span<const int> of(int vertex) const {
    return {neighbours.data() + begin[vertex],
            static_cast<std::size_t>(begin[vertex + 1] - begin[vertex])};
  }
};

/// Both triangles, each pair once.
Graph graph_of(const Pattern& pattern) {
  Graph graph;
  const auto n = static_cast<std::size_t>(pattern.n);
  std::vector<std::int64_t> next(n + 1, 0);
  for (std::size_t k = 0; k < pattern.rows.size(); ++k) {
    if (pattern.rows[k] == pattern.columns[k]) continue;
    ++next[pattern.rows[k] + 1];
    ++next[pattern.columns[k] + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<int> all(static_cast<std::size_t>(next.back()));
  const std::vector<std::int64_t> begin(next);
  for (std::size_t k = 0; k < pattern.rows.size(); ++k) {
    const int i = pattern.rows[k], j = pattern.columns[k];
    if (i == j) continue;
    all[next[i]++] = j;
    all[next[j]++] = i;
  }
  graph.begin.assign(n + 1, 0);
  std::int64_t kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto first = all.begin() + begin[i], last = all.begin() + begin[i + 1];
    std::sort(first, last);
    kept = std::copy(first, std::unique(first, last), all.begin() + kept) - all.begin();
    graph.begin[i + 1] = kept;
  }
  all.resize(static_cast<std::size_t>(kept));
  graph.neighbours = std::move(all);
  return graph;
}

bool same_but_themselves(const Graph& graph, int a, int b) {
  const auto left = graph.of(a), right = graph.of(b);
  if (left.size() != right.size()) return false;
  std::size_t i = 0, j = 0;
  while (i < left.size() || j < right.size()) {
    if (i < left.size() && left[i] == b) {
      ++i;
    } else if (j < right.size() && right[j] == a) {
      ++j;
    } else if (i < left.size() && j < right.size() && left[i] == right[j]) {
      ++i, ++j;
    } else {
      return false;
    }
  }
  return true;
}

/// For each vertex a neighbour with the same neighbours, the first one; itself when it is that.
std::vector<int> first_of_equals(const Graph& graph) {
  const int n = graph.size();
  std::vector<std::uint64_t> marks(n);
  const auto mark = [](int vertex) { return core::scrambled(static_cast<std::uint64_t>(vertex)); };
  for (int i = 0; i < n; ++i) {
    marks[i] = mark(i);
    for (const int j : graph.of(i)) marks[i] += mark(j);
  }
  std::vector<int> first(n);
  for (int i = 0; i < n; ++i) {
    first[i] = i;
    for (const int j : graph.of(i)) {
      if (j >= i) break;
      if (first[j] == j && marks[j] == marks[i] && same_but_themselves(graph, i, j)) {
        first[i] = j;
        break;
      }
    }
  }
  return first;
}

/// One vertex for all that are equal; `group` says which.
struct Compressed {
  std::vector<int> group;
  std::vector<idx_t> begin{0}, neighbours, weights;
};

Compressed compress(const Graph& graph) {
  const std::vector<int> first = first_of_equals(graph);
  Compressed result;
  result.group.resize(first.size());
  for (int i = 0; i < graph.size(); ++i) {
    if (first[i] == i) {
      result.group[i] = static_cast<int>(result.weights.size());
      result.weights.push_back(0);
    } else {
      result.group[i] = result.group[first[i]];
    }
    ++result.weights[result.group[i]];
  }
  std::vector<int> last_seen(result.weights.size(), -1);
  for (int i = 0; i < graph.size(); ++i) {
    if (first[i] != i) continue;
    const int own = result.group[i];
    last_seen[own] = own;
    for (const int j : graph.of(i)) {
      const int other = result.group[j];
      if (last_seen[other] == own) continue;
      last_seen[other] = own;
      result.neighbours.push_back(other);
    }
    result.begin.push_back(static_cast<idx_t>(result.neighbours.size()));
  }
  return result;
}

/// Groups in the order of elimination.
std::vector<int> dissect(Compressed& graph) {
  auto count = static_cast<idx_t>(graph.weights.size());
  std::vector<idx_t> order(graph.weights.size()), place(graph.weights.size());
  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_COMPRESS] = 0;
  options[METIS_OPTION_SEED] = 1;
  if (count > 1 &&
      METIS_NodeND(&count, graph.begin.data(), graph.neighbours.data(), graph.weights.data(),
                   options.data(), order.data(), place.data()) != METIS_OK)
    throw core::Error(core::Failure::internal, "nested dissection by METIS failed");
  return {order.begin(), order.end()};
}

/// The elimination tree of a graph whose vertices are eliminated as numbered.
std::vector<int> elimination_tree(const Graph& graph) {
  std::vector<int> parent(graph.size(), -1), ancestor(graph.size(), -1);
  for (int k = 0; k < graph.size(); ++k)
    for (const int j : graph.of(k)) {
      if (j >= k) break;
      for (int i = j, next = 0; i != -1 && i < k; i = next) {
        next = ancestor[i];
        ancestor[i] = k;
        if (next == -1) parent[i] = k;
      }
    }
  return parent;
}

std::vector<int> postorder(const std::vector<int>& parent) {
  const int n = static_cast<int>(parent.size());
  std::vector<int> head(n, -1), next(n, -1), order, stack;
  for (int j = n - 1; j >= 0; --j)
    if (parent[j] != -1) {
      next[j] = head[parent[j]];
      head[parent[j]] = j;
    }
  for (int root = 0; root < n; ++root) {
    if (parent[root] != -1) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const int top = stack.back(), child = head[top];
      if (child == -1) {
        order.push_back(top);
        stack.pop_back();
      } else {
        head[top] = next[child];
        stack.push_back(child);
      }
    }
  }
  return order;
}

/// Weights of the rows in each column of L, by the leaves of the row subtrees (Gilbert, Ng, Peyton
/// 1994, as in CSparse): nearly linear in the entries of the matrix.
class ColumnCounts {
 public:
  ColumnCounts(const Graph& graph, const std::vector<double>& weights)
      : parent_(elimination_tree(graph)),
        first_(graph.size(), -1),
        largest_first_(graph.size(), -1),
        last_leaf_(graph.size(), -1),
        ancestor_(graph.size()) {
    const std::vector<int> order = postorder(parent_);
    count_.assign(graph.size(), 0.0);
    for (int k = 0; k < graph.size(); ++k) {
      int j = order[k];
      if (first_[j] == -1) count_[j] = weights[j];
      for (; j != -1 && first_[j] == -1; j = parent_[j]) first_[j] = k;
    }
    std::iota(ancestor_.begin(), ancestor_.end(), 0);
    for (const int j : order) {
      if (parent_[j] != -1) count_[parent_[j]] -= weights[j];
      for (const int i : graph.of(j)) add_leaf(i, j, weights[i]);
      if (parent_[j] != -1) ancestor_[j] = parent_[j];
    }
    for (int j = 0; j < graph.size(); ++j)
      if (parent_[j] != -1) count_[parent_[j]] += count_[j];
  }
  double of(int j) const { return count_[j]; }

 private:
  /// When j is a leaf of the subtree of row i: the row begins there and has been counted from where
  /// the path from the leaf before meets this one.
  void add_leaf(int i, int j, double weight) {
    if (i <= j || first_[j] <= largest_first_[i]) return;
    largest_first_[i] = first_[j];
    const int before = last_leaf_[i];
    last_leaf_[i] = j;
    count_[j] += weight;
    if (before == -1) return;
    int meeting = before;
    while (meeting != ancestor_[meeting]) meeting = ancestor_[meeting];
    for (int s = before, next = 0; s != meeting; s = next) {
      next = ancestor_[s];
      ancestor_[s] = meeting;
    }
    count_[meeting] -= weight;
  }

  std::vector<int> parent_, first_, largest_first_, last_leaf_, ancestor_;
  std::vector<double> count_;
};

/// Entries and operations of factors of the groups in the given order.
void count_factors(const Compressed& graph, const std::vector<int>& groups,
                   const std::vector<int>& rank, PivotOrder& order) {
  Graph permuted;
  permuted.begin.push_back(0);
  std::vector<double> weights;
  for (const int group : groups) {
    const std::size_t start = permuted.neighbours.size();
    for (idx_t k = graph.begin[group]; k < graph.begin[group + 1]; ++k)
      permuted.neighbours.push_back(rank[graph.neighbours[k]]);
    std::sort(permuted.neighbours.begin() + static_cast<std::ptrdiff_t>(start),
              permuted.neighbours.end());
    permuted.begin.push_back(static_cast<std::int64_t>(permuted.neighbours.size()));
    weights.push_back(graph.weights[group]);
  }
  const ColumnCounts counts(permuted, weights);
  for (int j = 0; j < permuted.size(); ++j)
    for (double rows = counts.of(j), end = rows - weights[j]; rows > end; --rows) {
      order.entries += rows;
      order.operations += rows * rows;
    }
}

/// Rows without a diagonal that would come before all their neighbours go after the first of them.
std::vector<int> after_a_neighbour(const Graph& graph, const std::vector<int>& sequence,
                                   std::span<const char> without_diagonal) {
  std::vector<int> place(sequence.size());
  for (std::size_t k = 0; k < sequence.size(); ++k) place[sequence[k]] = static_cast<int>(k);
  std::vector<std::pair<int, int>> keys(sequence.size());  // place, and 1 for what follows it
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    keys[i] = {place[i], 0};
    if (!without_diagonal[i]) continue;
    int first = graph.size();
    for (const int j : graph.of(static_cast<int>(i)))
      if (!without_diagonal[j]) first = std::min(first, place[j]);
    if (first < graph.size() && first > place[i]) keys[i] = {first, 1};
  }
  std::vector<int> result(sequence);
  std::stable_sort(result.begin(), result.end(), [&](int a, int b) { return keys[a] < keys[b]; });
  return result;
}

}  // namespace

PivotOrder nested_dissection(const Pattern& pattern) {
  const Graph graph = graph_of(pattern);
  Compressed compressed = compress(graph);
  const std::vector<int> groups = dissect(compressed);
  std::vector<int> rank(groups.size());
  for (std::size_t k = 0; k < groups.size(); ++k) rank[groups[k]] = static_cast<int>(k);
  PivotOrder order;
  count_factors(compressed, groups, rank, order);
  std::vector<int> sequence(static_cast<std::size_t>(pattern.n));
  std::iota(sequence.begin(), sequence.end(), 0);
  std::stable_sort(sequence.begin(), sequence.end(), [&](int a, int b) {
    return rank[compressed.group[a]] < rank[compressed.group[b]];
  });
  if (!pattern.without_diagonal.empty())
    sequence = after_a_neighbour(graph, sequence, pattern.without_diagonal);
  order.places.resize(sequence.size());
  for (std::size_t k = 0; k < sequence.size(); ++k) order.places[sequence[k]] = static_cast<int>(k);
  return order;
}

std::vector<int> order_of_part(std::span<const int> order, std::span<const char> keep) {
  std::vector<int> sequence(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sequence[order[i]] = static_cast<int>(i);
  std::vector<int> place(order.size());
  int next = 0;
  for (const int i : sequence) place[i] = keep[i] ? next++ : -1;
  std::vector<int> result;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (keep[i]) result.push_back(place[i]);
  return result;
}

}  // namespace sparkdyn::linear
