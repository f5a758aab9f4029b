// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the user reads while the program runs. Only rank 0 writes.

#include <fmt/format.h>
#include <mpi.h>

#include <iosfwd>
#include <string>
#include <vector>

namespace sparkdyn::core {

/// Not collective, but warn() should be called by all ranks: see warnings().
class Log {
 public:
  /// What is said: everything, or warnings alone.
  enum class Voice { all, warnings };

  /// Writes to standard output (notes) and standard error (warnings) on rank 0 of `comm`.
  explicit Log(MPI_Comm comm, Voice voice = Voice::all);
  /// For tests: writes everything to one stream, on rank 0.
  Log(MPI_Comm comm, std::ostream& stream);

  /// A line for the user, as fmt::format makes it.
  template <typename... Args>
  void note(fmt::format_string<Args...> format, Args&&... args) {
    if (speaks_) write_note(fmt::format(format, std::forward<Args>(args)...));
  }
  /// As note(), with "warning: " in front; kept.
  template <typename... Args>
  void warn(fmt::format_string<Args...> format, Args&&... args) {
    write_warning(fmt::format(format, std::forward<Args>(args)...));
  }
  /// Every warning so far, for the summary; the same on all ranks if all ranks called warn().
  const std::vector<std::string>& warnings() const { return warnings_; }
  bool speaks() const { return speaks_; }  ///< whether this is rank 0

 private:
  void write_note(const std::string& text);
  void write_warning(const std::string& text);

  bool speaks_;
  std::ostream* notes_;  ///< null: none are said
  std::ostream* alerts_;
  std::vector<std::string> warnings_;
};

}  // namespace sparkdyn::core
