// SPDX-License-Identifier: BSD-3-Clause
// The decks that come with CalculiX (package calculix-ccx-test): each is read, or refused with a
// sentence that has file, line and keyword. Skipped where the package is absent.

#include <gtest/gtest.h>
#include <petscsys.h>
#include <stdio.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <regex>

#include "input/deck.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {
namespace {

namespace fs = std::filesystem;

const fs::path folder = "/usr/share/doc/calculix-ccx-test/examples/test";

std::string unpacked(const fs::path& file) {
  if (file.extension() != ".gz") {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  const std::string command = "gzip -dc '" + file.string() + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 65536> buffer{};
  while (const std::size_t count = fread(buffer.data(), 1, buffer.size(), pipe.get()))
    text.append(buffer.data(), count);
  return text;
}

/// Empty for a deck that was read, else the sentence.
std::map<std::string, std::string> survey() {
  std::map<std::string, std::string> verdicts;
  for (const auto& item : fs::directory_iterator(folder)) {
    std::string name = item.path().filename().string();
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    if (!name.ends_with(".inp")) continue;
    std::string& verdict = verdicts[name.substr(0, name.size() - 4)];
    try {
      if (parse_deck(unpacked(item.path()), name).steps.empty()) verdict = "no steps";
    } catch (const core::Error& error) {
      verdict = error.what();
      EXPECT_EQ(error.exit_status(), 2) << verdict;
    }
  }
  return verdicts;
}

TEST(DeckSurvey, DecksOfCalculix) {
  if (!fs::exists(folder)) GTEST_SKIP() << "package calculix-ccx-test is not installed";
  if (core::rank(PETSC_COMM_WORLD) != 0) return;
  const auto verdicts = survey();
  ASSERT_GT(verdicts.size(), 300u);
  const std::regex placed("[^:]+:[0-9]+: (\\*[^:]+: .+|data before the first keyword.*)");
  int read = 0;
  for (const auto& [name, verdict] : verdicts) {
    if (verdict.empty()) ++read;
    EXPECT_TRUE(verdict.empty() || std::regex_match(verdict, placed)) << name << ": " << verdict;
  }
  std::cout << read << " of " << verdicts.size() << " decks are read\n";
  EXPECT_GE(read, 50);
  for (const std::string name : {"beamdy1",
                                 "beamdy2",
                                 "beamdy3",
                                 "beamdy4",
                                 "beamdy5",
                                 "beamdy6",
                                 "beamdy7",
                                 "beamdy14",
                                 "beamdy15",
                                 "beamdy16",
                                 "beamdy19",
                                 "beamimpdy1",
                                 "beamimpdy1nodirect",
                                 "beamimpdy2",
                                 "cube2",
                                 "damper1",
                                 "dashpot1",
                                 "dashpot5",
                                 "equrem1",
                                 "equrem2",
                                 "equrem3",
                                 "spring5"})
    EXPECT_EQ(verdicts.at(name), "") << name;
}

}  // namespace
}  // namespace sparkdyn::input
