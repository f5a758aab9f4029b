// SPDX-License-Identifier: BSD-3-Clause
#include "methods/facts.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "dae/family.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/problem.hpp"
#include "sparkdyn/run/method.hpp"
#include "tableau/conditions.hpp"
#include "tableau/stability.hpp"

namespace sparkdyn::methods {
namespace {

using dae::Family;
using tableau::GaussSplitting;
using tableau::Matrix;
using tableau::Splitting;

constexpr double usual_rho_infinity = 0.8;

const Family* find_runge_kutta(const std::string& name) {
  const auto found = std::ranges::find(dae::families(), name, &Family::name);
  return found == dae::families().end() ? nullptr : &*found;
}

const run::MethodFamily* find_of_structures(const std::string& name) {
  const auto found = std::ranges::find(run::method_families(), name, &run::MethodFamily::name);
  return found == run::method_families().end() ? nullptr : &*found;
}

/// The options of a family, as they are written.
std::vector<std::string> options_of(const std::string& name) {
  std::vector<std::string> options;
  if (const Family* family = find_runge_kutta(name)) {
    if (family->size == Family::Size::stages) options.emplace_back("stages");
    if (family->size == Family::Size::order) options.emplace_back("order");
    if (family->has_alpha) options.emplace_back("alpha");
    if (family->splits != Family::Splits::nothing)
      options.insert(options.end(), {"rho-infinity", "splitting"});
  } else {
    for (const run::MethodKey& key : find_of_structures(name)->keys) {
      options.push_back(key.name);
      std::ranges::replace(options.back(), '_', '-');
    }
  }
  return options;
}

/// Those that were given, by the names of options_of().
std::vector<std::string> given(const MethodArguments& arguments) {
  std::vector<std::string> names;
  const auto add = [&](const char* name, bool is_given) {
    if (is_given) names.emplace_back(name);
  };
  add("stages", arguments.stages.has_value());
  add("order", arguments.order.has_value());
  add("rho-infinity", arguments.rho_infinity.has_value());
  add("alpha", arguments.alpha.has_value());
  add("beta", arguments.beta.has_value());
  add("gamma", arguments.gamma.has_value());
  add("splitting", !arguments.splitting.empty());
  return names;
}

void require_own_options(const std::string& family, const MethodArguments& arguments) {
  const std::vector<std::string> own = options_of(family);
  for (const std::string& option : given(arguments)) {
    if (std::ranges::find(own, option) != own.end()) continue;
    core::input_error("--{} does not belong to the family {}, which has {}", option, family,
                      own.empty() ? "no options" : fmt::format("--{}", fmt::join(own, ", --")));
  }
}

dae::Terms terms_of(const Family& family, const MethodArguments& arguments) {
  const double rho = arguments.rho_infinity.value_or(usual_rho_infinity);
  dae::Terms terms{.mixtures = Splitting::uniform(rho),
                   .radii = GaussSplitting::uniform(rho),
                   .alpha = arguments.alpha.value_or(0.5)};
  for (const std::string& item : arguments.splitting) {
    const std::size_t equals = item.find('=');
    const bool radii = family.splits == Family::Splits::radii;
    if (equals == std::string::npos)
      core::input_error("--splitting {}: write term=VALUE, e.g. elastic={}", item,
                        radii ? "0.8" : "C");
    const std::string term = item.substr(0, equals), value = item.substr(equals + 1);
    if (radii)
      terms.radii.set(term, tableau::parse_rho_infinity(term, value));
    else
      terms.mixtures.set(term, tableau::parse_mixture(term, value));
  }
  return terms;
}

/// Terms with the same value stand together.
std::vector<TermMatrix> term_matrices(const Family& family, const dae::Terms& terms,
                                      const dae::Method& method) {
  std::map<std::string, std::string> values;
  if (family.splits == Family::Splits::mixtures)
    for (const auto& [term, mixture] : terms.mixtures.entries()) values[term] = mixture.text();
  if (family.splits == Family::Splits::radii)
    for (const auto& [term, rho] : terms.radii.entries())
      values[term] = fmt::format("rho_infinity {}", rho);
  std::vector<TermMatrix> result;
  if (values.empty())
    for (const auto& [term, A] : method.matrices)
      result.push_back({.value = "", .terms = {term.empty() ? "all else" : term}, .A = A});
  for (const auto& [term, value] : values) {
    auto found = std::ranges::find(result, value, &TermMatrix::value);
    if (found == result.end()) {
      const auto A = method.matrices.find(term);
      result.push_back({.value = value,
                        .terms = {},
                        .A = A == method.matrices.end() ? method.matrices.at("") : A->second});
      found = result.end() - 1;
    }
    found->terms.push_back(term);
  }
  if (result.size() == 1) result.front().terms.clear();
  return result;
}

/// One variant for each matrix that a splitting by regions gives to stiffness.
integrate::ModalMethod oscillator(const dae::Method& method) {
  using tableau::Term;
  integrate::ModalMethod result;
  result.damping = [](double) { return 0.0; };
  const Matrix velocity = method.matrix({.kind = Term::velocity}, "");
  const tableau::Vector weights = method.point_rows.bottomRows(1).transpose();
  std::vector<Matrix> elastic{method.matrix({.kind = Term::elastic}, "")};
  for (const auto& [term, A] : method.matrices)
    if (term.starts_with("elastic@")) elastic.push_back(A);
  for (const Matrix& A : elastic)
    result.variants.push_back([=, b = method.b](double h, double omega) -> Eigen::MatrixXd {
      return tableau::stability_matrix(velocity, weights, A, b, h * omega);
    });
  return result;
}

/// Beyond every frequency: a radius that still grows there is infinite.
double radius_far_out(const integrate::ModalMethod& method) {
  constexpr double far = 1e8, infinite = 1e3, round_off = 1e-7;
  const double radius = method.radius(1.0, far);
  if (radius > infinite) return std::numeric_limits<double>::infinity();
  return radius < round_off ? 0.0 : radius;
}

MethodFacts runge_kutta_facts(const Family& family, const MethodArguments& arguments) {
  const int size = family.size == Family::Size::order ? arguments.order.value_or(4)
                                                      : arguments.stages.value_or(3);
  const dae::Terms terms = terms_of(family, arguments);
  MethodFacts facts;
  facts.family = family.name;
  facts.coefficients = family.make(size, terms);
  const dae::Method& method = *facts.coefficients;
  facts.title = method.name;
  facts.order = method.order;
  facts.matrices = term_matrices(family, terms, method);
  facts.oscillator = oscillator(method);
  facts.radius_at_infinity = radius_far_out(facts.oscillator);
  if (facts.matrices.size() == 1) {
    facts.radius_at_infinity = tableau::stability_at_infinity(facts.matrices.front().A, method.b);
    facts.algebraically_stable = tableau::algebraically_stable(facts.matrices.front().A, method.b);
  }
  facts.symplectic = dae::symplectic(method);
  return facts;
}

/// Steps that are written for problems, as the harmonic oscillator has them.
constexpr auto oscillator_problem = "harmonic-oscillator";

bool has_facts(const Family& family) {
  return family.make || dae::make_problem(oscillator_problem).schemes.contains(family.name);
}

MethodFacts scheme_facts(const Family& family) {
  MethodFacts facts;
  facts.family = facts.title = family.name;
  facts.parameters = "its equations are those of the problem: docs/problems.md\n";
  facts.oscillator.damping = [](double) { return 0.0; };
  facts.oscillator.variants.push_back([name = family.name](double h, double omega) {
    const dae::Problem problem =
        dae::make_problem(oscillator_problem, {{"rho", omega}, {"delta", 0.0}});
    const auto steps = dae::scheme_steps(problem, name, {});
    steps->step(problem.start, h);
    return steps->carry_tangents(Eigen::Matrix2d::Identity());
  });
  const dae::Problem problem = dae::make_problem(oscillator_problem);
  facts.order = dae::scheme_steps(problem, family.name, {})->order();
  facts.radius_at_infinity = radius_far_out(facts.oscillator);
  return facts;
}

/// q'' = −q, or −ω²q with a step scaled by ω: all that a method on modes asks a system for.
mechanics::System one_degree_of_freedom() {
  core::Matrix one;
  core::check(MatCreateSeqAIJ(PETSC_COMM_SELF, 1, 1, 1, nullptr, one.out()));
  core::check(MatSetValue(one, 0, 0, 1.0, INSERT_VALUES));
  core::check(MatAssemblyBegin(one, MAT_FINAL_ASSEMBLY));
  core::check(MatAssemblyEnd(one, MAT_FINAL_ASSEMBLY));
  const auto shared = std::make_shared<const core::Matrix>(std::move(one));
  std::vector<mechanics::MatrixTerm> terms;
  terms.push_back({mechanics::Kind::elastic, "", {{1.0, shared}}});
  return {shared, std::move(terms), {}, std::nullopt};
}

/// The order by which the eigenvalue that oscillates approaches e^{ihω}.
int measured_order(const integrate::ModalMethod& method) {
  const auto error = [&](double mu) {
    const auto [period, amplitude] = integrate::modal_error(method, mu, 1.0);
    return std::hypot(period, amplitude);
  };
  return static_cast<int>(std::lround(std::log2(error(0.02) / error(0.01))));
}

run::MethodOptions options_for(const run::MethodFamily& family, const MethodArguments& arguments) {
  run::MethodOptions options{.family = &family};
  const std::map<std::string, std::optional<double>> numbers{
      {"rho_infinity", arguments.rho_infinity},
      {"alpha", arguments.alpha},
      {"beta", arguments.beta},
      {"gamma", arguments.gamma},
      {"stages", arguments.stages}};
  for (const auto& [name, number] : numbers) {
    const run::MethodKey* key = family.find(name);
    if (!number || key == nullptr) continue;
    if (!(*number >= key->least && *number <= key->most))
      core::input_error("{} of the family {} must be from {:.6g} to {:.6g}, not {}", name,
                        family.name, key->least, key->most, *number);
    options.values[name] = *number;
  }
  return options;
}

/// Newmark, HHT-α and generalized-α; of any other family the keys are shown as they are.
std::optional<integrate::AlphaParameters> alpha_parameters(const run::MethodOptions& options) {
  using integrate::AlphaParameters;
  const std::string& name = options.of().name;
  if (name == "newmark")
    return AlphaParameters::newmark(options.value("beta"), options.value("gamma"));
  if (name == "hht") return AlphaParameters::hht(options.value("alpha"));
  if (name == "generalized-alpha")
    return AlphaParameters::generalized_alpha(options.value("rho_infinity"));
  return {};
}

MethodFacts other_facts(const run::MethodFamily& family, const MethodArguments& arguments) {
  const run::MethodOptions options = options_for(family, arguments);
  const mechanics::System system = one_degree_of_freedom();
  MethodFacts facts;
  facts.family = facts.title = family.name;
  facts.oscillator = family.modal(options, system);
  facts.order = measured_order(facts.oscillator);
  facts.radius_at_infinity = radius_far_out(facts.oscillator);
  if (const auto p = alpha_parameters(options)) {
    facts.title = p->name;
    facts.parameters = fmt::format(
        "(1-alpha_m) a1 + alpha_m a0 = (1-alpha_f) v1' + alpha_f v0',\n"
        "q1 = q0 + h v0 + h^2 (1/2-beta) a0 + h^2 beta a1,  v1 = v0 + h (1-gamma) a0 + h gamma a1\n"
        "alpha_m = {}, alpha_f = {}, beta = {}, gamma = {}\n",
        p->alpha_m, p->alpha_f, p->beta, p->gamma);
    // Every mode keeps its area: a = v', and det M = 1.
    if (p->alpha_m == 0 && p->alpha_f == 0 && p->gamma == 0.5)
      facts.symplectic = dae::Symplectic::unconstrained;
  }
  return facts;
}

}  // namespace

std::vector<std::string> method_families() {
  std::vector<std::string> names;
  for (const run::MethodFamily& family : run::method_families()) names.push_back(family.name);
  for (const Family& family : dae::families())
    if (has_facts(family) && std::ranges::find(names, family.name) == names.end())
      names.push_back(family.name);
  return names;
}

MethodFacts method_facts(const std::string& family, const MethodArguments& arguments) {
  const std::vector<std::string> names = method_families();
  if (std::ranges::find(names, family) == names.end())
    core::input_error("--family {}: there is none of that name; allowed: {}", family,
                      core::allowed(family, names));
  require_own_options(family, arguments);
  if (const Family* found = find_runge_kutta(family))
    return found->make ? runge_kutta_facts(*found, arguments) : scheme_facts(*found);
  return other_facts(*find_of_structures(family), arguments);
}

MethodArguments arguments_for(const std::string& family, const MethodArguments& arguments) {
  MethodArguments result;
  const std::vector<std::string> own = options_of(family);
  const auto has = [&](const char* option) { return std::ranges::find(own, option) != own.end(); };
  if (has("rho-infinity")) result.rho_infinity = arguments.rho_infinity;
  if (!has("stages")) return result;
  const int wanted = arguments.stages.value_or(3);
  if (const Family* found = find_runge_kutta(family)) {
    result.stages = std::max(wanted, found->least_stages);
  } else {
    const run::MethodKey* key = find_of_structures(family)->find("stages");
    result.stages = std::clamp(wanted, static_cast<int>(key->least), static_cast<int>(key->most));
  }
  return result;
}

}  // namespace sparkdyn::methods
