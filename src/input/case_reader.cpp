#include "sparkdyn/input/case_reader.hpp"

#include <limits>
#include <map>

#include "case_sections.hpp"
#include "file_access.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {
namespace {

namespace fs = std::filesystem;

constexpr long any_count = std::numeric_limits<long>::max();

void reject_unsupported(const Section& root) {
  for (const char* key : {"model", "checkpoint"})
    if (const Tree* tree = root.find(key))
      fail(*tree,
           "'{}' is not supported yet; this version runs a 'system' of matrices or a 'problem'",
           key);
}

TimeSpec read_time(const Tree& tree) {
  const Section section(tree, "time", {"start", "end", "step"});
  TimeSpec time;
  time.start = section.number("start", 0);
  time.end = section.number("end", std::nullopt);
  time.step = section.number("step", std::nullopt);
  if (time.step <= 0)
    fail(section.require("step"), "'step' in 'time' must be positive, not {}", time.step);
  if (time.end <= time.start)
    fail(section.require("end"), "'end' in 'time' must be after 'start', {}, but is {}", time.start,
         time.end);
  if (time.end - time.step == time.end || time.start + time.step == time.start)
    fail(section.require("step"), "'step' in 'time' is too small to move from {} to {}", time.start,
         time.end);
  return time;
}

SolverSpec read_solver(const Tree* tree) {
  SolverSpec solver;
  if (tree == nullptr) return solver;
  const Section section(*tree, "solver", {"strategy", "tolerance", "max_iterations"});
  solver.strategy = static_cast<Strategy>(section.choice("strategy", 0, names_of<Strategy>()));
  solver.tolerance = section.number("tolerance", solver.tolerance, 1e-16, 1e-2);
  solver.max_iterations =
      static_cast<int>(section.integer("max_iterations", solver.max_iterations, 1, 1000000));
  return solver;
}

ProbeSpec read_probe(const Tree& tree) {
  const Section section(tree, "probes", {"name", "dof", "constraint", "quantity"});
  const Tree* dof = section.find("dof");
  const Tree* constraint = section.find("constraint");
  if ((dof == nullptr) == (constraint == nullptr))
    fail(tree, "a probe needs either 'dof' or 'constraint'");
  const std::size_t usual =
      static_cast<std::size_t>(dof ? Quantity::displacement : Quantity::multiplier);
  ProbeSpec probe;
  probe.quantity = static_cast<Quantity>(section.choice("quantity", usual, names_of<Quantity>()));
  if ((probe.quantity == Quantity::multiplier) != (constraint != nullptr))
    fail(tree, "a probe of the {} needs '{}'", name(probe.quantity),
         probe.quantity == Quantity::multiplier ? "constraint" : "dof");
  probe.index = section.integer(dof ? "dof" : "constraint", std::nullopt, 1, any_count);
  probe.name = section.text("name", fmt::format("{}[{}]", name(probe.quantity), probe.index));
  return probe;
}

std::vector<ProbeSpec> read_probes(const Tree* tree) {
  std::vector<ProbeSpec> probes;
  if (tree == nullptr) return probes;
  std::map<std::string, std::string> places;
  for (const auto& [key, item] : as_list(*tree, "'probes' in 'output'")) {
    probes.push_back(read_probe(item));
    const auto [first, fresh] = places.try_emplace(probes.back().name, item.where());
    if (!fresh)
      fail(item, "two probes are called '{}', the first at {}", probes.back().name, first->second);
  }
  return probes;
}

OutputSpec read_output(const Tree* tree, const fs::path& folder) {
  OutputSpec output;
  output.directory = folder / output.directory;
  if (tree == nullptr) return output;
  const Section section(*tree, "output", {"directory", "every", "energy", "probes"});
  output.directory = (folder / section.text("directory", "out")).lexically_normal();
  output.every = section.integer("every", 1, 1, any_count);
  output.energy = section.boolean("energy", true);
  output.probes = read_probes(section.find("probes"));
  return output;
}

std::vector<const FileReference*> files_of(const SystemSpec& system) {
  std::vector<const FileReference*> files{&system.mass};
  for (const auto& item : system.stiffness) files.push_back(&item.file);
  for (const auto& item : system.damping.matrices) files.push_back(&item.file);
  if (system.constraints) {
    files.push_back(&system.constraints->matrix);
    for (const auto& item : system.constraints->values) files.push_back(&item.vector);
  }
  for (const auto* file : {&system.initial.displacement, &system.initial.velocity})
    if (*file) files.push_back(&**file);
  for (const auto& item : system.loads) files.push_back(&item.vector);
  return files;
}

void require_files(const SystemSpec& system) {
  for (const FileReference* file : files_of(system)) {
    const std::string problem = why_unreadable(file->path);
    if (!problem.empty())
      core::input_error("{}: {}: {}", file->where, file->path.string(), problem);
  }
}

std::string read_text(const fs::path& file) {
  constexpr std::size_t most = 64 << 20;
  std::ifstream stream = open_file(file);
  std::string text = read_bytes(stream, 0, std::min<std::size_t>(fs::file_size(file), most + 1));
  if (text.size() > most)
    core::input_error("{}: a case file of more than {} MB cannot be right", file.string(),
                      most >> 20);
  return text;
}

}  // namespace

void located(const Tree& at, const std::function<void()>& body) {
  try {
    body();
  } catch (const core::Error& error) {
    fail(at, "{}", error.what());
  } catch (const std::invalid_argument& error) {
    fail(at, "{}", error.what());
  }
}

Case parse_case(std::string_view text, const fs::path& file,
                std::span<const std::string> overrides) {
  Tree tree = parse_yaml(text, file.string());
  if (tree.kind == Tree::Kind::empty) core::input_error("{}: the file is empty", file.string());
  for (const std::string& override_text : overrides) apply_override(tree, override_text);
  const Section root(
      tree, "the case",
      {"title", "model", "system", "problem", "method", "time", "solver", "output", "checkpoint"});
  reject_unsupported(root);
  const fs::path folder = file.parent_path();
  Case result;
  result.file = file;
  result.title = root.text("title", "");
  if (const Tree* problem = root.find("problem")) {
    if (root.find("system") != nullptr)
      fail(*problem, "a case has a 'system' or a 'problem', not both");
    read_problem(root, folder, result);
    return result;
  }
  result.system = read_system(root.require("system"), folder);
  result.method = read_method(root.find("method"), *result.system);
  result.time = read_time(root.require("time"));
  result.solver = read_solver(root.find("solver"));
  result.output = read_output(root.find("output"), folder);
  return result;
}

Case read_case(MPI_Comm comm, const fs::path& file, std::span<const std::string> overrides) {
  std::string text;
  core::on_rank_zero(comm, [&] { text = read_text(file); });
  text = core::broadcast(comm, std::move(text));
  Case result = parse_case(text, file, overrides);
  if (result.system) core::on_rank_zero(comm, [&] { require_files(*result.system); });
  return result;
}

}  // namespace sparkdyn::input
