#include "file_access.hpp"

#include <cerrno>
#include <cstring>
#include <vector>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace fs = std::filesystem;

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

std::ifstream open_file(const fs::path& file) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (!fs::exists(status))
    core::input_error("{}: no such file{}", file.string(), similar_file(file));
  if (fs::is_directory(status)) core::input_error("{}: is a directory, not a file", file.string());
  // Pipes and devices cannot be read in parts.
  if (!fs::is_regular_file(status)) core::input_error("{}: is not a regular file", file.string());
  std::ifstream stream(file, std::ios::binary);
  if (!stream) core::input_error("{}: cannot be opened: {}", file.string(), std::strerror(errno));
  return stream;
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
