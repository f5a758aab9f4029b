// SPDX-License-Identifier: BSD-3-Clause
#include "output/checkpoint_folder.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>

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

constexpr std::size_t micro_digits = 6;

std::string time_text(long micros) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06}Z", fmt::gmtime(micros / 1000000),
                     micros % 1000000);
}

/// Microseconds since 1970; 0 when the text is no such time.
long time_of(const std::string& text) {
  std::tm parts{};
  const char* point = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (point == nullptr || *point != '.') return 0;
  long micros = 0;
  const auto [end, error] = std::from_chars(point + 1, text.c_str() + text.size(), micros);
  const bool whole = error == std::errc() && end == point + 1 + micro_digits;
  return whole ? ::timegm(&parts) * 1000000 + micros : 0;
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
      std::error_code failure;
      // Removed meanwhile; a link to nowhere is there, and of no use.
      if (!fs::exists(fs::symlink_status(file, failure))) continue;
      each.complaint = error.what();
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

std::string time_of_writing(const fs::path& folder) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  long micros = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
  for (const FoundCheckpoint& found : find_checkpoints(folder))
    if (found.label) micros = std::max(micros, time_of(found.label->written) + 1);
  return time_text(micros);
}

void remove_later_checkpoints(const fs::path& folder, const CheckpointLabel& label) {
  std::error_code failure;
  for (const FoundCheckpoint& found : find_checkpoints(folder))
    if (found.label && found.label->run == label.run && found.label->written > label.written)
      fs::remove(found.file, failure);
}

void remove_old_checkpoints(const fs::path& folder, int keep) {
  std::error_code failure;
  for (const fs::path& part : files_ending(folder, ".h5.part")) fs::remove(part, failure);
  const auto found = find_checkpoints(folder);
  for (std::size_t i = static_cast<std::size_t>(keep); i < found.size(); ++i)
    fs::remove(found[i].file, failure);
}

}  // namespace sparkdyn::output
