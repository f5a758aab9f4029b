// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Where the repository lies, for tests that read its files. One source knows the path, so that the
// objects of all other tests are the same in every clone and come from the compiler's cache.

#include <filesystem>

namespace sparkdyn {

std::filesystem::path source_folder();

}  // namespace sparkdyn
