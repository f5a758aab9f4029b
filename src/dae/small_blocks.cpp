// SPDX-License-Identifier: BSD-3-Clause
#include "small_blocks.hpp"

#include "every_machine.hpp"

namespace sparkdyn::dae {

namespace {

SPARKDYN_FOR_EVERY_MACHINE
void add_columns(double factor, const double* source, long source_height, double* target,
                 long target_height, int rows, int columns) {
  for (int c = 0; c < columns; ++c, source += source_height, target += target_height) {
    const double* __restrict x = source;
    double* __restrict y = target;
    for (int i = 0; i < rows; ++i) y[i] += factor * x[i];
  }
}

}  // namespace

void add_scaled(double factor, const Eigen::Ref<const Eigen::MatrixXd>& source,
                Eigen::MatrixXd& target, Eigen::Index row, Eigen::Index column) {
  if (factor == 0.0) return;
  add_columns(factor, source.data(), source.outerStride(),
              target.data() + row + column * target.rows(), target.rows(),
              static_cast<int>(source.rows()), static_cast<int>(source.cols()));
}

}  // namespace sparkdyn::dae
