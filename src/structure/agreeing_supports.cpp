// SPDX-License-Identifier: BSD-3-Clause
#include "agreeing_supports.hpp"

#include <algorithm>
#include <map>

#include "components.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::structure {
namespace {

/// value · a(t) with a constant a is a number.
Support as_number(Support support, const Model& model) {
  if (support.amplitude >= 0) {
    const auto& amplitude = *model.amplitudes[support.amplitude];
    if (support.value != 0 && !amplitude.is_constant()) return support;
    if (support.value != 0) support.value *= amplitude.value(0);
  }
  support.amplitude = -1;
  return support;
}

bool is_same_motion(const Support& one, const Support& other, const Model& model,
                    AmplitudeNames& names) {
  const Support a = as_number(one, model), b = as_number(other, model);
  return a.value == b.value && names.first_of(a.amplitude) == names.first_of(b.amplitude);
}

std::string motion_text(const Support& support, const Model& model) {
  if (support.value == 0) return "fixes it";
  if (support.amplitude < 0) return fmt::format("moves it by {:.9g}", support.value);
  constexpr std::size_t most = 60;
  std::string amplitude = model.amplitudes[support.amplitude]->text();
  if (amplitude.size() > most) amplitude = amplitude.substr(0, most) + "…";
  return fmt::format("moves it by {:.9g}·a(t) with a = {}", support.value, amplitude);
}

[[noreturn]] void refuse(const Support& first, const Support& second, const Model& model) {
  core::input_error(
      "{}: '{}' of node {} is supported twice, and differently: {} {}, {} {}; leave one of them "
      "out, or take the node out of one of the groups",
      second.where, component_name(second.component), model.mesh.node_ids[second.node], first.where,
      motion_text(first, model), second.where, motion_text(second, model));
}

}  // namespace

/// A few values tell most amplitudes apart; the texts of two long tables are long.
bool AmplitudeNames::same(int one, int other) const {
  const auto& a = *amplitudes_[one];
  const auto& b = *amplitudes_[other];
  for (const double t : {0.0, 1e-3, 0.0371, 0.314, 0.717, 1.0, 2.357, 17.9}) {
    try {
      if (a.value(t) != b.value(t)) return false;
    } catch (const core::Error&) {
      continue;  // an expression without a value there
    }
  }
  return a.text() == b.text();
}

int AmplitudeNames::first_of(int index) {
  if (index < 0) return index;
  const auto [place, is_new] = first_.try_emplace(index, index);
  if (!is_new) return place->second;
  const auto equal =
      std::find_if(kinds_.begin(), kinds_.end(), [&](int kind) { return same(kind, index); });
  if (equal == kinds_.end())
    kinds_.push_back(index);
  else
    place->second = *equal;
  return place->second;
}

std::vector<Support> agreeing_supports(const Model& model, const Conditions& conditions,
                                       AmplitudeNames& names) {
  std::map<std::pair<Index, int>, const Support*> held;
  for (const Support& support : conditions.supports) {
    const auto [place, is_new] = held.try_emplace({support.node, support.component}, &support);
    if (!is_new && !is_same_motion(*place->second, support, model, names))
      refuse(*place->second, support, model);
  }
  std::vector<Support> supports;
  for (const auto& [key, support] : held) supports.push_back(*support);
  return supports;
}

}  // namespace sparkdyn::structure
