// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::core {

std::string version() {
  return SPARKDYN_VERSION;
}

}  // namespace sparkdyn::core
