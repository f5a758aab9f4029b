// SPDX-License-Identifier: BSD-3-Clause
#include "app/commands.hpp"
#include "report/page.hpp"
#include "report/plot.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::app {

int report(MPI_Comm comm, const ReportArguments& arguments) {
  core::Log log(comm);
  const std::vector<std::filesystem::path> folders(arguments.folders.begin(),
                                                   arguments.folders.end());
  const std::filesystem::path usual =
      folders.size() == 1 ? folders.front() / "report.html" : "report.html";
  const std::filesystem::path file = arguments.output ? *arguments.output : usual.string();
  core::on_rank_zero(comm, [&] { report::write_report(folders, file); });
  log.note("report: {}", file.string());
  return 0;
}

int plot(MPI_Comm comm, const PlotArguments& arguments) {
  core::Log log(comm);
  const std::vector<std::filesystem::path> folders(arguments.folders.begin(),
                                                   arguments.folders.end());
  core::on_rank_zero(comm, [&] {
    report::write_plot(folders, arguments.out, {.time = arguments.time, .scale = arguments.scale});
  });
  log.note("picture: {}", arguments.out);
  return 0;
}

}  // namespace sparkdyn::app
