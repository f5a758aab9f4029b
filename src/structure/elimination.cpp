// SPDX-License-Identifier: BSD-3-Clause
// Gaussian elimination that picks the column with the fewest rows (Markowitz 1957) until the rest
// is small, and Gram–Schmidt, in the order of the rows, on what is left. A column that only one row
// has costs nothing, which settles almost all rows of usual models.

#include "elimination.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <queue>
#include <unordered_map>
#include <utility>

namespace sparkdyn::structure {
namespace {

/// A row of length 1 that is this close to the span of others lies in it.
constexpr double rank_tolerance = 1e-10;
/// Entries this far below the largest of their row are rounding errors of geometry.
constexpr double entry_tolerance = 1e-12;

struct Entry {
  int column;
  double value;
};
using SparseRow = std::vector<Entry>;

double norm(const SparseRow& row) {
  double sum = 0;
  for (const auto& entry : row) sum += entry.value * entry.value;
  return std::sqrt(sum);
}

/// The rows in numbered columns, scaled by rows and columns so that units do not matter.
struct ScaledRows {
  std::vector<SparseRow> rows;
  std::vector<double> factor;  ///< scaled row = factor · row as given
  int columns = 0;
};

SparseRow gathered(const Equation& equation,
                   std::unordered_map<std::int64_t, int>& column_of_component) {
  SparseRow all;
  double largest = 0;
  for (const auto& entry : equation.entries) {
    const std::int64_t key = std::int64_t{entry.node} * 16 + entry.component;
    const int next = static_cast<int>(column_of_component.size());
    all.push_back({column_of_component.try_emplace(key, next).first->second, entry.coefficient});
    largest = std::max(largest, std::abs(entry.coefficient));
  }
  std::sort(all.begin(), all.end(),
            [](const Entry& x, const Entry& y) { return x.column < y.column; });
  SparseRow row;
  for (const auto& entry : all) {
    if (!row.empty() && row.back().column == entry.column)
      row.back().value += entry.value;
    else
      row.push_back(entry);
  }
  std::erase_if(row,
                [&](const Entry& e) { return std::abs(e.value) <= entry_tolerance * largest; });
  return row;
}

void scale(SparseRow& row, double by, double& factor) {
  for (auto& entry : row) entry.value *= by;
  factor *= by;
}

/// Largest entries of rows and columns near 1 (Ruiz 2001), then rows of length 1.
void equilibrate(ScaledRows& scaled) {
  for (int sweep = 0; sweep < 4; ++sweep) {
    std::vector<double> of_column(scaled.columns, 0.0);
    for (std::size_t i = 0; i < scaled.rows.size(); ++i) {
      double largest = 0;
      for (const auto& entry : scaled.rows[i]) largest = std::max(largest, std::abs(entry.value));
      if (largest > 0) scale(scaled.rows[i], 1 / largest, scaled.factor[i]);
      for (const auto& entry : scaled.rows[i])
        of_column[entry.column] = std::max(of_column[entry.column], std::abs(entry.value));
    }
    for (auto& row : scaled.rows)
      for (auto& entry : row) entry.value /= std::sqrt(of_column[entry.column]);
  }
  for (std::size_t i = 0; i < scaled.rows.size(); ++i)
    if (!scaled.rows[i].empty()) scale(scaled.rows[i], 1 / norm(scaled.rows[i]), scaled.factor[i]);
}

ScaledRows scaled_rows(std::span<const Equation> equations) {
  ScaledRows scaled;
  std::unordered_map<std::int64_t, int> column_of_component;
  column_of_component.reserve(2 * equations.size());
  for (const auto& equation : equations)
    scaled.rows.push_back(gathered(equation, column_of_component));
  scaled.factor.assign(equations.size(), 1.0);
  scaled.columns = static_cast<int>(column_of_component.size());
  equilibrate(scaled);
  return scaled;
}

/// Combination of rows: reduced = row − Σ multiplier · reduced pivot row.
struct Multiplier {
  int pivot;
  double value;
};

using Combination = std::vector<std::pair<int, double>>;
/// Coefficients of a combination that are rounding errors.
constexpr double negligible = 1e-11;

class Elimination {
 public:
  explicit Elimination(ScaledRows& scaled)
      : rows_(scaled.rows),
        columns_(scaled.columns),
        count_(scaled.columns, 0),
        settled_(scaled.columns, false),
        multipliers_(rows_.size()),
        order_(rows_.size(), -1),
        active_(rows_.size(), true) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].empty())
        set_dependent(static_cast<int>(i));
      else
        ++active_rows_;
      for (const auto& entry : rows_[i]) columns_[entry.column].push_back(static_cast<int>(i));
    }
    for (int column = 0; column < scaled.columns; ++column) {
      count_[column] = static_cast<int>(columns_[column].size());
      if (count_[column] > 0) ++active_columns_;
      push(column);
    }
  }

  /// Rows that depend on pivot rows.
  std::vector<int> run() {
    while (!queue_.empty()) {
      const auto [count, column] = queue_.top();
      queue_.pop();
      if (settled_[column] || count != count_[column] || count == 0) continue;
      if (count > 4 && is_small_enough()) break;
      eliminate(column);
    }
    finish_densely();
    std::sort(dependent_.begin(), dependent_.end());
    return dependent_;
  }

  /// Coefficients c of row = Σ c_k row_k over pivot rows k, in no particular order.
  Combination dependence(int row) {
    weights_.resize(pivots_.size(), 0.0);
    waiting_.resize(pivots_.size(), false);
    std::priority_queue<int> orders;  // the last pivot first: it refers to earlier ones only
    const auto add = [&](const Multiplier& multiplier, double factor) {
      const int order = order_[multiplier.pivot];
      weights_[order] += factor * multiplier.value;
      if (!waiting_[order]) orders.push(order);
      waiting_[order] = true;
    };
    for (const auto& multiplier : multipliers_[row]) add(multiplier, 1.0);
    Combination combination;
    while (!orders.empty()) {
      const int order = orders.top();
      orders.pop();
      waiting_[order] = false;
      const double weight = std::exchange(weights_[order], 0.0);
      if (std::abs(weight) < negligible) continue;
      combination.emplace_back(pivots_[order], weight);
      for (const auto& multiplier : multipliers_[pivots_[order]]) add(multiplier, -weight);
    }
    return combination;
  }

 private:
  void push(int column) {
    if (count_[column] > 0) queue_.emplace(count_[column], column);
  }

  bool is_small_enough() const {
    const double m = active_rows_, n = active_columns_;
    return m * n * std::min(m, n) < 2e8;
  }

  void set_dependent(int row) {
    dependent_.push_back(row);
    active_[row] = false;
  }

  void set_pivot(int row) {
    order_[row] = static_cast<int>(pivots_.size());
    pivots_.push_back(row);
    active_[row] = false;
  }

  double value_at(int row, int column) const {
    const auto& entries = rows_[row];
    const auto found = std::lower_bound(entries.begin(), entries.end(), column,
                                        [](const Entry& e, int c) { return e.column < c; });
    return found != entries.end() && found->column == column ? found->value : 0.0;
  }

  /// Active rows that have the column, with their values; the list is cleaned on the way.
  std::vector<std::pair<int, double>> rows_of(int column) {
    std::vector<std::pair<int, double>> found;
    auto& list = columns_[column];
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    for (const int row : list) {
      if (!active_[row]) continue;
      const double value = value_at(row, column);
      if (value != 0) found.emplace_back(row, value);
    }
    return found;
  }

  void eliminate(int column) {
    const auto rows = rows_of(column);
    double largest = 0;
    for (const auto& [row, value] : rows) largest = std::max(largest, std::abs(value));
    // Too small to divide by: left to the dense part, which looks at whole rows.
    constexpr double least_pivot = 1e-6;
    settle(column);
    if (largest < least_pivot) return;
    const int pivot = choose_pivot(rows, largest);
    const double pivot_value = value_at(pivot, column);
    take_out(pivot);
    set_pivot(pivot);
    for (const auto& [row, value] : rows)
      if (row != pivot) subtract(row, value / pivot_value, pivot, column);
  }

  /// No longer looked at for pivots.
  void settle(int column) { settled_[column] = true; }

  /// The shortest row, then the earliest, of those with large entries.
  int choose_pivot(const std::vector<std::pair<int, double>>& rows, double largest) const {
    int best = -1;
    for (const auto& [row, value] : rows) {
      if (std::abs(value) < 0.5 * largest) continue;
      if (best < 0 || rows_[row].size() < rows_[best].size()) best = row;
    }
    return best;
  }

  void take_out(int row) {
    --active_rows_;
    for (const auto& entry : rows_[row]) decrease(entry.column);
  }

  void decrease(int column) {
    if (--count_[column] == 0) --active_columns_;
    if (!settled_[column]) push(column);
  }

  /// row −= factor · pivot row, which takes `column` out of it.
  void subtract(int row, double factor, int pivot, int column) {
    multipliers_[row].push_back({pivot, factor});
    SparseRow sum;
    sum.reserve(rows_[row].size() + rows_[pivot].size());
    auto a = rows_[row].begin();
    const auto a_end = rows_[row].end();
    for (const auto& b : rows_[pivot]) {
      while (a != a_end && a->column < b.column) sum.push_back(*a++);
      const bool both = a != a_end && a->column == b.column;
      const double old = both ? (a++)->value : 0.0;
      const double change = factor * b.value;
      const double value = b.column == column ? 0.0 : old - change;
      const bool vanishes = std::abs(value) <= 1e-14 * std::max(std::abs(old), std::abs(change));
      if (!vanishes) sum.push_back({b.column, value});
      if (both && vanishes) decrease(b.column);
      if (!both && !vanishes) {
        columns_[b.column].push_back(row);
        if (count_[b.column]++ == 0) ++active_columns_;
        if (!settled_[b.column]) push(b.column);
      }
    }
    sum.insert(sum.end(), a, a_end);
    rows_[row] = std::move(sum);
    if (norm(rows_[row]) <= rank_tolerance) {
      take_out(row);
      set_dependent(row);
    }
  }

  void finish_densely();

  std::vector<SparseRow>& rows_;
  std::vector<std::vector<int>> columns_;  ///< rows that have or had an entry there
  std::vector<int> count_;                 ///< active rows with an entry in the column
  std::vector<bool> settled_;
  std::vector<std::vector<Multiplier>> multipliers_;
  std::vector<int> order_;  ///< of a pivot row among the pivots; −1: none
  std::vector<int> pivots_;
  std::vector<bool> active_;
  std::vector<int> dependent_;
  int active_rows_ = 0, active_columns_ = 0;
  std::vector<double> weights_;  ///< of pivots, by order; zero between calls of dependence()
  std::vector<bool> waiting_;
  std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> queue_;
};

