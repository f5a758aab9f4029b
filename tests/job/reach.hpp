// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A case as the program carries it out, from its text to the last line of history.csv.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "input/case_reader.hpp"
#include "job/job.hpp"
#include "sparkdyn/core/error.hpp"
#include "support/shared_folder.hpp"

namespace sparkdyn::reach {

using Values = std::vector<double>;

struct Outcome {
  int status = 0;  // as the program's
  std::string message;
  Values end;  // the last line of history.csv, without the time
};

inline Values last_line(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line, last;
  while (std::getline(in, line))
    if (!line.empty()) last = line;
  std::stringstream cells(last);
  Values values;
  while (std::getline(cells, line, ',')) values.push_back(std::stod(line));
  if (!values.empty()) values.erase(values.begin());
  return values;
}

/// With files by name beside the case.
inline Outcome carried_out(const std::string& text,
                           const std::map<std::string, std::string>& files = {}) {
  const test::SharedFolder folder;
  for (const auto& [name, content] : files) folder.write(name, content);
  std::ostringstream said;
  core::Log log(MPI_COMM_SELF, said);
  try {
    input::Case description = input::parse_case(text, folder.path() / "case.yaml");
    input::place_output(MPI_COMM_SELF, description, folder.path() / "out");
    const auto job =
        job::build({MPI_COMM_SELF, log, core::Clock::now(), folder.path()}, description);
    job->prepare({});
    const int status = job->run();
    return {status, said.str(), last_line(folder.path() / "out" / "history.csv")};
  } catch (const core::Error& error) {
    return {error.kind() == core::Failure::input ? 2 : 1, error.what(), {}};
  }
}

/// The largest difference over the largest value.
inline double difference(const Values& found, const Values& expected) {
  if (found.empty() || found.size() != expected.size()) return NAN;
  double off = 0, size = 0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    off = std::max(off, std::abs(found[k] - expected[k]));
    size = std::max(size, std::abs(expected[k]));
  }
  return off / size;
}

}  // namespace sparkdyn::reach
