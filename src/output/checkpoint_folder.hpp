// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The checkpoints of an output folder: `checkpoint-000000100.h5` is of step 100.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "output/checkpoint.hpp"

namespace sparkdyn::output {

std::string checkpoint_name(long step);

struct FoundCheckpoint {
  std::filesystem::path file;
  std::optional<CheckpointLabel> label;  ///< none when the file cannot be read
  std::string complaint;                 ///< then
};

/// All of a folder, the last written first, those without a label at the end. For one rank.
std::vector<FoundCheckpoint> find_checkpoints(const std::filesystem::path& folder);

/// The time as a label has it, later than in all labels of the folder: clocks may be set back, and
/// nodes may have different ones. For one rank.
std::string time_of_writing(const std::filesystem::path& folder);

/// Removes the checkpoints of the same run that were written after this one. For one rank.
void remove_later_checkpoints(const std::filesystem::path& folder, const CheckpointLabel& label);

/// Removes all but the `keep` last written ones, and what an interrupted write has left. For one
/// rank.
void remove_old_checkpoints(const std::filesystem::path& folder, int keep);

}  // namespace sparkdyn::output
