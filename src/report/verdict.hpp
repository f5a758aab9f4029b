// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Whether to believe a run: each of its sentences is green, amber or red, or says that something is
// not known, with what to change.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/columns.hpp"
#include "report/motion.hpp"
#include "report/summary_facts.hpp"

namespace sparkdyn::report {

enum class Light { green, amber, red, unknown };
std::string_view name(Light light);

struct Judgement {
  std::string about;  ///< "Constraints"
  Light light = Light::unknown;
  std::string sentence;  ///< what was found
  std::string advice;    ///< what to change; empty when nothing needs to
};

/// What there is of a run; null where a file is missing.
struct Evidence {
  const SummaryFacts* summary = nullptr;
  const Table* history = nullptr;
  const Table* energy = nullptr;
  const Motion* motion = nullptr;
  bool turns = false;  ///< the model follows large motion, `nonlinear: true`
};

std::vector<Judgement> judge(const Evidence& evidence);

}  // namespace sparkdyn::report
