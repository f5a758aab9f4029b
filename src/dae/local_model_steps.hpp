// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Steps with a local model, sparkdyn/dae/local_model.hpp, for a problem without constraints as
// y' = f(t, y), y = (q, v), Jay (2007), section 7.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/dae/integrate.hpp"
#include "sparkdyn/dae/local_model.hpp"
#include "sparkdyn/dae/problem.hpp"

namespace sparkdyn::dae {

struct LocalModelOptions {
  std::optional<LocalScheme> scheme;  ///< none: no model
  std::string model = "linear";
};

/// `linear`, f's linear part at the start, and what the problem has besides.
std::vector<std::string> local_model_names(const std::string& problem);

/// The model of that name. Throws core::Error (input) for a problem with constraints or a mass that
/// is not constant.
LocalModel local_model(const Problem& problem, const std::string& name);

/// From a point on. Throws core::Error (input) for a method that has not one matrix for all terms.
std::unique_ptr<Run> local_model_steps(const Problem& problem, const LocalModelOptions& options,
                                       const Method& method, const Point& from, double end_time,
                                       double h, std::vector<double> pattern = {1.0});

}  // namespace sparkdyn::dae
