// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `envelope.h5`: of every field on the mesh in results.h5 the largest, the smallest and the largest
// absolute value of each component over the stored states, as fields of one state, and
// envelope.xdmf beside it. Made of the file alone, in pieces: it needs no run.

#include <filesystem>

namespace sparkdyn::report {

/// Of a folder with results. Nothing where they have no mesh. Throws core::Error. For one rank.
void write_envelope(const std::filesystem::path& folder);

}  // namespace sparkdyn::report
