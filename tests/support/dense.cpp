// SPDX-License-Identifier: BSD-3-Clause
#include "support/dense.hpp"

namespace sparkdyn::support {

using core::check;

core::Matrix distribute(const Eigen::MatrixXd& dense) {
  const MPI_Comm comm = PETSC_COMM_WORLD;
  const auto rows = core::split_rows(comm, dense.rows());
  const auto columns = core::split_rows(comm, dense.cols());
  core::Matrix matrix;
  check(MatCreateAIJ(comm, rows.size(), columns.size(), dense.rows(), dense.cols(), columns.size(),
                     nullptr, dense.cols() - columns.size(), nullptr, matrix.out()));
  for (PetscInt i = rows.begin; i < rows.end; ++i)
    for (PetscInt j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0) check(MatSetValue(matrix, i, j, dense(i, j), INSERT_VALUES));
  check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  return matrix;
}

mechanics::MatrixPtr distribute_shared(const Eigen::MatrixXd& dense) {
  return std::make_shared<const core::Matrix>(distribute(dense));
}

core::Vector distribute(const Eigen::VectorXd& dense) {
  const auto rows = core::split_rows(PETSC_COMM_WORLD, dense.size());
  core::Vector vector = core::make_vector(PETSC_COMM_WORLD, rows.size());
  const core::WriteArray values(vector);
  for (PetscInt i = rows.begin; i < rows.end; ++i) values[i - rows.begin] = dense(i);
  return vector;
}

Eigen::VectorXd gather(Vec vector) {
  core::Scatter scatter;
  core::Vector all;
  check(VecScatterCreateToAll(vector, scatter.out(), all.out()));
  check(VecScatterBegin(scatter, vector, all, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(scatter, vector, all, INSERT_VALUES, SCATTER_FORWARD));
  const core::ReadArray values(all);
  return Eigen::Map<const Eigen::VectorXd>(values.data(), values.size());
}

mechanics::TimedVector shaped(const Eigen::VectorXd& shape, mechanics::AmplitudePtr amplitude,
                              const std::string& region) {
  return {distribute(shape), std::move(amplitude), region};
}

mechanics::State make_state(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  return {t, distribute(q), distribute(v)};
}

}  // namespace sparkdyn::support
