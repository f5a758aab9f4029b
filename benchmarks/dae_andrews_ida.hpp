// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Andrews' squeezing mechanism by SUNDIALS IDA on the index-1 form in y = (q, v, λ),
//
//   0 = q' − v,   0 = M(q) v' − f(q,v) + G(q)ᵀλ,   0 = G_q(q)(v,v) + G(q) v'
//
// with everything IDA likes best: equations and Jacobian written out by hand, the smallest form of
// index 1 (20 unknowns), multipliers left out of the error test.

#include <array>
#include <memory>

namespace sparkdyn::benchmark {

enum class IdaJacobian { analytic, differences };

struct IdaOptions {
  double relative_tolerance = 1e-8;
  double absolute_tolerance = 1e-8;
  IdaJacobian jacobian = IdaJacobian::analytic;
};

struct IdaResult {
  std::array<double, 7> q;
  std::array<double, 7> v;
  long steps = 0;
  long residuals = 0;
  long jacobians = 0;
};

// Memory is allocated once; run() starts again from the initial values, as a user who integrates
// many times would.
class AndrewsByIda {
 public:
  explicit AndrewsByIda(const IdaOptions& options);
  ~AndrewsByIda();
  AndrewsByIda(const AndrewsByIda&) = delete;
  AndrewsByIda& operator=(const AndrewsByIda&) = delete;

  IdaResult run(double end_time);

  // The largest difference between the Jacobian written by hand and central differences, relative
  // to the largest entry of its row: IDA must not be handicapped by a mistake of ours.
  static double jacobian_defect();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sparkdyn::benchmark
