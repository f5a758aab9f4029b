// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The BLAS under MUMPS and PETSc. Two things about OpenBLAS cost direct solvers a factor of two and
// more, and both can be helped from outside:
//  - a processor newer than the library is taken for one of 2004 (Debian 12's 0.3.21 on Intel's
//    Emerald Rapids: kernels named Prescott, without AVX);
//  - MUMPS solves for one right-hand side by matrix products with one column, for which OpenBLAS
//    before 0.3.28 first copies the whole factor. Our programs, but not the library, help that
//    (src/core/vector_blas.cpp).

#include <string>

namespace sparkdyn::core {

/// Makes OpenBLAS take the kernels this processor can run, when it took the oldest ones and the
/// environment variable OPENBLAS_CORETYPE says nothing. Before the first use of BLAS.
void choose_blas_kernels();

/// "OpenBLAS 0.3.21 (SkylakeX), 1 thread per rank".
std::string blas_description();

}  // namespace sparkdyn::core
