// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A named problem of `dae` in a case file, `problem: {name: pendulum}`: which equations, with which
// parameters and method, over what time. Plain data; what a case leaves out is the problem's own
// default.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dae/family.hpp"
#include "dae/local_model_steps.hpp"
#include "dae/projection.hpp"
#include "sparkdyn/dae/damping.hpp"
#include "sparkdyn/dae/integrate.hpp"
#include "sparkdyn/dae/method.hpp"
#include "sparkdyn/dae/problem.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::input {

struct ProblemMethod {
  const dae::Family* family = &dae::families().front();
  int stages = 3;                                       ///< of a family that is sized by them
  int order = 4;                                        ///< of one that is sized by its order
  tableau::Splitting splitting = dae::splitting_a_b();  ///< of a family that splits by mixtures
  tableau::GaussSplitting radii = tableau::GaussSplitting::uniform(1.0);  ///< of one by radii
  dae::DampingOptions damping;  ///< beside mixtures; no regions: none
  dae::LocalModelOptions local_model;
  dae::EndMultiplier end_multiplier = dae::EndMultiplier::acceleration;
  double alpha = 0.5;              ///< of a family that has one
  int composition = 0;             ///< the order that steps are composed to; 0: they are not
  bool energy_projection = false;  ///< ends of steps are moved to the energy of the start
};

/// In the order of dae::EndMultiplier.
extern const std::vector<std::string> end_multipliers;
extern const std::vector<std::string> starting_values;

/// The coefficients of a family that has them. Throws std::invalid_argument when the number of
/// stages is out of range.
dae::Method coefficients(const ProblemMethod& method);

/// The method of a run whose end is before its start.
enum class Backward {
  adjoint,  ///< retraces forward steps: C and C* exchanged
  same,     ///< the method itself with −h
};

/// Empty values: those of the problem.
struct ProblemInitial {
  std::vector<double> q;
  std::vector<double> v;
  bool project = false;  ///< move both onto the constraints before the start
};

struct ProblemTime {
  double start = 0;
  double end = 0;
  double step = 0;                      ///< with a tolerance: the first one tried
  std::vector<double> pattern = {1.0};  ///< sizes of steps over `step`, over and over
  std::optional<double> tolerance;
  dae::ControlRule control = dae::ControlRule::reversible;  ///< with a tolerance
  double largest_step = 0;                                  ///< with a tolerance; 0: no limit
  std::optional<double> resolve_above;                      ///< with standard control
  Backward backward = Backward::adjoint;                    ///< when the end is before the start

  bool goes_back() const { return end < start; }
  double signed_step() const { return goes_back() ? -step : step; }
};

/// Those of the steps that are made, the adjoint ones of a run back in time.
dae::Method coefficients(const ProblemMethod& method, const ProblemTime& time);

struct ProblemNewton {
  double tolerance = 1e-14;
  int max_iterations = 40;
  dae::StartingValues starting_values = dae::StartingValues::best;
};

/// Positions are what q holds of a mechanism.
std::string_view name_in_problems(mechanics::Quantity quantity);

struct ProblemProbe {
  std::string name;
  mechanics::Quantity quantity = mechanics::Quantity::displacement;
  long index = 1;  ///< counts from 1
};

struct ProblemSpec {
  std::string name;
  dae::Parameters parameters;  ///< all of them
  dae::Formulation formulation = dae::Formulation::constrained;
  dae::ProjectionOptions projection;  ///< of a formulation without constraints
  long chart_every = 1;               ///< of the state space form: steps with one chart
  ProblemInitial initial;
  ProblemMethod method;
  ProblemTime time;
  ProblemNewton newton;
  std::vector<ProblemProbe> probes;  ///< every component of the position when none is given
  bool structure = false;            ///< carry two tangent vectors along, for the wedge product

  std::vector<std::string> components;  ///< the problem's names of them
  std::vector<std::string> terms;       ///< the kinds of terms it has, sorted
};

/// What integrates each term that the problem has, as text.
std::map<std::string, std::string> term_texts(const ProblemSpec& problem);

/// "{scheme: srklm, model: linear}", or "" for none.
std::string local_model_text(const dae::LocalModelOptions& options);
/// "{kind: endpoint, every: 20}", or "" for none.
std::string projection_text(const dae::ProjectionOptions& projection);

/// The sections problem, method, time and solver as YAML.
std::string problem_text(const ProblemSpec& problem);
/// The probes and what else a problem's output section has besides directory, every and energy.
std::string problem_output_text(const ProblemSpec& problem);

}  // namespace sparkdyn::input
