#include "temporary_folder.hpp"

#include <petscsys.h>
#include <stdlib.h>

#include <fstream>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "sparkdyn-input-XXXXXX").string();
  if (core::rank(PETSC_COMM_WORLD) == 0 && mkdtemp(name.data()) == nullptr) name.clear();
  path_ = core::broadcast(PETSC_COMM_WORLD, name);
}

TemporaryFolder::~TemporaryFolder() {
  MPI_Barrier(PETSC_COMM_WORLD);
  std::error_code ignored;
  if (core::rank(PETSC_COMM_WORLD) == 0) fs::remove_all(path_, ignored);
}

fs::path TemporaryFolder::write(const std::string& name, const std::string& content) const {
  if (core::rank(PETSC_COMM_WORLD) == 0) std::ofstream(path_ / name, std::ios::binary) << content;
  MPI_Barrier(PETSC_COMM_WORLD);
  return path_ / name;
}

std::string error_of(const std::function<void()>& body) {
  std::string message;
  try {
    body();
  } catch (const core::Error& error) {
    message = error.what();
    EXPECT_EQ(error.exit_status(), 2) << message;
  }
  EXPECT_NE(message, "") << "nothing was thrown";
  EXPECT_EQ(message, core::broadcast(PETSC_COMM_WORLD, message)) << "ranks disagree";
  return message;
}

void expect_words(const std::string& message, std::initializer_list<std::string> words) {
  for (const std::string& word : words)
    EXPECT_NE(message.find(word), std::string::npos) << "'" << word << "' is not in: " << message;
}

}  // namespace sparkdyn::input
