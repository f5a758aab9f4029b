#include "small_lu.hpp"

#include <cmath>

// One version of a loop per generation of machines; a function cannot say this.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define SPARKDYN_FOR_EVERY_MACHINE __attribute__((target_clones("arch=haswell", "default")))
#else
#define SPARKDYN_FOR_EVERY_MACHINE
#endif

namespace sparkdyn::dae {

namespace {

SPARKDYN_FOR_EVERY_MACHINE
void largest_in_rows(const double* __restrict a, int n, double* __restrict scale) {
  for (int i = 0; i < n; ++i) scale[i] = 0.0;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double size = std::fabs(a[i + j * n]);
      scale[i] = size > scale[i] ? size : scale[i];
    }
  }
}

SPARKDYN_FOR_EVERY_MACHINE
void scale_rows(double* __restrict a, int n, const double* __restrict scale) {
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) a[i + j * n] *= scale[i];
  }
}

// Column by column, each update along a contiguous column.
SPARKDYN_FOR_EVERY_MACHINE
bool eliminate(double* a, int n, int* pivots) {
  for (int k = 0; k < n; ++k) {
    double* column = a + static_cast<long>(k) * n;
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::fabs(column[i]) > std::fabs(column[pivot])) pivot = i;
    }
    pivots[k] = pivot;
    if (!(std::fabs(column[pivot]) > 0.0) || !std::isfinite(column[pivot])) return false;
    if (pivot != k) {
      for (int j = 0; j < n; ++j) {
        const double kept = a[k + j * n];
        a[k + j * n] = a[pivot + j * n];
        a[pivot + j * n] = kept;
      }
    }
    const double inverse = 1.0 / column[k];
    for (int i = k + 1; i < n; ++i) column[i] *= inverse;
    for (int j = k + 1; j < n; ++j) {
      double* __restrict target = a + static_cast<long>(j) * n;
      const double* __restrict source = column;
      const double factor = target[k];
      if (factor == 0.0) continue;
      for (int i = k + 1; i < n; ++i) target[i] -= factor * source[i];
    }
  }
  return true;
}

SPARKDYN_FOR_EVERY_MACHINE
void substitute(const double* __restrict a, int n, const int* __restrict pivots,
                double* __restrict x) {
  for (int k = 0; k < n; ++k) {
    const double kept = x[k];
    x[k] = x[pivots[k]];
    x[pivots[k]] = kept;
  }
  for (int k = 0; k < n; ++k) {
    const double factor = x[k];
    for (int i = k + 1; i < n; ++i) x[i] -= factor * a[i + k * n];
  }
  for (int k = n - 1; k >= 0; --k) {
    x[k] /= a[k + k * n];
    const double factor = x[k];
    for (int i = 0; i < k; ++i) x[i] -= factor * a[i + k * n];
  }
}

}  // namespace

bool SmallLu::factorize(Eigen::MatrixXd& A) {
  factors_.swap(A);
  const int n = static_cast<int>(factors_.rows());
  pivots_.resize(static_cast<std::size_t>(n));
  row_scale_.resize(n);
  largest_in_rows(factors_.data(), n, row_scale_.data());
  if (!row_scale_.allFinite() || (row_scale_.array() == 0.0).any()) return false;
  row_scale_ = row_scale_.cwiseInverse();
  scale_rows(factors_.data(), n, row_scale_.data());
  return eliminate(factors_.data(), n, pivots_.data());
}

void SmallLu::solve(Eigen::VectorXd& x) const {
  x.array() *= row_scale_.array();
  substitute(factors_.data(), static_cast<int>(factors_.rows()), pivots_.data(), x.data());
}

}  // namespace sparkdyn::dae
