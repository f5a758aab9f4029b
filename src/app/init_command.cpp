// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>
#include <iostream>

#include "app/commands.hpp"
#include "guide/begun_case.hpp"
#include "output/output_folder.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::app {

namespace fs = std::filesystem;

int init(MPI_Comm comm, const InitArguments& arguments) {
  const bool printed = arguments.out && *arguments.out == "-";
  const fs::path file = arguments.out
                            ? fs::path(*arguments.out)
                            : fs::path(arguments.source).filename().replace_extension(".yaml");
  core::on_rank_zero(comm, [&] {
    if (!printed && fs::exists(file))
      core::input_error("{}: there is such a file already; name another with --out", file.string());
  });
  const std::string text =
      guide::begun_case(comm, arguments.source, printed ? fs::path() : file.parent_path());
  core::on_rank_zero(comm, [&] {
    if (printed) {
      std::cout << text;
      return;
    }
    output::write_text_atomically(file, text);
    std::cout << file.string() << " is written: edit it, then  sparkdyn check --deep "
              << file.string() << "\n";
  });
  return 0;
}

}  // namespace sparkdyn::app
