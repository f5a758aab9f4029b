// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The loop of every run: of structures and matrices (run/run.cpp) and of what uses `dae` alone,
// without MPI and files (dae/integrate.cpp). There is no other; scripts/check_layers looks.

namespace sparkdyn::core {

/// Until `steps` is done, or `take`, which makes one step and shows it, says that it is the last.
template <typename Steps, typename Take>
void step_loop(const Steps& steps, Take&& take) {
  while (!steps.done() && take()) {
  }
}

}  // namespace sparkdyn::core
