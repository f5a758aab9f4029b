// SPDX-License-Identifier: BSD-3-Clause
#include "small_lu.hpp"

#include <cmath>

#include "every_machine.hpp"

namespace sparkdyn::dae {

namespace {

// Columns are `height` apart, a multiple of four with zeros below the matrix, so that loops over
// rows run in whole vectors.
constexpr int panel = 4;

SPARKDYN_FOR_EVERY_MACHINE
void largest_in_rows(const double* __restrict a, int n, int height, double* __restrict scale) {
  for (int i = 0; i < height; ++i) scale[i] = 0.0;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < height; ++i) {
      const double size = std::fabs(a[i + j * height]);
      scale[i] = size > scale[i] ? size : scale[i];
    }
  }
}

SPARKDYN_FOR_EVERY_MACHINE
void scale_rows(double* __restrict a, int n, int height, const double* __restrict scale) {
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < height; ++i) a[i + j * height] *= scale[i];
  }
}

void swap_rows(double* a, int columns, int height, int one, int other) {
  for (int c = 0; c < columns; ++c, a += height) {
    const double kept = a[one];
    a[one] = a[other];
    a[other] = kept;
  }
}

// The columns from `first` to `last`, with the rows of the whole matrix exchanged along.
SPARKDYN_FOR_EVERY_MACHINE
bool eliminate_panel(double* a, int n, int height, int first, int last, int* pivots) {
  for (int k = first; k < last; ++k) {
    double* __restrict x = a + k * height;
    int pivot = k;
    double largest = std::fabs(x[k]);
    for (int i = k + 1; i < n; ++i) {
      const double size = std::fabs(x[i]);
      pivot = size > largest ? i : pivot;
      largest = size > largest ? size : largest;
    }
    pivots[k] = pivot;
    if (!(largest > 0.0) || !std::isfinite(x[pivot])) return false;
    if (pivot != k) swap_rows(a, n, height, k, pivot);
    const double inverse = 1.0 / x[k];
    for (int i = k + 1; i < n; ++i) x[i] *= inverse;
    for (int j = k + 1; j < last; ++j) {
      double* __restrict y = a + j * height;
      const double factor = y[k];
      if (factor == 0.0) continue;
      for (int i = k + 1; i < n; ++i) y[i] -= factor * x[i];
    }
  }
  return true;
}

// Four columns at a time: one pass over a later column takes all four, so that it is loaded and
// stored a quarter as often.
SPARKDYN_FOR_EVERY_MACHINE
bool eliminate(double* a, int n, int height, int* pivots) {
  for (int k = 0; k < n; k += panel) {
    const int last = k + panel < n ? k + panel : n;
    if (!eliminate_panel(a, n, height, k, last, pivots)) return false;
    if (last - k < panel) break;  // nothing is behind them
    const double* __restrict l0 = a + k * height;
    const double* __restrict l1 = l0 + height;
    const double* __restrict l2 = l1 + height;
    const double* __restrict l3 = l2 + height;
    for (int j = last; j < n; ++j) {
      double* __restrict x = a + j * height;
      const double f0 = x[k];
      const double f1 = x[k + 1] -= f0 * l0[k + 1];
      const double f2 = x[k + 2] -= f0 * l0[k + 2] + f1 * l1[k + 2];
      const double f3 = x[k + 3] -= f0 * l0[k + 3] + f1 * l1[k + 3] + f2 * l2[k + 3];
      if (f0 == 0.0 && f1 == 0.0 && f2 == 0.0 && f3 == 0.0) continue;
      for (int i = last; i < height; i += panel) {
        for (int v = i; v < i + panel; ++v) {
          double rest = x[v] - f0 * l0[v];
          rest -= f1 * l1[v];
          rest -= f2 * l2[v];
          x[v] = rest - f3 * l3[v];
        }
      }
    }
  }
  return true;
}

SPARKDYN_FOR_EVERY_MACHINE
void substitute(const double* __restrict a, int n, int height, const int* __restrict pivots,
                double* __restrict x) {
  for (int k = 0; k < n; ++k) {
    const double kept = x[k];
    x[k] = x[pivots[k]];
    x[pivots[k]] = kept;
  }
  for (int k = 0; k < n; ++k) {
    const double factor = x[k];
    for (int i = k + 1; i < n; ++i) x[i] -= factor * a[i + k * height];
  }
  for (int k = n - 1; k >= 0; --k) {
    x[k] /= a[k + k * height];
    const double factor = x[k];
    for (int i = 0; i < k; ++i) x[i] -= factor * a[i + k * height];
  }
}

}  // namespace

bool SmallLu::factorize(const Eigen::MatrixXd& A) {
  kept_.resize(0, 0);
  const int n = static_cast<int>(A.rows());
  const int height = (n + panel - 1) / panel * panel;
  factors_.resize(height, n);
  factors_.topRows(n) = A;
  factors_.bottomRows(height - n).setZero();
  pivots_.resize(static_cast<std::size_t>(n));
  row_scale_.resize(height);
  largest_in_rows(factors_.data(), n, height, row_scale_.data());
  row_scale_.tail(height - n).setOnes();
  if (!row_scale_.allFinite() || (row_scale_.array() == 0.0).any()) return false;
  row_scale_ = row_scale_.cwiseInverse();
  scale_rows(factors_.data(), n, height, row_scale_.data());
  return eliminate(factors_.data(), n, height, pivots_.data());
}

bool SmallLu::factorize_for_refinement(const Eigen::MatrixXd& A) {
  const bool good = factorize(A);
  kept_ = A;
  return good;
}

void SmallLu::substitute_once(Eigen::VectorXd& x) const {
  const Eigen::Index n = factors_.cols();
  x.array() *= row_scale_.head(n).array();
  substitute(factors_.data(), static_cast<int>(n), static_cast<int>(factors_.rows()),
             pivots_.data(), x.data());
}

void SmallLu::solve(Eigen::VectorXd& x) const {
  if (kept_.size() == 0) {
    substitute_once(x);
    return;
  }
  using Wide = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
  const Eigen::VectorXd right = x;
  substitute_once(x);
  for (int repeat = 0; repeat < 2; ++repeat) {
    Wide rest = right.cast<long double>();
    for (Eigen::Index j = 0; j < kept_.cols(); ++j) {
      rest -= kept_.col(j).cast<long double>() * static_cast<long double>(x[j]);
    }
    Eigen::VectorXd change = rest.cast<double>();
    substitute_once(change);
    x += change;
  }
}

}  // namespace sparkdyn::dae
