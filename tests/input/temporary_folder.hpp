#pragma once
// Files for a test, written by rank 0 and seen by all; and the words of an error that all must
// throw.

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>

namespace sparkdyn::input {

class TemporaryFolder {
 public:
  TemporaryFolder();  ///< @note Collective, as are all others.
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& content) const;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// The message of the core::Error (input) that `body` throws; fails the test when it throws none,
/// or when ranks disagree.
std::string error_of(const std::function<void()>& body);

/// Every word must be in the message.
void expect_words(const std::string& message, std::initializer_list<std::string> words);

}  // namespace sparkdyn::input
