// SPDX-License-Identifier: BSD-3-Clause
#include "core/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::core {

TemporaryFolder::TemporaryFolder() {
  std::error_code failure;
  const auto place = std::filesystem::temp_directory_path(failure);
  std::string name = ((failure ? "/tmp" : place) / "sparkdyn-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    input_error("no temporary folder can be made as '{}': {}; TMPDIR names another place", name,
                std::strerror(errno));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace sparkdyn::core
