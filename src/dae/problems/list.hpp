// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Every problem is a function that reads its parameters and fills in a Problem.

#include "dae/gravity_law.hpp"
#include "sparkdyn/dae/problem.hpp"

namespace sparkdyn::dae::problems {

// Hands out parameters and remembers which ones exist.
class ParameterReader {
 public:
  explicit ParameterReader(const Parameters& given) : given_(given) {}

  double operator()(const std::string& name, double standard) {
    const auto found = given_.find(name);
    return used_[name] = found == given_.end() ? standard : found->second;
  }
  const Parameters& used() const { return used_; }

  // Of a parameter that must be positive in other problems.
  void allow_zero(const std::string& name) { may_be_zero_ = name; }
  bool allows(const std::string& name, double value) const {
    return value > 0.0 || (value == 0.0 && name == may_be_zero_);
  }

 private:
  const Parameters& given_;
  Parameters used_;
  std::string may_be_zero_;
};

// The parameters `linear`, `quadratic`, `quartic` and `exponential`.
GravityLaw gravity_law(ParameterReader& parameter);

Problem andrews_squeezer(ParameterReader& parameter);
Problem car_axis(ParameterReader& parameter);
Problem charged_particle_on_sphere(ParameterReader& parameter);
Problem double_pendulum(ParameterReader& parameter);
Problem dragged_point(ParameterReader& parameter);
Problem four_bar_chain(ParameterReader& parameter);
Problem guided_oscillator(ParameterReader& parameter);
Problem harmonic_oscillator(ParameterReader& parameter);
Problem index2_five_families(ParameterReader& parameter);
Problem jay_2007_dae(ParameterReader& parameter);
Problem n_particles(ParameterReader& parameter);
Problem pendulum(ParameterReader& parameter);
Problem phase_space_pendulum(ParameterReader& parameter);
Problem reduced_pendulum(ParameterReader& parameter);
Problem rigid_on_stiff_pendulum(ParameterReader& parameter);
Problem skate(ParameterReader& parameter);
Problem spherical_pendulum(ParameterReader& parameter);
Problem stiff_spring_pendulum(ParameterReader& parameter);
Problem three_bodies(ParameterReader& parameter);
Problem unit_pendulum(ParameterReader& parameter);

}  // namespace sparkdyn::dae::problems
