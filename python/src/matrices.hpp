// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Matrices and vectors that cross from Python: petsc4py's by pointer, SciPy's by their arrays.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "sparkdyn/mechanics/term.hpp"

namespace sparkdyn::python {

namespace py = pybind11;

using Numbers = py::array_t<double, py::array::c_style>;
using Indices = py::array_t<PetscInt, py::array::c_style>;

/// What Python holds; systems share it.
struct Matrix {
  mechanics::MatrixPtr handle;
  core::RowRange rows;
  PetscInt columns = 0;
};

/// Shares a matrix of petsc4py, whose `handle` is the pointer: it lives until both have let go of
/// it. One that is not stored by rows is copied. Throws core::Error (input) when it is not
/// assembled or on other ranks than `comm`. @note Collective.
Matrix borrow(MPI_Comm comm, std::uintptr_t pointer, const std::string& what);

/// This rank's rows; columns are global, ascending in each row. @note Collective.
Matrix from_rows(MPI_Comm comm, PetscInt local_columns, const Indices& starts,
                 const Indices& columns, const Numbers& values, const std::string& what);

/// This rank's entries. @note Collective.
core::Vector make_vector(MPI_Comm comm, const Numbers& mine);
Numbers local_copy(Vec vector);
/// All entries on every rank. @note Collective.
Numbers gathered(Vec vector);

}  // namespace sparkdyn::python
