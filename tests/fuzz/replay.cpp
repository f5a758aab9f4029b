// SPDX-License-Identifier: BSD-3-Clause
// Reads every file of the folders and files given, as the fuzzer would: the corpus as a test.
// What a fuzzer calls a timeout is a failure here too.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "harness.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(int argc, char** argv) {
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    if (!fs::is_directory(argv[i])) {
      files.emplace_back(argv[i]);
      continue;
    }
    for (const auto& item : fs::directory_iterator(argv[i])) files.push_back(item.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

double seconds_for(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  const auto start = std::chrono::steady_clock::now();
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  constexpr double longest = 10;
  LLVMFuzzerInitialize(&argc, &argv);
  const std::vector<fs::path> files = files_of(argc, argv);
  if (files.empty()) {
    std::fprintf(stderr, "there is nothing to read\n");
    return 1;
  }
  int status = 0;
  for (const fs::path& file : files) {
    std::fprintf(stderr, "%s\n", file.filename().c_str());  // the last one when it crashes
    const double seconds = seconds_for(file);
    if (seconds <= longest) continue;
    std::fprintf(stderr, "%s took %.1f s\n", file.c_str(), seconds);
    status = 1;
  }
  std::printf("%zu files read\n", files.size());
  return status;
}
