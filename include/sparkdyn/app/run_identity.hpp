#pragma once
// What makes a restart the same run: all that defines the model, told by one fingerprint for each
// named part of it, and the histories of loads and prescribed motion up to the checkpoint. Parts
// are told by the bits of the input, in the input's numbering, so that they are the same on any
// number of ranks.

#include <cstdint>
#include <string>
#include <vector>

#include "sparkdyn/app/file_order.hpp"
#include "sparkdyn/input/load_structure.hpp"
#include "sparkdyn/output/checkpoint.hpp"

namespace sparkdyn::app {

class ModelIdentity {
 public:
  /// Of matrices, with the initial values as their files have them. @note Collective.
  ModelIdentity(const mechanics::System& system, const FileOrder& order,
                const mechanics::State& initial);
  /// Of a structure in the `step`-th step of its plan. @note Collective.
  ModelIdentity(const mechanics::System& system, const FileOrder& order,
                const input::LoadedStructure& loaded, std::size_t step);

  /// Adds "model. …" of a load case whose run began at `start`: what comes after `now` may be
  /// changed. The same on all ranks.
  void describe(int load_case, double start, double now, output::Facts& facts) const;

  /// Throws core::Error (input) that says what differs between the model a checkpoint was made of
  /// and this one.
  void require_same(const output::Facts& before, int load_case, double start, double now,
                    const std::string& checkpoint) const;

 private:
  struct Part {
    const char* key;
    const char* meaning;
    std::uint64_t print;
  };
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

  std::vector<Part> parts_;
  std::vector<Shape> shapes_;
};

}  // namespace sparkdyn::app
