// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the programs of dae_experiments write their tables with.

#include <fmt/format.h>
#include <fmt/os.h>

#include <filesystem>
#include <string>
#include <vector>

namespace experiments {

// Rows are written as they come, every `stride`-th of them.
class Table {
 public:
  Table(const std::filesystem::path& file, const std::string& header, int stride = 1,
        int digits = 9)
      : out_(fmt::output_file(file.string())), stride_(stride), digits_(digits) {
    out_.print("{}\n", header);
  }
  void row(const std::vector<double>& values) {
    if (count_++ % stride_ != 0) return;
    for (std::size_t k = 0; k < values.size(); ++k)
      out_.print("{}{:.{}g}", k > 0 ? "," : "", values[k], digits_);
    out_.print("\n");
  }

 private:
  fmt::ostream out_;
  int stride_, digits_;
  int count_ = 0;
};

struct Settings {
  std::filesystem::path folder;
  bool brief;

  std::filesystem::path file(const std::string& name) const { return folder / (name + ".csv"); }
};

// Leimkuhler & Reich (1992), Figs. 3.1 to 4.5.
void formulations(const Settings& to);
// Simo & Gonzalez (1993), Fig. 3 and section 3.
void energy_momentum(const Settings& to);

}  // namespace experiments
