// SPDX-License-Identifier: BSD-3-Clause
#include "harness.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/runtime.hpp"

namespace sparkdyn::fuzz {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void stop(const std::string& message) {
  std::fprintf(stderr, "finding: %s\n", message.c_str());
  std::abort();
}

class Folder {
 public:
  Folder() {
    const fs::path memory = "/dev/shm";
    std::string name =
        ((fs::exists(memory) ? memory : fs::temp_directory_path()) / "sparkdyn-fuzz-XXXXXX")
            .string();
    if (::mkdtemp(name.data()) == nullptr) stop("no folder for files in memory");
    path_ = name;
    fs::copy(SPARKDYN_FUZZ_FIXTURES, path_, fs::copy_options::recursive);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

bool read(const std::function<void()>& body) {
  try {
    body();
    return true;
  } catch (const core::Error& error) {
    if (error.kind() == core::Failure::input) return false;
    stop(fmt::format("an error that is not of kind input: {}", error.what()));
  } catch (const std::exception& error) {
    stop(fmt::format("an exception that is no core::Error: {}", error.what()));
  }
}

void require(bool condition, const std::string& message) {
  if (!condition) stop(message);
}

const fs::path& folder() {
  static const Folder instance;
  return instance.path();
}

fs::path file(const char* name, std::string_view bytes) {
  const fs::path path = folder() / name;
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path;
}

}  // namespace sparkdyn::fuzz

// There only with AddressSanitizer.
extern "C" __attribute__((weak)) void __lsan_disable();
extern "C" __attribute__((weak)) void __lsan_enable();

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // What MPI keeps is no leak of ours. Never ended: it would unload its modules.
  if (__lsan_disable != nullptr) __lsan_disable();
  static const auto* const runtime = new sparkdyn::core::Runtime;
  if (__lsan_enable != nullptr) __lsan_enable();
  return runtime == nullptr ? 1 : 0;
}
