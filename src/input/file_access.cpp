// SPDX-License-Identifier: BSD-3-Clause
#include "file_access.hpp"

#include <cerrno>
#include <cstring>
#include <new>
#include <vector>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace fs = std::filesystem;

namespace {

/// A close name in the same folder, as the end of a message.
std::string similar_file(const fs::path& file) {
  constexpr std::size_t most = 10000;
  std::error_code ignored;
  std::vector<std::string> names;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  for (fs::directory_iterator item(folder, ignored), end; !ignored && item != end;
       item.increment(ignored)) {
    if (names.size() == most) break;
    names.push_back(item->path().filename().string());
  }
  const std::string close = core::nearest(file.filename().string(), names);
  return close.empty() ? "" : fmt::format("; did you mean '{}'?", close);
}

}  // namespace

std::string why_unreadable(const fs::path& file) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (!fs::exists(status)) return "no such file" + similar_file(file);
  if (fs::is_directory(status)) return "is a directory, not a file";
  // Pipes and devices cannot be read in parts.
  if (!fs::is_regular_file(status)) return "is not a regular file";
  if (!std::ifstream(file)) return fmt::format("cannot be opened: {}", std::strerror(errno));
  return "";
}

std::ifstream open_file(const fs::path& file) {
  const std::string complaint = why_unreadable(file);
  if (!complaint.empty()) core::input_error("{}: {}", file.string(), complaint);
  return std::ifstream(file, std::ios::binary);
}

std::string read_all(const fs::path& file) {
  // Files of the kernel may claim any size.
  constexpr std::uintmax_t most = std::uintmax_t{1} << 38;
  std::ifstream stream = open_file(file);
  const std::uintmax_t size = fs::file_size(file);
  try {
    if (size <= most) return read_bytes(stream, 0, size);
  } catch (const std::bad_alloc&) {
  }
  core::input_error("{}: {} bytes are more than the memory can hold", file.string(), size);
}

std::string read_bytes(std::ifstream& stream, long long offset, std::size_t count) {
  std::string bytes(count, '\0');
  stream.clear();
  stream.seekg(offset);
  stream.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(stream.gcount() > 0 ? static_cast<std::size_t>(stream.gcount()) : 0);
  return bytes;
}

}  // namespace sparkdyn::input
