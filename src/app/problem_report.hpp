#pragma once
// What a run of a problem was and how good: `summary.json`, and the table shown at its end.

#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/dae/independence.hpp"
#include "sparkdyn/input/problem_case.hpp"

namespace sparkdyn::app {

/// A quantity along the run; an invariant should not deviate.
struct QuantityReport {
  std::string name;
  bool invariant = true;
  double start = 0;
  double end = 0;
  double deviation = 0;  ///< largest |value − start|
};

/// max|computed − known| / max|known| for the parts that are known.
struct AnswerReport {
  double time = 0;
  std::optional<double> q;
  std::optional<double> v;
  std::optional<double> lambda;
};

struct ProblemReport {
  std::string cause;     ///< why it failed; empty when done
  bool stopped = false;  ///< on request, before its end
  std::string title;
  std::string problem;
  std::string source;
  dae::Parameters parameters;
  std::string method;
  int order = 0;
  int ranks = 1;
  int coordinates = 0;
  int constraints = 0;
  double start_time = 0;
  double end_time = 0;  ///< where the run got to
  long steps = 0;
  long rejected = 0;
  long iterations = 0;
  long factorizations = 0;
  double setup_seconds = 0;
  double solve_seconds = 0;
  double output_seconds = 0;
  double total_seconds = 0;
  double position_violation = 0;  ///< largest of the run
  double velocity_violation = 0;
  std::vector<QuantityReport> quantities;
  std::vector<AnswerReport> answers;
  dae::Independence independence;     ///< where it was least
  std::optional<double> wedge_drift;  ///< largest relative change of the wedge product
  std::optional<double> way_back;     ///< relative distance from the start after all steps back
  std::vector<std::string> warnings;
};

std::string report_json(const ProblemReport& report);
std::string report_text(const ProblemReport& report);

}  // namespace sparkdyn::app
