// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <set>

#include "case_sections.hpp"

namespace sparkdyn::input {
namespace {

using dae::Problem;

constexpr long any_count = std::numeric_limits<long>::max();

dae::Parameters read_parameters(const Tree& tree, const Problem& standard) {
  const Section section(tree, fmt::format("problem: {{name: {}}}", standard.name),
                        keys::problem_table(standard.name));
  dae::Parameters parameters;
  for (const auto& [parameter, value] : standard.parameters)
    parameters[parameter] = section.number(parameter, value);
  return parameters;
}

std::size_t component_of(const Tree& tree, const std::string& what, const Problem& problem) {
  const auto& names = problem.components;
  const std::string written = as_text(tree, what);
  const auto found = std::ranges::find(names, written);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const bool number = written.find_first_not_of("0123456789") == std::string::npos;
  if (number) {
    const long position = as_integer(tree, what);
    if (position >= 1 && position <= static_cast<long>(names.size()))
      return static_cast<std::size_t>(position - 1);
  }
  fail(tree, "{} cannot be '{}'; allowed: numbers from 1 to {}, or {}", what, written, names.size(),
       core::allowed(written, names));
}

/// A list of all values, or a mapping of some by the names of their components.
std::vector<double> read_values(const Section& initial, const char* key,
                                const Eigen::VectorXd& standard, const Problem& problem) {
  const Tree* tree = initial.find(key);
  if (tree == nullptr) return {};
  std::vector<double> values(standard.begin(), standard.end());
  const std::string what = initial.what(key);
  if (tree->kind == Tree::Kind::mapping) {
    for (const auto& [component, value] : tree->members) {
      Tree named = value;
      named.kind = Tree::Kind::scalar;
      named.scalar = component;
      values.at(component_of(named, "a component of " + what, problem)) =
          as_number(value, fmt::format("'{}' of {}", component, what));
    }
    return values;
  }
  const auto& items = as_list(*tree, what);
  if (items.size() != values.size())
    fail(*tree, "{} has {} values; the problem '{}' has {}: {}", what, items.size(), problem.name,
         values.size(), fmt::join(problem.components, ", "));
  for (std::size_t i = 0; i < items.size(); ++i)
    values[i] = as_number(items[i].value, "a value of " + what);
  return values;
}

ProblemInitial read_initial(const Tree* tree, const Problem& problem) {
  ProblemInitial initial;
  if (tree == nullptr) return initial;
  const Section section(*tree, "initial", keys::problem_initial_table());
  initial.q = read_values(section, "q", problem.start.y, problem);
  initial.v = read_values(section, "v", problem.start.z, problem);
  initial.project = section.boolean("project", false);
  return initial;
}

struct KnownTerms {
  std::set<std::string> kinds;
  std::set<std::string> regional;  ///< "elastic@rigid"

