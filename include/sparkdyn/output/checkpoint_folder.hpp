#pragma once
// The checkpoints of an output folder: `checkpoint-000000100.h5` is of step 100.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/output/checkpoint.hpp"

namespace sparkdyn::output {

std::string checkpoint_name(long step);

struct FoundCheckpoint {
  std::filesystem::path file;
  std::optional<CheckpointLabel> label;  ///< none when the file cannot be read
  std::string problem;                   ///< then
};

/// All of a folder, the last written first, those without a label at the end. For one rank.
std::vector<FoundCheckpoint> find_checkpoints(const std::filesystem::path& folder);

/// Removes all but the `keep` last written ones, and what an interrupted write has left. For one
/// rank.
void remove_old_checkpoints(const std::filesystem::path& folder, int keep);

}  // namespace sparkdyn::output
