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

// Column by column: a column first takes all the earlier ones, four at a time so that it is loaded
// and stored a quarter as often, then finds its pivot.
SPARKDYN_FOR_EVERY_MACHINE
bool eliminate(double* a, int n, int* pivots) {
  for (int j = 0; j < n; ++j) {
    double* __restrict x = a + static_cast<long>(j) * n;
    for (int k = 0; k < j; ++k) {
      const double kept = x[k];
      x[k] = x[pivots[k]];
      x[pivots[k]] = kept;
    }
    int k = 0;
    for (; k < j && x[k] == 0.0; ++k) {
    }
    for (; k + 3 < j; k += 4) {
      const double* __restrict l0 = a + static_cast<long>(k) * n;
      const double* __restrict l1 = l0 + n;
      const double* __restrict l2 = l1 + n;
      const double* __restrict l3 = l2 + n;
      const double f0 = x[k];
      const double f1 = x[k + 1] -= f0 * l0[k + 1];
      const double f2 = x[k + 2] -= f0 * l0[k + 2] + f1 * l1[k + 2];
      const double f3 = x[k + 3] -= f0 * l0[k + 3] + f1 * l1[k + 3] + f2 * l2[k + 3];
      for (int i = k + 4; i < n; ++i) {
        x[i] -= (f0 * l0[i] + f1 * l1[i]) + (f2 * l2[i] + f3 * l3[i]);
      }
    }
    for (; k < j; ++k) {
      const double* __restrict l = a + static_cast<long>(k) * n;
      const double factor = x[k];
      for (int i = k + 1; i < n; ++i) x[i] -= factor * l[i];
    }
    int pivot = j;
    for (int i = j + 1; i < n; ++i) {
      if (std::fabs(x[i]) > std::fabs(x[pivot])) pivot = i;
    }
    pivots[j] = pivot;
    if (!(std::fabs(x[pivot]) > 0.0) || !std::isfinite(x[pivot])) return false;
    if (pivot != j) {  // in the finished columns; the others follow when their turn comes
      for (int c = 0; c <= j; ++c) {
        double* column = a + static_cast<long>(c) * n;
        const double kept = column[j];
        column[j] = column[pivot];
        column[pivot] = kept;
      }
    }
    const double inverse = 1.0 / x[j];
    for (int i = j + 1; i < n; ++i) x[i] *= inverse;
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
  kept_.resize(0, 0);
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

bool SmallLu::factorize_for_refinement(Eigen::MatrixXd& A) {
  const Eigen::MatrixXd copy = A;
  const bool good = factorize(A);
  kept_ = copy;
  return good;
}

void SmallLu::substitute_once(Eigen::VectorXd& x) const {
  x.array() *= row_scale_.array();
  substitute(factors_.data(), static_cast<int>(factors_.rows()), pivots_.data(), x.data());
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
