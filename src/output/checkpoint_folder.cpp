#include "sparkdyn/output/checkpoint_folder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "checkpoint-";

std::vector<fs::path> files_ending(const fs::path& folder, std::string_view ending) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(ending)) files.push_back(entry.path());
  }
  return files;
}

}  // namespace

std::string checkpoint_name(long step) {
  return fmt::format("{}{:09}.h5", prefix, step);
}

std::vector<FoundCheckpoint> find_checkpoints(const fs::path& folder) {
  std::vector<FoundCheckpoint> found;
  for (const fs::path& file : files_ending(folder, ".h5")) {
    FoundCheckpoint each{file, std::nullopt, {}};
    try {
      each.label = read_label(file);
    } catch (const core::Error& error) {
      each.problem = error.what();
    }
    found.push_back(std::move(each));
  }
  std::sort(found.begin(), found.end(), [](const FoundCheckpoint& a, const FoundCheckpoint& b) {
    const std::string& mine = a.label ? a.label->written : "";
    const std::string& other = b.label ? b.label->written : "";
    return mine != other ? mine > other : a.file > b.file;
  });
  return found;
}

void remove_old_checkpoints(const fs::path& folder, int keep) {
  std::error_code failure;
  for (const fs::path& part : files_ending(folder, ".h5.part")) fs::remove(part, failure);
  const auto found = find_checkpoints(folder);
  for (std::size_t i = static_cast<std::size_t>(keep); i < found.size(); ++i)
    fs::remove(found[i].file, failure);
}

}  // namespace sparkdyn::output
