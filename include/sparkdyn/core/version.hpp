// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The version of the library, as results and checkpoints name it.

#include <string>

namespace sparkdyn::core {

std::string version();  ///< "0.2.0"

}  // namespace sparkdyn::core