  std::vector<std::string> all() const {
    std::vector<std::string> names(kinds.begin(), kinds.end());
    names.insert(names.end(), regional.begin(), regional.end());
    return names;
  }
};

KnownTerms terms_of(const Problem& problem) {
  KnownTerms terms;
  const auto add = [&](const dae::TermInfo& term) {
    const std::string kind(tableau::name(term.kind));
    terms.kinds.insert(kind);
    if (!term.region.empty()) terms.regional.insert(kind + "@" + term.region);
    for (const std::string& region : problem.system->regions())
      terms.regional.insert(kind + "@" + region);
  };
  for (const auto& term : problem.system->velocity_terms()) add(term);
  for (const auto& term : problem.system->force_terms()) add(term);
  return terms;
}

/// Calls change(term, value) for every entry of `splitting`. One of a term that the problem does
/// not have would silently do nothing.
void read_terms(const Section& method, const Problem& problem, const char* example,
                const std::function<void(const std::string&, const Tree&)>& change) {
  const Tree* tree = method.find("splitting");
  if (tree == nullptr) return;
  if (tree->kind != Tree::Kind::mapping)
    fail(*tree, "'splitting' in 'method' must be a mapping of terms, e.g. {{elastic: {}}}",
         example);
  const std::vector<std::string> known = terms_of(problem).all();
  for (const auto& [term, value] : tree->members) {
    if (std::ranges::find(known, term) == known.end())
      fail(value, "the problem '{}' has no term '{}'; allowed in 'splitting': {}", problem.name,
           term, core::allowed(term, known));
    change(term, value);
  }
}

tableau::Splitting read_mixtures(const Section& method, const Problem& problem) {
  tableau::Splitting splitting = problem.splitting;
  if (method.find("rho_infinity") != nullptr)
    splitting = tableau::Splitting::uniform(method.number("rho_infinity", std::nullopt, 0, 1));
  read_terms(method, problem, "C", [&](const std::string& term, const Tree& value) {
    const tableau::Mixture mixture = read_mixture(value, term);
    located(value, [&] { splitting.set(term, mixture); });
  });
  return splitting;
}

tableau::GaussSplitting read_radii(const Section& method, const Problem& problem) {
  auto radii = tableau::GaussSplitting::uniform(method.number("rho_infinity", 1.0, 0, 1));
  read_terms(method, problem, "0.8", [&](const std::string& term, const Tree& value) {
    const std::string text = as_text(value, fmt::format("'{}' in 'splitting'", term));
    located(value, [&] { radii.set(term, tableau::parse_rho_infinity(term, text)); });
  });
  return radii;
}

void require_own_keys(const Section& method, const dae::Family& family) {
  using Size = dae::Family::Size;
  using Splits = dae::Family::Splits;
  for (const char* key : {"rho_infinity", "splitting"})
    if (const Tree* tree = method.find(key); tree && family.splits == Splits::nothing)
      fail(*tree, "'{}' in 'method' belongs to the families lobatto and gauss-lobatto, not to {}",
           key, family.name);
  if (const Tree* tree = method.find("damping"); tree && family.splits != Splits::mixtures)
    fail(*tree, "'damping' in 'method' belongs to the family lobatto, not to {}", family.name);
  if (const Tree* tree = method.find("order"); tree && family.size != Size::order)
    fail(*tree, "'order' in 'method' belongs to the family half-explicit; {} has 'stages'",
         family.name);
  const Tree* stages = method.find("stages");
  if (stages && family.size == Size::fixed)
    fail(*stages, "'stages' in 'method': the family {} has one; use the family gauss for more",
         family.name);
  if (stages && family.size == Size::order)
    fail(*stages, "'stages' in 'method': the family {} has 'order', 2, 4 or 6", family.name);
}

/// Weights that follow the solution, Jay (1998), section 7.
dae::DampingOptions read_damping(const Tree* tree, const Problem& problem) {
  dae::DampingOptions damping;
  if (tree == nullptr) return damping;
  const Section section(*tree, "damping", keys::problem_damping_table());
  const std::set<std::string> known(problem.system->regions().begin(),
                                    problem.system->regions().end());
  if (known.empty())
    fail(*tree, "'damping' in 'method': the problem '{}' has no regions", problem.name);
  const std::vector<std::string> names(known.begin(), known.end());
  for (const auto& [key, item] : as_list(section.require("regions"), section.what("regions")))
    damping.regions.push_back(names[as_choice(item, "a region of 'damping'", names)]);
  if (damping.regions.empty())
    fail(section.require("regions"), "'regions' in 'damping' is empty; there are: {}",
         fmt::join(names, ", "));
  damping.raise_above = section.number("raise_above", damping.raise_above, 0, 1);
  damping.release_below = section.number("release_below", damping.release_below, 0, 1);
  damping.strongest = section.number("strongest", damping.strongest, 0, 1);
  return damping;
}

ProblemMethod read_problem_method(const Tree* tree, const Problem& problem) {
  ProblemMethod result;
  result.splitting = problem.splitting;
  if (tree == nullptr) return result;
  const Section method(*tree, "method", keys::problem_method_table());
  std::vector<std::string> names;
  for (const dae::Family& family : dae::families()) names.push_back(family.name);
  result.family = &dae::families()[method.choice("family", 0, names)];
  require_own_keys(method, *result.family);
  result.stages = static_cast<int>(method.integer("stages", 3, result.family->least_stages, 12));
  result.order = 2 * (static_cast<int>(method.choice("order", 1, {"2", "4", "6"})) + 1);
  if (result.family->splits == dae::Family::Splits::mixtures)
    result.splitting = read_mixtures(method, problem);
  if (result.family->splits == dae::Family::Splits::radii)
    result.radii = read_radii(method, problem);
  result.damping = read_damping(method.find("damping"), problem);
  result.local_model = read_local_model(method.find("local_model"), problem, *result.family);
  result.end_multiplier =
      static_cast<dae::EndMultiplier>(method.choice("end_multiplier", 0, end_multipliers));
  read_one_step(method, problem, result);
  return result;
}

void read_control(const Section& section, const ProblemMethod& method, ProblemTime& time) {
  if (section.find("tolerance") == nullptr) {
    for (const char* key : {"control", "largest_step", "resolve_above"})
      if (const Tree* tree = section.find(key))
        fail(*tree, "'{}' in 'time' goes with variable steps: give a 'tolerance' too", key);
    return;
  }
  if (!method.damping.regions.empty())
    fail(section.require("tolerance"), "'damping' in 'method' goes with constant steps only");
  time.tolerance = section.number("tolerance", std::nullopt, 1e-15, 1);
  if (!method.family->make || method.composition > 0 || method.energy_projection)
    fail(section.require("tolerance"),
         "'tolerance' in 'time' goes with the steps of a Runge-Kutta family alone, not with "
         "{}: give the size of the steps",
         method.composition > 0     ? "a composition"
         : method.energy_projection ? "'energy_projection'"
                                    : method.family->name);
  const bool symmetric = coefficients(method).symmetric;
  time.control = static_cast<dae::ControlRule>(section.choice(
      "control", symmetric && !section.find("resolve_above") ? 0 : 1, {"reversible", "standard"}));
  if (time.control == dae::ControlRule::reversible && !symmetric)
    fail(section.require("control"),
         "'control' in 'time' cannot be reversible: the method is not symmetric; take a splitting "
         "of A, B and D, or gauss-lobatto with rho_infinity 1, or 'control: standard'");
  time.largest_step = section.number("largest_step", 0, 0);
  const Tree* resolve = section.find("resolve_above");
  if (resolve == nullptr) return;
  time.resolve_above = section.number("resolve_above", std::nullopt, 0);
  if (time.control == dae::ControlRule::reversible)
    fail(*resolve,
         "'resolve_above' in 'time' goes with 'control: standard': where a step may end is then "
         "known "
         "at its start only");
}

std::vector<double> read_sizes(const Section& section, const char* key) {
  std::vector<double> sizes;
  for (const auto& [name, item] : as_list(section.require(key), section.what(key))) {
    sizes.push_back(as_number(item, "a size in " + section.what(key)));
    if (!(sizes.back() > 0)) fail(item, "a size in {} must be positive", section.what(key));
  }
  if (sizes.empty()) fail(section.require(key), "{} is empty", section.what(key));
  return sizes;
}

/// `pattern` repeats sizes relative to `step`; `steps` lists all of them, one after another.
void read_pattern(const Section& section, ProblemTime& time) {
  const Tree* steps = section.find("steps");
  const Tree* pattern = section.find("pattern");
  const Tree* given = steps ? steps : pattern;
  if (given == nullptr) return;
  if (steps) time.step = 1;
  if (section.find("tolerance"))
    fail(*given, "'tolerance' in 'time' chooses the steps; without it 'pattern' or 'steps' does");
  time.pattern = read_sizes(section, steps ? "steps" : "pattern");
  if (time.pattern.size() == 1) {
    time.step *= time.pattern.front();
    time.pattern = {1};
  }
  if (!steps) return;
  for (const char* key : {"pattern", "step", "end"})
    if (const Tree* tree = section.find(key))
      fail(*tree, "'{}' in 'time' does not go with 'steps', which lists all of them", key);
  time.end =
      time.start + time.step * std::accumulate(time.pattern.begin(), time.pattern.end(), 0.0);
}

/// An end before the start is reached with steps of −h.
void read_direction(const Section& section, const Problem& problem, const ProblemMethod& method,
                    ProblemTime& time) {
  const Tree* backward = section.find("backward");
  if (time.end == time.start)
    fail(section.find("end") ? section.require("end") : section.require("start"),
         "'end' in 'time', {}, must differ from 'start'", time.end);
  if (backward && !time.goes_back())
    fail(*backward, "'backward' in 'time' goes with an 'end' before 'start'");
  if (!time.goes_back()) return;
  const Tree& end = section.find("end") ? section.require("end") : section.require("start");
  time.backward = static_cast<Backward>(section.choice("backward", 0, {"adjoint", "same"}));
  if (!method.damping.regions.empty())
    fail(end, "'end' in 'time' is before 'start', and 'damping' in 'method' only goes forward");
  if (method.local_model.scheme)
    fail(end, "'end' in 'time' is before 'start', and a 'local_model' only goes forward");
  if (method.energy_projection && time.backward == Backward::adjoint)
    fail(end,
         "'end' in 'time' is before 'start', and steps with 'energy_projection' do not retrace "
         "themselves: take 'backward: same' in 'time'");
  if (!method.family->make) return;  // schemes of their own are symmetric
  const dae::Method plain = coefficients(method);
  const bool spark = plain.closing == dae::Closing::velocity_constraint;
  if (time.backward == Backward::same || plain.symmetric || spark) return;
  if (problem.system->sizes().u() > 0)
    fail(
        end,
        "the family {} has no adjoint for problems with constraints, and 'end' in 'time' is before "
        "'start': take lobatto, gauss-lobatto or gauss, or 'backward: same' in 'time'",
        method.family->name);
}

ProblemTime read_problem_time(const Tree* tree, const Problem& problem,
                              const ProblemMethod& method) {
  ProblemTime time;
  time.start = problem.start.t;
  time.end = problem.end_time;
  time.step = problem.step;
  if (tree == nullptr) return time;
  const Section section(*tree, "time", keys::problem_time_table());
  time.start = section.number("start", time.start);
  time.end = section.number("end", time.end);
  time.step = section.number("step", time.step);
  read_pattern(section, time);
  if (time.step <= 0)
    fail(section.require("step"), "'step' in 'time' must be positive, not {}", time.step);
  read_direction(section, problem, method, time);
  if (time.end - time.step == time.end || time.start + time.step == time.start)
    fail(*tree, "'step' in 'time' is too small to move from {} to {}", time.start, time.end);
  if (time.pattern.size() > 1 && !method.damping.regions.empty())
    fail(*tree, "'damping' in 'method' goes with equal steps only");
  read_control(section, method, time);
  return time;
}

ProblemNewton read_newton(const Tree* tree) {
  ProblemNewton newton;
  if (tree == nullptr) return newton;
  const Section section(*tree, "solver", keys::problem_solver_table());
  newton.tolerance = section.number("tolerance", newton.tolerance, 1e-16, 1e-2);
  newton.max_iterations =
      static_cast<int>(section.integer("max_iterations", newton.max_iterations, 1, 100000));
  return newton;
}

ProblemProbe component_probe(const Problem& problem, std::size_t component,
                             mechanics::Quantity part) {
  const std::string& of = problem.components.at(component);
  const bool plain = part == mechanics::Quantity::displacement || problem.system->sizes().y == 0;
  return {plain ? of : fmt::format("{}[{}]", name_in_problems(part), of), part,
          static_cast<long>(component) + 1};
}

ProblemProbe read_probe(const Tree& tree, const Problem& problem) {
  const Section section(tree, "probes", keys::problem_probe_table());
  const Tree* component = section.find("component");
  const Tree* constraint = section.find("constraint");
  if ((component == nullptr) == (constraint == nullptr))
    fail(tree, "a probe needs either 'component' or 'constraint'");
  ProblemProbe probe;
  if (constraint != nullptr) {
    const long count = problem.system->sizes().u();
    probe.quantity = mechanics::Quantity::multiplier;
    probe.index = section.integer("constraint", std::nullopt, 1, any_count);
    if (probe.index > count)
      fail(*constraint, "the problem '{}' has {} constraints; there is none with the number {}",
           problem.name, count, probe.index);
    section.choice("quantity", 0, {"multiplier"});
    probe.name = section.text("name", fmt::format("multiplier[{}]", probe.index));
    return probe;
  }
  const bool positions = problem.system->sizes().y > 0;
  const std::vector<std::string> parts =
      positions ? std::vector<std::string>{"position", "velocity", "acceleration"}
                : std::vector<std::string>{"velocity", "acceleration"};
  const auto part =
      static_cast<mechanics::Quantity>(section.choice("quantity", 0, parts) + (positions ? 0 : 1));
  probe =
      component_probe(problem, component_of(*component, section.what("component"), problem), part);
  probe.name = section.text("name", probe.name);
  return probe;
}

std::vector<ProblemProbe> read_probes(const Tree* tree, const Problem& problem) {
  std::vector<ProblemProbe> probes;
  if (tree == nullptr) {
    const bool positions = problem.system->sizes().y > 0;
    for (std::size_t i = 0; i < problem.components.size(); ++i)
      probes.push_back(component_probe(
          problem, i,
          positions ? mechanics::Quantity::displacement : mechanics::Quantity::velocity));
    return probes;
  }
  std::set<std::string> taken;
  for (const auto& [key, item] : as_list(*tree, "'probes' in 'output'")) {
    probes.push_back(read_probe(item, problem));
    if (!taken.insert(probes.back().name).second)
      fail(item, "two probes are called '{}'", probes.back().name);
  }
  return probes;
}

void read_problem_output(const Tree* tree, const std::filesystem::path& folder,
                         const Problem& problem, Case& result) {
  Tree nothing;
  nothing.kind = Tree::Kind::mapping;
  const Section section(tree ? *tree : nothing, "output", keys::problem_output_table());
  read_directory(section, folder, result.output);
  result.output.every = section.integer("every", 1, 1, any_count);
  result.output.energy = section.boolean("energy", true);
  result.output.report = section.boolean("report", true);
  result.problem->structure = section.boolean("structure", false);
  if (result.problem->structure && problem.system->sizes().y == 0)
    fail(section.require("structure"),
         "'structure' in 'output': the problem '{}' has no positions and so no wedge product",
         problem.name);
  if (result.problem->structure && !problem.canonical)
    fail(section.require("structure"),
         "'structure' in 'output': in the form (8b) the momenta are no unknowns, and their wedge "
         "product is not followed; take 'accelerations: 0'");
  if (result.problem->structure && !result.problem->method.damping.regions.empty())
    fail(section.require("structure"), "'structure' in 'output' does not go with 'damping'");
  result.problem->probes = read_probes(section.find("probes"), problem);
}

}  // namespace

void read_problem(const Section& root, const std::filesystem::path& folder, Case& result) {
  const Tree& tree = root.require("problem");
  if (tree.kind != Tree::Kind::mapping)
    fail(tree, "'problem' must be a mapping, e.g. {{name: pendulum}}");
  const auto names = dae::problem_names();
  const auto named = std::ranges::find(tree.members, std::string("name"), &Tree::Member::key);
  if (named == tree.members.end())
    fail(tree, "'name' is missing in 'problem'; there are: {}", fmt::join(names, ", "));
  const std::string& name = names[as_choice(named->value, "'name' in 'problem'", names)];

  ProblemSpec spec;
  spec.name = name;
  spec.parameters = read_parameters(tree, dae::make_problem(name));
  read_formulation(tree, spec);
  std::optional<Problem> made;
  located(tree, [&] { made = dae::make_problem(name, spec.parameters, spec.formulation); });
  const Problem& problem = *made;
  const KnownTerms terms = terms_of(problem);
  spec.components = problem.components;
  spec.terms.assign(terms.kinds.begin(), terms.kinds.end());
  const auto initial = std::ranges::find(tree.members, std::string("initial"), &Tree::Member::key);
  spec.initial = read_initial(initial == tree.members.end() ? nullptr : &initial->value, problem);
  spec.method = read_problem_method(root.find("method"), problem);
  spec.time = read_problem_time(root.find("time"), problem, spec.method);
  spec.newton = read_newton(root.find("solver"));
  result.problem = std::move(spec);
  read_problem_output(root.find("output"), folder, problem, result);
  check_formulation(root, *result.problem);
  check_local_model(root, *result.problem);
  check_one_step(root, *result.problem);
}

}  // namespace sparkdyn::input
