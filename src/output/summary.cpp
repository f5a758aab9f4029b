#include "sparkdyn/output/summary.hpp"

#include <fmt/format.h>

#include <iterator>

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/progress.hpp"
#include "sparkdyn/output/json.hpp"
#include "sparkdyn/output/output_folder.hpp"

namespace sparkdyn::output {
namespace {

std::string_view name(Status status) {
  switch (status) {
    case Status::done:
      return "done";
    case Status::stopped:
      return "stopped";
    default:
      return "failed";
  }
}

JsonObject seconds_object(const PhaseSeconds& seconds) {
  JsonObject object;
  object.add("setup", seconds.setup)
      .add("factor", seconds.factor)
      .add("solve", seconds.solve)
      .add("output", seconds.output)
      .add("checkpoints", seconds.checkpoints)
      .add("total", seconds.total);
  return object;
}

JsonObject energies_object(const Summary& summary) {
  const integrate::Energies& energies = summary.energies;
  JsonObject object;
  object.add("kinetic", energies.kinetic).add("strain", energies.strain);
  if (summary.energy_account)
    object.add("external_work", energies.external_work)
        .add("dissipated", energies.dissipated)
        .add("balance", energies.balance);
  return object;
}

/// Lines of a name and a value, the values below each other.
class Table {
 public:
  void row(std::string_view label, std::string_view value) {
    fmt::format_to(std::back_inserter(text_), "  {:<16}{}\n", label, value);
  }
  /// Left out when there is nothing to say.
  void optional_row(std::string_view label, std::string_view value) {
    if (!value.empty()) row(label, value);
  }
  void phase(std::string_view label, double seconds, double total) {
    const double percent = total > 0 ? 100 * seconds / total : 0;
    fmt::format_to(std::back_inserter(text_), "  {:<16}{:>12.3f} s {:>6.1f} %\n", label, seconds,
                   percent);
  }
  void line(std::string_view content) { text_.append(content).append("\n"); }
  /// Without the last line break, which whoever prints it adds.
  std::string text() const { return text_.substr(0, text_.size() - 1); }

 private:
  std::string text_;
};

std::string memory_text(double bytes, int ranks) {
  const double mebibyte = 1024.0 * 1024.0;
  const bool large = bytes >= 1024 * mebibyte;
  const double value = bytes / (large ? 1024 * mebibyte : mebibyte);
  const std::string text = fmt::format("{:.1f} {}", value, large ? "GiB" : "MiB");
  return ranks > 1 ? fmt::format("{} on {} ranks", text, ranks) : text;
}

std::string steps_text(const Summary& summary) {
  std::string text = fmt::format("{}", summary.steps);
  if (summary.rejected > 0) text += fmt::format(" and {} rejected", summary.rejected);
  if (steps_per_second(summary) > 0)
    text += fmt::format(", {:.4g} per s", steps_per_second(summary));
  return text;
}

/// Title, size, method and solver stand at the start of the run.
void add_run(const Summary& summary, Table& table) {
  table.optional_row("BLAS", summary.blas);
  table.row("time", fmt::format("{:.6g} to {:.6g}", summary.start_time, summary.end_time));
  table.row("steps", steps_text(summary));
  if (summary.iterations > 0) table.row("iterations", fmt::format("{}", summary.iterations));
}

/// What the method itself did to the energy.
const char* balance_meaning(double balance) {
  if (balance == 0) return "";
  return balance > 0 ? " (added by the method)" : " (taken out by the method)";
}

void add_accuracy(const Summary& summary, Table& table) {
  const integrate::Energies& e = summary.energies;
  const std::string stored = fmt::format("kinetic {:.6g}, strain {:.6g}", e.kinetic, e.strain);
  if (summary.energy_account) {
    table.row("energy", fmt::format("{}, work {:.6g}, dissipated {:.6g}", stored, e.external_work,
                                    e.dissipated));
    table.row("", fmt::format("balance {:.3g}{}", e.balance, balance_meaning(e.balance)));
  } else {
    table.row("energy", stored);
  }
  if (summary.constraints > 0)
    table.row("violation",
              fmt::format("position {:.2g}, velocity {:.2g} (largest, relative)",
                          summary.largest_position_violation, summary.largest_velocity_violation));
}

void add_costs(const Summary& summary, Table& table) {
  const PhaseSeconds& seconds = summary.seconds;
  const double known =
      seconds.setup + seconds.factor + seconds.solve + seconds.output + seconds.checkpoints;
  table.row("memory", memory_text(summary.peak_memory_bytes, summary.ranks));
  table.phase("setup", seconds.setup, seconds.total);
  table.phase("factor", seconds.factor, seconds.total);
  table.phase("solve", seconds.solve, seconds.total);
  table.phase("output", seconds.output, seconds.total);
  if (seconds.checkpoints > 0) table.phase("checkpoints", seconds.checkpoints, seconds.total);
  if (seconds.total > known) table.phase("other", seconds.total - known, seconds.total);
  table.phase("total", seconds.total, seconds.total);
}

}  // namespace

double steps_per_second(const Summary& summary) {
  const double running = summary.seconds.total - summary.seconds.setup;
  const auto steps = static_cast<double>(summary.steps - summary.steps_before);
  return running > 0 ? steps / running : 0;
}

std::string summary_json(const Summary& summary) {
  JsonObject object;
  object.add("status", name(summary.status))
      .add("cause", summary.cause)
      .add("program", summary.program)
      .add("version", summary.version)
      .add("title", summary.title)
      .add("method", summary.method)
      .add("order", summary.order)
      .add("strategy", summary.strategy)
      .add("strategy_reason", summary.strategy_reason)
      .add("blas", summary.blas)
      .add("ranks", summary.ranks)
      .add("dofs", summary.dofs)
      .add("constraints", summary.constraints)
      .add("start_time", summary.start_time)
      .add("end_time", summary.end_time)
      .add("steps", summary.steps)
      .add("steps_before_restart", summary.steps_before)
      .add("rejected", summary.rejected)
      .add("iterations", summary.iterations)
      .add("steps_per_second", steps_per_second(summary))
      .add("seconds", seconds_object(summary.seconds))
      .add("peak_memory_bytes", summary.peak_memory_bytes)
      .add("largest_position_violation", summary.largest_position_violation)
      .add("largest_velocity_violation", summary.largest_velocity_violation)
      .add("energies", energies_object(summary))
      .add("warnings", summary.warnings);
  return object.text() + "\n";
}

std::string summary_text(const Summary& summary) {
  Table table;
  switch (summary.status) {
    case Status::done:
      table.line(fmt::format("done in {}", core::duration_text(summary.seconds.total)));
      break;
    case Status::stopped:
      table.line(fmt::format("stopped after {}", core::duration_text(summary.seconds.total)));
      break;
    default:
      table.line(fmt::format("failed at t = {:.6g}: {}", summary.end_time, summary.cause));
  }
  add_run(summary, table);
  add_accuracy(summary, table);
  add_costs(summary, table);
  if (const auto count = summary.warnings.size(); count > 0)
    table.row("warnings", fmt::format("{}, said above and in summary.json", count));
  return table.text();
}

void write_summary(MPI_Comm comm, const std::filesystem::path& file, const Summary& summary) {
  core::on_rank_zero(comm, [&] { write_text_atomically(file, summary_json(summary)); });
}

}  // namespace sparkdyn::output
