// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A run with known numbers, and readers of what the writers leave.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/run/observer.hpp"
#include "support/shared_folder.hpp"

namespace sparkdyn::output::test {

using sparkdyn::test::SharedFolder;

/// Every entry is a known function of quantity, step and index.
double known_value(char quantity, long step, PetscInt index);
double known_time(long step);

struct FakeShape {
  PetscInt dofs = 5;
  PetscInt constraints = 2;
  bool accelerations = true;
  bool all_on_last_rank = false;  ///< instead of PETSc's even split
};

class FakeFrame : public run::Frame {
 public:
  explicit FakeFrame(FakeShape shape, long last_step = 10);

  void set_step(long step);
  long step() const override { return step_; }
  double time() const override { return known_time(step_); }
  bool first() const override { return step_ == 0; }
  bool last() const override { return step_ == last_step_; }
  Vec q() const override { return q_; }
  Vec v() const override { return v_; }
  Vec acceleration() const override { return a_; }
  Vec multiplier() const override { return lambda_; }
  const run::Energies& energies() const override { return energies_; }
  const run::Violations& violations() const override { return violations_; }

 private:
  long step_ = 0;
  long last_step_;
  core::Vector q_, v_, a_, lambda_;
  run::Energies energies_;
  run::Violations violations_;
};

/// on_start, on_step for steps 1 … until, on_finish.
void run(run::Observer& observer, FakeFrame& frame, long until);

/// The steps that `every` stores of 0 … last.
std::vector<long> stored_steps(long every, long last);

struct Table {
  std::vector<unsigned long long> sizes;  ///< empty when there is no such dataset
  std::vector<double> values;
};
/// Reads on this rank alone, from a closed file.
Table read_dataset(const std::filesystem::path& file, const std::string& name);

std::string read_text(const std::filesystem::path& file);
void write_text(const std::filesystem::path& file, const std::string& text);
std::vector<std::string> lines_of(const std::string& text);

/// The exit status of a Python program given the file as argument; -1 without Python.
int run_python(const std::string& program, const std::filesystem::path& file);
bool python_has(const std::string& module);

/// The message of the core::Error that `body` throws, the same on all ranks; empty if none.
std::string error_of(const std::function<void()>& body);

inline bool on_root() {
  return core::rank(PETSC_COMM_WORLD) == 0;
}
inline void wait_for_all() {
  MPI_Barrier(PETSC_COMM_WORLD);
}

}  // namespace sparkdyn::output::test