void Elimination::finish_densely() {
  std::vector<int> remaining;
  std::unordered_map<int, int> number;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!active_[i]) continue;
    remaining.push_back(static_cast<int>(i));
    for (const auto& entry : rows_[i])
      number.try_emplace(entry.column, static_cast<int>(number.size()));
  }
  const auto n = static_cast<Eigen::Index>(number.size());
  const auto most = std::min<Eigen::Index>(n, static_cast<Eigen::Index>(remaining.size()));
  Eigen::MatrixXd Q(n, most);                             // orthonormal columns
  Eigen::MatrixXd R = Eigen::MatrixXd::Zero(most, most);  // kept rows as columns: Q R
  std::vector<int> kept;
  for (const int row : remaining) {
    Eigen::VectorXd a = Eigen::VectorXd::Zero(n);
    for (const auto& entry : rows_[row]) a[number[entry.column]] = entry.value;
    const auto k = static_cast<Eigen::Index>(kept.size());
    Eigen::VectorXd h = Eigen::VectorXd::Zero(k);
    for (int pass = 0; pass < 2; ++pass) {  // twice is enough (Kahan, Parlett)
      const Eigen::VectorXd part = Q.leftCols(k).transpose() * a;
      a -= Q.leftCols(k) * part;
      h += part;
    }
    const double rest = a.norm();
    if (k < most && rest > rank_tolerance) {
      Q.col(k) = a / rest;
      R.col(k).head(k) = h;
      R(k, k) = rest;
      kept.push_back(row);
      set_pivot(row);
      continue;
    }
    const Eigen::VectorXd c = R.topLeftCorner(k, k).triangularView<Eigen::Upper>().solve(h);
    for (Eigen::Index i = 0; i < k; ++i) multipliers_[row].push_back({kept[i], c[i]});
    set_dependent(row);
  }
}

