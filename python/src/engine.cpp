// SPDX-License-Identifier: BSD-3-Clause
#include "engine.hpp"

#include <algorithm>

#include "host.hpp"
#include "mechanics/validate.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::python {
namespace {

using core::check;

const run::MethodFamily& family_of(const std::string& name) {
  std::vector<std::string> names;
  for (const run::MethodFamily& family : run::method_families()) {
    if (family.name == name) return family;
    names.push_back(family.name);
  }
  core::input_error("unknown method '{}'; allowed: {}", name, core::allowed(name, names));
}

linear::Strategy strategy_of(const std::string& name) {
  using enum linear::Strategy;
  std::vector<std::string> names;
  for (const auto strategy : {automatic, decoupled, monolithic, krylov, multigrid}) {
    names.emplace_back(linear::name(strategy));
    if (names.back() == name) return strategy;
  }
  core::input_error("unknown solver '{}'; allowed: {}", name, core::allowed(name, names));
}

tableau::Mixture mixture_of(const std::string& term, const std::map<std::string, double>& weights) {
  if (const auto rho = weights.find("rho_infinity"); rho != weights.end() && weights.size() == 1)
    return tableau::Mixture::rho_infinity(rho->second);
  std::map<tableau::Family, double> found;
  for (const auto& [letter, weight] : weights) {
    const auto family = tableau::find_family(letter);
    if (!family)
      core::input_error("'{}' in the splitting cannot use '{}'; allowed: A, B, C, C*, D", term,
                        letter);
    found[*family] = weight;
  }
  return tableau::Mixture::weights(found);
}

double radius_of(const std::string& term, const std::map<std::string, double>& weights) {
  const auto rho = weights.find("rho_infinity");
  if (rho == weights.end() || weights.size() != 1)
    core::input_error(
        "'{}' in the splitting: gauss-lobatto takes one number, a rho_infinity from 0 to 1; "
        "letters "
        "are for lobatto, whose nodes are others",
        term);
  return rho->second;
}

/// Numbers that a method does not take are wrong input.
run::MethodOptions method_of(const MethodPart& part) try {
  run::MethodOptions method{&family_of(part.family), part.values};
  if (part.splitting.empty()) return method;
  if (method.of().splits == run::SplitBy::radius) {
    method.radii = method.term_radii();
    for (const auto& [term, weights] : part.splitting)
      method.radii->set(term, radius_of(term, weights));
    return method;
  }
  method.splitting = method.letters();
  for (const auto& [term, weights] : part.splitting)
    method.splitting->set(term, mixture_of(term, weights));
  return method;
} catch (const std::invalid_argument& error) {
  core::input_error("{}", error.what());
}

run::SimulationOptions options_of(const EngineParts& parts, const run::MethodOptions& method) {
  return {.method = method,
          .solver = {.strategy = strategy_of(parts.method.strategy),
                     .tolerance = parts.method.tolerance},
          .project = parts.project,
          .span = {parts.t, parts.t + parts.step, parts.step},  // functions are known no further
          .expected_steps = parts.steps};
}

std::vector<mechanics::MatrixTerm> terms_of(const std::vector<TermPart>& parts) {
  std::vector<mechanics::MatrixTerm> terms;
  for (const TermPart& part : parts)
    terms.push_back({part.kind == "elastic" ? mechanics::Kind::elastic : mechanics::Kind::damping,
                     part.region,
                     {{1.0, part.matrix.handle}}});
  return terms;
}

/// G is the system's own: PETSc counts who holds it.
core::Matrix shared(const Matrix& matrix) {
  check(PetscObjectReference(reinterpret_cast<PetscObject>(matrix.handle->get())));
  return core::Matrix(matrix.handle->get());
}

}  // namespace

