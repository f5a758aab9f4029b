#include "sparkdyn/app/run_identity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::app {
namespace {

using integrate::Space;

/// In (−1, 1), the same for the same column everywhere.
double sample(std::uint64_t column) {
  std::uint64_t x = (column + 1) * 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1.0;
}

core::Vector sample_vector(const mechanics::System& system, const FileOrder& order) {
  const core::Vector in_file = order.make(Space::displacement);
  {
    const core::RowRange range = core::row_range(Vec(in_file));
    const core::WriteArray values(in_file);
    for (PetscInt i = 0; i < values.size(); ++i)
      values[i] = sample(static_cast<std::uint64_t>(range.begin + i));
  }
  core::Vector x = system.make_displacement();
  order.from_file(Space::displacement, in_file, x);
  return x;
}

struct Property {
  const char* key;
  const char* meaning;
};
constexpr std::array exact{Property{"model.dofs", "number of degrees of freedom"},
                           Property{"model.constraints", "number of constraints"}};
constexpr std::array close{Property{"model.mass", "mass matrix"},
                           Property{"model.damping", "damping matrix"},
                           Property{"model.stiffness", "stiffness matrix"},
                           Property{"model.constraint_matrix", "constraint matrix"}};
constexpr std::array histories{Property{"model.load", "load"},
                               Property{"model.prescribed", "prescribed motion"}};
constexpr int looks = 7;  ///< at a history, from start to now
constexpr double round_off = 1e-8;

std::string at_look(const char* key, int look) {
  return fmt::format("{}.{}", key, look);
}

/// Numbers may pass through zero, where round-off is all there is: relative to the largest.
bool same_history(const output::Facts& before, const output::Facts& now, const char* key) {
  double difference = 0, scale = 0;
  for (int i = 0; i < looks; ++i) {
    const double a = before.number(at_look(key, i)), b = now.number(at_look(key, i));
    difference = std::max(difference, std::abs(a - b));
    scale = std::max({scale, std::abs(a), std::abs(b)});
  }
  return difference <= round_off * scale;
}

}  // namespace

void describe_model(const mechanics::System& system, const FileOrder& order, int load_case,
                    double start, double now, output::Facts& facts) {
  const core::Vector x = sample_vector(system, order);
  core::Vector force = system.make_displacement();
  core::Vector rows = system.make_multiplier();
  facts.set("model.dofs", static_cast<long>(system.dofs()));
  facts.set("model.constraints", static_cast<long>(system.constraints()));
  facts.set("model.mass", 2 * system.kinetic_energy(x));
  facts.set("model.stiffness", 2 * system.strain_energy(x));
  core::check(VecSet(force, 0.0));
  if (system.damped()) system.add_internal(1.0, nullptr, x, force);
  facts.set("model.damping", core::dot(x, force));
  if (system.constrained()) core::check(MatMult(system.G(), x, rows));
  facts.set("model.constraint_matrix", system.constrained() ? core::norm(rows) : 0.0);
  for (int i = 0; i < looks; ++i) {
    const double t = i == looks - 1 ? now : start + (now - start) * i / (looks - 1);
    core::check(VecSet(force, 0.0));
    system.add_load(t, 1.0, force, load_case);
    facts.set(at_look("model.load", i), core::dot(x, force));
    if (system.constrained()) system.prescribed_value(t, 0, rows);
    facts.set(at_look("model.prescribed", i), system.constrained() ? core::norm(rows) : 0.0);
  }
}

void require_same_model(const output::Facts& before, const output::Facts& now,
                        const std::string& checkpoint) {
  for (const Property& property : exact)
    if (before.integer(property.key) != now.integer(property.key))
      core::input_error("'{}' is of another model: its {} is {}, the case's {}", checkpoint,
                        property.meaning, before.integer(property.key), now.integer(property.key));
  for (const Property& property : close) {
    const double a = before.number(property.key), b = now.number(property.key);
    if (std::abs(a - b) > round_off * std::max(std::abs(a), std::abs(b)))
      core::input_error("'{}' is of another model: the {} of the case differs", checkpoint,
                        property.meaning);
  }
  for (const Property& property : histories)
    if (!same_history(before, now, property.key))
      core::input_error("'{}' is of another model: the {} of the case up to there differs",
                        checkpoint, property.meaning);
}

}  // namespace sparkdyn::app
