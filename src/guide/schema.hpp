// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The tables of keys as a JSON Schema (draft 07, which editors of YAML understand) and as a page.

#include <string>

namespace sparkdyn::guide {

std::string json_schema();

/// docs/case_keys.md.
std::string key_reference();

}  // namespace sparkdyn::guide
