// SPDX-License-Identifier: BSD-3-Clause
// MUMPS solves for one right-hand side by matrix products with one column, for which OpenBLAS
// before 0.3.28 first copies the whole factor. Programs that link this file stand before the
// library of BLAS with dgemm, zgemm, dtrsm and ztrsm of their own, which make such calls products
// with a vector and pass all others on. It is no part of the library: a host program's BLAS is the
// host's.

#include <dlfcn.h>

#include <complex>

namespace {

using Complex = std::complex<double>;

template <typename Scalar>
using Gemm = void(const char*, const char*, const int*, const int*, const int*, const Scalar*,
                  const Scalar*, const int*, const Scalar*, const int*, const Scalar*, Scalar*,
                  const int*);
template <typename Scalar>
using Trsm = void(const char*, const char*, const char*, const char*, const int*, const int*,
                  const Scalar*, const Scalar*, const int*, Scalar*, const int*);

bool is(const char* letter, char upper) {
  return *letter == upper || *letter == upper + ('a' - 'A');
}

template <typename Scalar>
using Gemv = void(const char*, const int*, const int*, const Scalar*, const Scalar*, const int*,
                  const Scalar*, const int*, const Scalar*, Scalar*, const int*);
template <typename Scalar>
using Trsv = void(const char*, const char*, const char*, const int*, const Scalar*, const int*,
                  Scalar*, const int*);

/// The next after this program's own.
template <typename Function>
Function* of_library(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

constexpr int one = 1;

/// C ← alpha op(A) op(B) + beta C; with one column of C it is a product with a vector.
template <typename Scalar>
void multiply(Gemm<Scalar>* library, Gemv<Scalar>* gemv, const char* of_a, const char* of_b,
              const int* m, const int* n, const int* k, const Scalar* alpha, const Scalar* A,
              const int* lda, const Scalar* B, const int* ldb, const Scalar* beta, Scalar* C,
              const int* ldc) {
  if (*n != 1 || *k < 1 || !is(of_b, 'N'))
    library(of_a, of_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
  else if (is(of_a, 'N'))
    gemv(of_a, m, k, alpha, A, lda, B, &one, beta, C, &one);
  else
    gemv(of_a, k, m, alpha, A, lda, B, &one, beta, C, &one);
}

/// B ← alpha op(A)⁻¹ B with a triangular A.
template <typename Scalar>
void divide(Trsm<Scalar>* library, Trsv<Scalar>* trsv, const char* side, const char* uplo,
            const char* of_a, const char* diagonal, const int* m, const int* n, const Scalar* alpha,
            const Scalar* A, const int* lda, Scalar* B, const int* ldb) {
  if (*n == 1 && is(side, 'L') && *alpha == Scalar(1))
    trsv(uplo, of_a, diagonal, m, A, lda, B, &one);
  else
    library(side, uplo, of_a, diagonal, m, n, alpha, A, lda, B, ldb);
}

}  // namespace

extern "C" {

void dgemm_(const char* of_a, const char* of_b, const int* m, const int* n, const int* k,
            const double* alpha, const double* A, const int* lda, const double* B, const int* ldb,
            const double* beta, double* C, const int* ldc) {
  static const auto library = of_library<Gemm<double>>("dgemm_");
  static const auto with_vector = of_library<Gemv<double>>("dgemv_");
  multiply(library, with_vector, of_a, of_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void zgemm_(const char* of_a, const char* of_b, const int* m, const int* n, const int* k,
            const Complex* alpha, const Complex* A, const int* lda, const Complex* B,
            const int* ldb, const Complex* beta, Complex* C, const int* ldc) {
  static const auto library = of_library<Gemm<Complex>>("zgemm_");
  static const auto with_vector = of_library<Gemv<Complex>>("zgemv_");
  multiply(library, with_vector, of_a, of_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void dtrsm_(const char* side, const char* uplo, const char* of_a, const char* diagonal,
            const int* m, const int* n, const double* alpha, const double* A, const int* lda,
            double* B, const int* ldb) {
  static const auto library = of_library<Trsm<double>>("dtrsm_");
  static const auto with_vector = of_library<Trsv<double>>("dtrsv_");
  divide(library, with_vector, side, uplo, of_a, diagonal, m, n, alpha, A, lda, B, ldb);
}

void ztrsm_(const char* side, const char* uplo, const char* of_a, const char* diagonal,
            const int* m, const int* n, const Complex* alpha, const Complex* A, const int* lda,
            Complex* B, const int* ldb) {
  static const auto library = of_library<Trsm<Complex>>("ztrsm_");
  static const auto with_vector = of_library<Trsv<Complex>>("ztrsv_");
  divide(library, with_vector, side, uplo, of_a, diagonal, m, n, alpha, A, lda, B, ldb);
}

}  // extern "C"
