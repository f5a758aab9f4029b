// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What makes a restart the same run: all that defines the model, told by one fingerprint for each
// named part of it, and the histories of loads and prescribed motion up to the checkpoint. Parts
// are told by the bits of the input, in the input's numbering, so that they are the same on any
// number of ranks.

#include <cstdint>
#include <string>
#include <vector>

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/output/file_order.hpp"
#include "sparkdyn/output/run_identity.hpp"

namespace sparkdyn::output {

/// A part of a model that must not change when a run goes on.
struct ModelPart {
  const char* key;      ///< "model.nodes"
  const char* meaning;  ///< "the nodes (numbers, coordinates)"
  std::uint64_t print;  ///< this rank's share, to be summed over ranks
};

/// By fingerprints: any bit that differs is another model.
class ModelIdentity final : public RunIdentity {
 public:
  /// Of matrices, with the initial values as their files have them. @note Collective.
  ModelIdentity(const mechanics::System& system, const FileOrder& order,
                const mechanics::State& initial);
  /// Of a structure, by what it is made of. @note Collective.
  ModelIdentity(const mechanics::System& system, const FileOrder& order,
                std::vector<ModelPart> parts);

  void describe(int load_case, double start, double now, Facts& facts) const override;
  void require_same(const Facts& before, int load_case, double start, double now,
                    const std::string& checkpoint) const override;

 private:
  /// shape · a(t), a load or a prescribed value.
  struct Shape {
    const char* key;
    std::string name;
    std::uint64_t print;
    mechanics::AmplitudePtr amplitude;
    std::uint64_t text;  ///< of the amplitude, at all times
    int load_case;
    int derivatives;  ///< that the equations use
  };
  struct History;

  /// Constraints, loads and prescribed values.
  void add_conditions(const mechanics::System& system, const FileOrder& order);
  void add_shapes(const std::vector<mechanics::TimedVector>& items,
                  const std::vector<double>& numbers, const char* key, int derivatives);
  std::vector<History> histories(int load_case, double start, double now) const;

  std::vector<ModelPart> parts_;
  std::vector<Shape> shapes_;
};

}  // namespace sparkdyn::output