Engine::Engine(EngineParts parts)
    : comm_(parts.comm), nodes_(std::make_shared<std::vector<double>>()), log_(parts.comm, said_) {
  const run::MethodOptions method = method_of(parts.method);
  c_ = method.of().nodes(method);
  nodes_->resize(c_.size());
  std::vector<mechanics::TimedVector> loads = make_shaped(parts.loads);
  add_forces(parts.forces, parts.mass.rows.size(), loads);
  std::optional<mechanics::Constraint> constraint;
  if (parts.G) constraint = mechanics::Constraint{shared(*parts.G), make_shaped(parts.prescribed)};
  std::vector<mechanics::State> states;
  states.push_back({parts.t, make_vector(comm_, parts.q), make_vector(comm_, parts.v)});
  sample(parts.t, parts.step);
  as_guest(comm_, [&] {
    auto system = std::make_shared<mechanics::System>(parts.mass.handle, terms_of(parts.terms),
                                                      std::move(loads), std::move(constraint));
    const run::TimeSpan first{parts.t, parts.t + parts.step, parts.step};
    simulation_ = std::make_unique<run::Simulation>(std::move(system), std::move(states),
                                                    options_of(parts, method), log_);
    simulation_->prepare(first, 0);
    integration_ = simulation_->integration(first);
  });
}

mechanics::AmplitudePtr Engine::amplitude_of(const py::object& given) {
  if (py::isinstance<py::str>(given))
    return mechanics::expression_amplitude(given.cast<std::string>());
  if (py::isinstance<py::list>(given))
    return mechanics::table_amplitude(given.cast<std::vector<std::pair<double, double>>>());
  if (!py::isinstance<py::tuple>(given)) return mechanics::constant_amplitude(given.cast<double>());
  const auto amplitude = std::make_shared<Sampled>(nodes_);
  functions_.push_back({amplitude, given.cast<std::vector<py::function>>()});
  return amplitude;
}

std::vector<mechanics::TimedVector> Engine::make_shaped(const std::vector<ShapedPart>& parts) {
  std::vector<mechanics::TimedVector> shaped;
  for (const ShapedPart& part : parts)
    shaped.push_back({make_vector(comm_, part.vector), amplitude_of(part.amplitude), part.region});
  return shaped;
}

/// F(t) = Σ_k F(t_k) ℓ_k(t) at the nodes of a step: one vector for each, renewed for every step.
void Engine::add_forces(const std::vector<py::function>& forces, PetscInt local,
                        std::vector<mechanics::TimedVector>& loads) {
  for (const py::function& function : forces) {
    Force force{function, {}};
    for (std::size_t k = 0; k < c_.size(); ++k) {
      const auto basis = std::make_shared<Sampled>(nodes_);
      std::vector<double> unit(c_.size(), 0.0);
      unit[k] = 1;
      basis->set(0, std::move(unit));
      loads.push_back({core::make_vector(comm_, local), basis, ""});
      force.shapes.push_back(loads.back().shape);
    }
    forces_.push_back(std::move(force));
  }
}

/// Asks the functions of Python for what the step from t to t + h needs.
void Engine::sample(double t, double h) {
  call_python(comm_, "a function of time", [&] {
    for (std::size_t k = 0; k < c_.size(); ++k) (*nodes_)[k] = t + c_[k] * h;
    for (const Functions& each : functions_)
      for (std::size_t d = 0; d < each.derivatives.size(); ++d) {
        std::vector<double> values;
        for (const double node : *nodes_)
          values.push_back(each.derivatives[d](node).cast<double>());
        each.amplitude->set(static_cast<int>(d), std::move(values));
      }
    for (const Force& force : forces_)
      for (std::size_t k = 0; k < c_.size(); ++k) {
        const auto values = force.function((*nodes_)[k]).cast<Numbers>();
        const core::WriteArray entries(force.shapes[k]);
        std::copy_n(values.data(), entries.size(), entries.data());
      }
  });
}

void Engine::aim(double end, double h) {
  integration_->go_on({time(), end, h, step()});
}

void Engine::advance() {
  sample(time(), integration_->span().size(step() + 1));
  as_guest(comm_, [&] {
    const run::StepOutcome outcome = integration_->advance();
    if (!outcome.done) core::numerics_error("{}", outcome.cause);
  });
}

std::vector<std::string> Engine::take_warnings() {
  const auto& all = log_.warnings();
  std::vector<std::string> fresh(all.begin() + static_cast<std::ptrdiff_t>(warned_), all.end());
  warned_ = all.size();
  return fresh;
}

}  // namespace sparkdyn::python
