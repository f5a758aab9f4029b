// SPDX-License-Identifier: BSD-3-Clause
#include "support/source_folder.hpp"

namespace sparkdyn {

std::filesystem::path source_folder() {
  return SPARKDYN_SOURCE_DIR;
}

}  // namespace sparkdyn
