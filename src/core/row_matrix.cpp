// SPDX-License-Identifier: BSD-3-Clause
#include "core/row_matrix.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::core {
namespace {

/// Pages of two megabytes instead of four kilobytes, where the system has them: filling a new array
/// takes as long as getting its pages.
void ask_for_huge_pages(void* data, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = 2U << 20U;
  const std::uintptr_t before = (page - reinterpret_cast<std::uintptr_t>(data) % page) % page;
  if (bytes < before + page) return;
  madvise(static_cast<char*>(data) + before, (bytes - before) / page * page, MADV_HUGEPAGE);
#endif
}

/// What the parts of a matrix look at; it lives as long as they do.
struct Arrays {
  std::shared_ptr<const RowPattern> pattern;
  RowValues values;
  std::vector<PetscInt> other_columns;  // PETSc renumbers them in place
};

using Container = Handle<PetscContainer, PetscDestroy<PetscContainer, PetscContainerDestroy>>;

PetscErrorCode destroy_arrays(void* arrays) {
  delete static_cast<Arrays*>(arrays);
  return 0;
}

Container make_container(std::unique_ptr<Arrays> arrays) {
  Container container;
  check(PetscContainerCreate(PETSC_COMM_SELF, container.out()));
  check(PetscContainerSetUserDestroy(container, destroy_arrays));
  check(PetscContainerSetPointer(container, arrays.release()));
  return container;
}

void keep_with(Mat part, PetscContainer arrays) {
  check(PetscObjectCompose(reinterpret_cast<PetscObject>(part), "sparkdyn_arrays",
                           reinterpret_cast<PetscObject>(arrays)));
}

}  // namespace

ZeroedArray::ZeroedArray(std::size_t size)
    : data_(static_cast<double*>(std::calloc(size > 0 ? size : 1, sizeof(double)))), size_(size) {
  if (!data_) throw std::bad_alloc();
  ask_for_huge_pages(data_.get(), size * sizeof(double));
}

void ZeroedArray::Free::operator()(double* data) const {
  std::free(data);
}

void ZeroedArray::shrink(std::size_t size) {
  void* const moved = std::realloc(data_.get(), (size > 0 ? size : 1) * sizeof(double));
  if (!moved) throw std::bad_alloc();
  static_cast<void>(data_.release());
  data_.reset(static_cast<double*>(moved));
  size_ = size;
}

Matrix make_row_matrix(MPI_Comm comm, std::shared_ptr<const RowPattern> pattern, RowValues values) {
  auto arrays = std::make_unique<Arrays>();
  arrays->pattern = std::move(pattern);
  arrays->values = std::move(values);
  arrays->other_columns = arrays->pattern->other.columns;
  // PETSc's functions take these without `const`, but only look at them.
  const auto pointer = [](const std::vector<PetscInt>& numbers) {
    return const_cast<PetscInt*>(numbers.data());
  };
  const RowPattern& rows = *arrays->pattern;
  PetscInt* const other_columns = arrays->other_columns.data();
  double* const own = arrays->values.own.data();
  double* const other = arrays->values.other.data();
  const Container container = make_container(std::move(arrays));
  Matrix matrix;
  if (size(comm) == 1) {
    check(MatCreateSeqAIJWithArrays(comm, rows.rows(), rows.own_columns, pointer(rows.own.first),
                                    pointer(rows.own.columns), own, matrix.out()));
    keep_with(matrix, container);
    return matrix;
  }
  check(MatCreateMPIAIJWithSplitArrays(comm, rows.rows(), rows.own_columns, PETSC_DETERMINE,
                                       PETSC_DETERMINE, pointer(rows.own.first),
                                       pointer(rows.own.columns), own, pointer(rows.other.first),
                                       other_columns, other, matrix.out()));
  // Others may hold on to the parts when the whole is gone.
  Mat parts[2] = {nullptr, nullptr};
  check(MatMPIAIJGetSeqAIJ(matrix, &parts[0], &parts[1], nullptr));
  for (Mat part : parts) keep_with(part, container);
  return matrix;
}

}  // namespace sparkdyn::core
