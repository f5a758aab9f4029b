// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "input/case_reader.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {
namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

fs::path resolved_path(const fs::path& path) {
  std::error_code failure;
  // absolute(): a relative path of which nothing exists would stay relative.
  const fs::path start = fs::absolute(path.empty() ? fs::path(".") : path, failure);
  const fs::path result = failure ? start : fs::weakly_canonical(start, failure);
  if (failure) core::input_error("{}: {}", path.string(), failure.message());
  return result;
}

/// Files are opened by their names in the output folder and, one level deeper, in those of load
/// cases; a link there would carry what is written elsewhere.
void require_no_way_out(const fs::path& folder, const fs::path& base) {
  std::error_code ignored;
  for (fs::recursive_directory_iterator item(folder, ignored), end; !ignored && item != end;
       item.increment(ignored)) {
    if (item.depth() > 0) item.disable_recursion_pending();
    if (!item->is_symlink(ignored)) continue;
    std::error_code dangling;
    const fs::path target = fs::canonical(item->path(), dangling);
    if (dangling || !is_below(target, base))
      core::input_error(
          "{}: a symbolic link in the output folder that leads out of the folder of the case file, "
          "'{}'; remove it, or name the output folder on the command line with --output",
          item->path().string(), base.string());
  }
}

void require_below_case(const Case& description) {
  const OutputSpec& output = description.output;
  const fs::path base = resolved_path(description.file.parent_path());
  const fs::path place = resolved_path(output.directory);
  const std::string where = output.where.empty() ? description.file.string() : output.where;
  if (!is_below(place, base))
    core::input_error(
        "{}: the output folder '{}' is not below the folder of the case file, '{}'; name it on the "
        "command line with --output if that is meant",
        where, place.string(), base.string());
  require_no_way_out(place, base);
}

}  // namespace

void place_output(MPI_Comm comm, Case& description, const std::optional<fs::path>& chosen) {
  if (chosen) {
    description.output.directory = *chosen;
    return;
  }
  if (description.output.where.starts_with("--set ")) return;
  core::on_rank_zero(comm, [&] { require_below_case(description); });
}

}  // namespace sparkdyn::input
