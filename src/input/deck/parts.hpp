// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// *PART, *ASSEMBLY, *INSTANCE: each instance of a part becomes nodes, elements, sets and sections
// of its own, moved to where it is, and what the assembly says of `INSTANCE.SET` and `INSTANCE.12`
// refers to them. What comes out is a deck without parts.

#include <string>
#include <vector>

#include "lexer.hpp"

namespace sparkdyn::input::deck {

/// Whether a block begins a part or an assembly.
bool has_parts(const Source& source);

/// Replaces parts and instances; blocks without any stay as they are. `notes` gets what the user
/// should know: how nodes and elements of several instances are numbered. Throws core::Error
/// (input).
void flatten_parts(Source& source, std::vector<std::string>& notes);

}  // namespace sparkdyn::input::deck