/// Exchanges until every dependent row comes after the rows it depends on, as far as coefficients
/// are large enough to divide by.
class Exchange {
 public:
  explicit Exchange(std::map<int, std::map<int, double>> dependences)
      : dependences_(std::move(dependences)) {
    for (const auto& [row, terms] : dependences_)
      for (const auto& term : terms) users_[term.first].push_back(row);
  }

  std::map<int, std::map<int, double>> run() {
    std::vector<int> rows;
    for (const auto& entry : dependences_) rows.push_back(entry.first);
    for (const int first : rows)
      for (int row = first; row >= 0;) row = exchange(row);
    return std::move(dependences_);
  }

 private:
  /// The row that became dependent instead of `row`, or −1.
  int exchange(int row) {
    const auto& terms = dependences_.at(row);
    constexpr double least = 1e-3;
    int latest = -1;
    for (const auto& [other, value] : terms)
      if (other > row && std::abs(value) > least) latest = other;
    if (latest < 0) return -1;
    std::map<int, double> now = terms;
    const double pivot = now.at(latest);
    now.erase(latest);
    for (auto& term : now) term.second /= -pivot;
    now[row] = 1 / pivot;
    dependences_.erase(row);
    for (const int user : users_[latest]) replace(user, latest, now);
    for (const auto& term : now) users_[term.first].push_back(latest);
    users_.erase(latest);
    dependences_[latest] = std::move(now);
    return latest;
  }

