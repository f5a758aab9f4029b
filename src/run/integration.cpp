// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/run/integration.hpp"

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::run {

const Frame& Integration::between(int, double) {
  core::input_error("states between steps are not known here; output at steps ('every') is");
}

const Frame* Integration::error(int) {
  return nullptr;
}

}  // namespace sparkdyn::run
