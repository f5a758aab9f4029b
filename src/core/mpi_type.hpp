// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What MPI calls a type of C++.

#include <mpi.h>

#include <complex>
#include <type_traits>

namespace sparkdyn::core {

template <typename T>
MPI_Datatype mpi_type() {
  if constexpr (std::is_same_v<T, char>) return MPI_CHAR;
  if constexpr (std::is_same_v<T, int>) return MPI_INT;
  if constexpr (std::is_same_v<T, long>) return MPI_LONG;
  if constexpr (std::is_same_v<T, long long>) return MPI_LONG_LONG;
  if constexpr (std::is_same_v<T, double>) return MPI_DOUBLE;
  if constexpr (std::is_same_v<T, std::complex<double>>) return MPI_C_DOUBLE_COMPLEX;
}

}  // namespace sparkdyn::core
