// SPDX-License-Identifier: BSD-3-Clause
// Products with one column become products with a vector: the same numbers, whatever the case.

#include "core/blas.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <cstdlib>
#include <vector>

using Complex = std::complex<double>;

extern "C" {
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*,
            const double*, const int*, const double*, const int*, const double*, double*,
            const int*);
void zgemm_(const char*, const char*, const int*, const int*, const int*, const Complex*,
            const Complex*, const int*, const Complex*, const int*, const Complex*, Complex*,
            const int*);
void dtrsm_(const char*, const char*, const char*, const char*, const int*, const int*,
            const double*, const double*, const int*, double*, const int*);
void ztrsm_(const char*, const char*, const char*, const char*, const int*, const int*,
            const Complex*, const Complex*, const int*, Complex*, const int*);
}

namespace {

double conjugate(double x) {
  return x;
}
Complex conjugate(Complex x) {
  return std::conj(x);
}
template <typename Scalar>
void multiply(auto... arguments) {
  if constexpr (std::is_same_v<Scalar, double>)
    dgemm_(arguments...);
  else
    zgemm_(arguments...);
}
template <typename Scalar>
void divide(auto... arguments) {
  if constexpr (std::is_same_v<Scalar, double>)
    dtrsm_(arguments...);
  else
    ztrsm_(arguments...);
}

template <typename Scalar>
Scalar entry(int i) {
  if constexpr (std::is_same_v<Scalar, double>)
    return 0.3 + (i * 37 % 11);
  else
    return {0.3 + (i * 37 % 11), 0.1 * (i * 17 % 7)};
}

template <typename Scalar>
std::vector<Scalar> entries(int count) {
  std::vector<Scalar> result;
  for (int i = 0; i < count; ++i) result.push_back(entry<Scalar>(i));
  return result;
}

template <typename Scalar>
struct Blas : testing::Test {};
using Scalars = testing::Types<double, Complex>;
TYPED_TEST_SUITE(Blas, Scalars);

TYPED_TEST(Blas, ProductsAreRightForAnyNumberOfColumns) {
  using Scalar = TypeParam;
  const int m = 5, lda = 8, ldb = 7, ldc = 6;
  const Scalar alpha = entry<Scalar>(3), beta = entry<Scalar>(5);
  const auto A = entries<Scalar>(lda * 8), B = entries<Scalar>(ldb * 8);
  for (const int k : {0, 4})
    for (const int n : {1, 3})
      for (const char of_a : {'N', 'T', 'c'})
        for (const char of_b : {'N', 't'}) {
          auto C = entries<Scalar>(ldc * 3);
          const auto before = C;
          multiply<Scalar>(&of_a, &of_b, &m, &n, &k, &alpha, A.data(), &lda, B.data(), &ldb, &beta,
                           C.data(), &ldc);
          for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j) {
              Scalar sum = 0;
              for (int l = 0; l < k; ++l) {
                const Scalar a = of_a == 'N'   ? A[i + l * lda]
                                 : of_a == 'T' ? A[l + i * lda]
                                               : conjugate(A[l + i * lda]);
                sum += a * (of_b == 'N' ? B[l + j * ldb] : B[j + l * ldb]);
              }
              const Scalar expected = alpha * sum + beta * before[i + j * ldc];
              EXPECT_LT(std::abs(C[i + j * ldc] - expected), 1e-11)
                  << of_a << of_b << " n = " << n << " k = " << k;
            }
        }
}

TYPED_TEST(Blas, TriangularSolvesAreRightForAnyNumberOfColumns) {
  using Scalar = TypeParam;
  const int m = 5, lda = 8, ldb = 7;
  const auto A = entries<Scalar>(lda * m);
  for (const Scalar alpha : {Scalar(1), Scalar(2)})
    for (const int n : {1, 3})
      for (const char of_a : {'N', 'T'}) {
        auto X = entries<Scalar>(ldb * 3);
        const auto B = X;
        const char left = 'L', lower = 'L', stored = 'N';
        divide<Scalar>(&left, &lower, &of_a, &stored, &m, &n, &alpha, A.data(), &lda, X.data(),
                       &ldb);
        for (int i = 0; i < m; ++i)
          for (int j = 0; j < n; ++j) {
            Scalar sum = 0;
            for (int l = 0; l < m; ++l) {
              const int row = of_a == 'N' ? i : l, column = of_a == 'N' ? l : i;
              if (column <= row) sum += A[row + column * lda] * X[l + j * ldb];
            }
            EXPECT_LT(std::abs(sum - alpha * B[i + j * ldb]), 1e-9 * (1 + std::abs(sum)));
          }
      }
}

#if defined(__x86_64__)
TEST(BlasKernels, TheOldestAreNotKeptOnANewProcessor) {
  // The runtime, started by the test's main program, has chosen and says so in this variable.
  const char* asked = std::getenv("OPENBLAS_CORETYPE");
  if (asked && std::string(asked) == "Prescott") GTEST_SKIP() << "asked for by the environment";
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    GTEST_SKIP() << "an old processor";
  EXPECT_EQ(sparkdyn::core::blas_description().find("Prescott"), std::string::npos);
}
#endif

}  // namespace
