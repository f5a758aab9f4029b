// SPDX-License-Identifier: BSD-3-Clause
#include "pivot_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::linear {
namespace {

/// A pivot may be this much smaller than the largest entry of its row: slaves that appear in few
/// rows keep the others sparse, and coefficients stay below 1/threshold.
constexpr double pivot_threshold = 0.2;
constexpr double negligible = 1e-13;

double largest(const SparseRow& row) {
  double size = 0;
  for (const auto& [column, value] : row) size = std::max(size, std::abs(value));
  return size;
}

/// row ← row + factor·other, without what cancels.
SparseRow add(const SparseRow& row, double factor, const SparseRow& other) {
  SparseRow sum;
  const double tiny = negligible * std::max(largest(row), std::abs(factor) * largest(other));
  std::size_t i = 0, j = 0;
  while (i < row.size() || j < other.size()) {
    const bool first = i < row.size() && (j == other.size() || row[i].first <= other[j].first);
    const bool second = j < other.size() && (i == row.size() || other[j].first <= row[i].first);
    const PetscInt column = first ? row[i].first : other[j].first;
    const double value = (first ? row[i].second : 0.0) + (second ? factor * other[j].second : 0.0);
    if (std::abs(value) > tiny) sum.emplace_back(column, value);
    i += first ? 1 : 0;
    j += second ? 1 : 0;
  }
  return sum;
}

class Pivoting {
 public:
  explicit Pivoting(std::vector<SparseRow> rows)
      : rows_(std::move(rows)), done_(rows_.size(), false), size_(rows_.size()) {
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      size_[r] = largest(rows_[r]);
      for (const auto& [column, value] : rows_[r]) rows_with_[column].push_back(r);
    }
  }

  std::vector<SlaveRow> run() {
    std::vector<std::size_t> order(rows_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return rows_[a].size() < rows_[b].size();
    });
    for (const std::size_t r : order) take(r);
    return resolve();
  }

 private:
  long active_rows_with(PetscInt column) {
    auto& list = rows_with_[column];
    std::erase_if(list, [&](std::size_t r) { return done_[r]; });
    return static_cast<long>(list.size());
  }

  void take(std::size_t r) {
    const double bound = largest(rows_[r]);
    if (!(bound > 1e-10 * size_[r]))
      core::input_error("constraint row {} depends on others", r + 1);
    PetscInt best = -1;
    double best_value = 0;
    long best_count = 0;
    for (const auto& [column, value] : rows_[r]) {
      if (std::abs(value) < pivot_threshold * bound) continue;
      const long count = active_rows_with(column);
      const bool better = best < 0 || count < best_count ||
                          (count == best_count && std::abs(value) > std::abs(best_value));
      if (!better) continue;
      best = column;
      best_value = value;
      best_count = count;
    }
    done_[r] = true;
    pivots_.push_back({r, best, best_value});
    const auto others = rows_with_[best];
    for (const std::size_t other : others) remove(other, best, r, best_value);
  }

  void remove(std::size_t row, PetscInt column, std::size_t pivot_row, double pivot) {
    if (done_[row]) return;
    const auto at = std::lower_bound(rows_[row].begin(), rows_[row].end(),
                                     std::pair<PetscInt, double>(column, -HUGE_VAL));
    if (at == rows_[row].end() || at->first != column) return;
    SparseRow sum = add(rows_[row], -at->second / pivot, rows_[pivot_row]);
    std::erase_if(sum, [&](const auto& entry) { return entry.first == column; });
    for (const auto& [c, value] : rows_[pivot_row])
      if (c != column) rows_with_[c].push_back(row);
    rows_[row] = std::move(sum);
  }

  /// Backwards: what a row says of its slave uses only unknowns that are no slaves.
  std::vector<SlaveRow> resolve() {
    std::unordered_map<PetscInt, std::size_t> slave_of;
    std::vector<SlaveRow> result(pivots_.size());
    for (std::size_t k = pivots_.size(); k-- > 0;) {
      const auto& [row, slave, pivot] = pivots_[k];
      std::map<PetscInt, double> sum;
      for (const auto& [column, value] : rows_[row]) {
        if (column == slave) continue;
        const double factor = -value / pivot;
        const auto found = slave_of.find(column);
        if (found == slave_of.end())
          sum[column] += factor;
        else
          for (const auto& [master, t] : result[found->second].masters) sum[master] += factor * t;
      }
      result[k].slave = slave;
      for (const auto& [master, t] : sum)
        if (std::abs(t) > negligible) result[k].masters.emplace_back(master, t);
      slave_of.emplace(slave, k);
    }
    return result;
  }

  struct Pivot {
    std::size_t row;
    PetscInt slave;
    double value;
  };
  std::vector<SparseRow> rows_;
  std::vector<bool> done_;
  std::vector<double> size_;
  std::unordered_map<PetscInt, std::vector<std::size_t>> rows_with_;
  std::vector<Pivot> pivots_;
};

}  // namespace

std::vector<SlaveRow> eliminate(std::vector<SparseRow> rows) {
  return Pivoting(std::move(rows)).run();
}

}  // namespace sparkdyn::linear