  void replace(int user, int gone, const std::map<int, double>& by) {
    const auto dependence = dependences_.find(user);
    if (dependence == dependences_.end()) return;
    const auto term = dependence->second.find(gone);
    if (term == dependence->second.end()) return;
    const double factor = term->second;
    dependence->second.erase(term);
    for (const auto& [row, value] : by) {
      auto& sum = dependence->second[row];
      sum += factor * value;
      if (std::abs(sum) < negligible)
        dependence->second.erase(row);
      else
        users_[row].push_back(user);
    }
  }

  std::map<int, std::map<int, double>> dependences_;
  std::unordered_map<int, std::vector<int>> users_;  ///< dependent rows that may have the key
};

/// Exchanging keeps the order of the user's rows; with very many and long dependences, where it
/// would take long, which row of a closed loop is dropped is left to the elimination.
std::map<int, Combination> in_order(std::map<int, Combination> found) {
  std::size_t terms = 0;
  for (const auto& [row, combination] : found) terms += combination.size();
  constexpr std::size_t most = 300000;
  if (terms > most) return found;
  std::map<int, std::map<int, double>> dependences;
  for (const auto& [row, combination] : found)
    dependences[row] = {combination.begin(), combination.end()};
  found.clear();
  for (const auto& [row, combination] : Exchange(std::move(dependences)).run())
    found[row] = {combination.begin(), combination.end()};
  return found;
}

}  // namespace

std::vector<Dependence> find_dependences(std::span<const Equation> equations) {
  ScaledRows scaled = scaled_rows(equations);
  Elimination elimination(scaled);
  std::map<int, Combination> found;
  for (const int row : elimination.run()) found[row] = elimination.dependence(row);
  std::vector<Dependence> dependences;
  found = in_order(std::move(found));
  for (auto& [row, combination] : found) {
    std::sort(combination.begin(), combination.end());
    Dependence dependence{.row = row, .terms = {}};
    for (const auto& [other, value] : combination)
      dependence.terms.push_back({other, value * scaled.factor[other] / scaled.factor[row], value});
    dependences.push_back(std::move(dependence));
  }
  return dependences;
}

}  // namespace sparkdyn::structure
