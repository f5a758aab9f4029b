// SPDX-License-Identifier: BSD-3-Clause
#include "linear/complex_saddle.hpp"

#include "linear/placement.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {
namespace {

using Complex = std::complex<double>;

void append(ComplexVec part, std::vector<Complex>& values) {
  const core::ReadArray real(part.real), imaginary(part.imaginary);
  for (PetscInt i = 0; i < real.size(); ++i) values.emplace_back(real[i], imaginary[i]);
}

/// Where the next part begins.
const Complex* take(const Complex* values, ComplexVec part) {
  const core::WriteArray real(part.real), imaginary(part.imaginary);
  for (PetscInt i = 0; i < real.size(); ++i, ++values) {
    real[i] = values->real();
    imaginary[i] = values->imag();
  }
  return values;
}

}  // namespace

ComplexSaddle::ComplexSaddle(const Operators& system,
                             const std::vector<WeightedMatrix<Complex>>& sum,
                             const std::string& prefix, Placement placement)
    : constrained_(system.constrained()) {
  const int ranks = core::size(system.comm());
  const bool alone =
      place_factors(placement, ranks, system.unknowns(), solve_costs(0, 1)) == Placement::single;
  solver_ =
      make_shifted(system, sum, ShiftedOptions{.prefix = prefix, .group = {0, alone ? 1 : ranks}});
  solver_->set_up();
  solver_->agree();
}

void ComplexSaddle::solve(ComplexVec f, ComplexVec g, ComplexVec x, ComplexVec y) {
  values_.clear();
  append(f, values_);
  if (constrained_) append(g, values_);
  solver_->send(values_);
  solver_->solve();
  solver_->receive(values_);
  const Complex* rest = take(values_.data(), x);
  if (constrained_) take(rest, y);
}

}  // namespace sparkdyn::linear
