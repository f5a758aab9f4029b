// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A linear constrained structure by SUNDIALS IDA (variable-order BDF) with KLU's sparse factors, as
// A₁y' + A₀y = f(t). IDA wants index 1, or index 2 in Hessenberg form; both are there:
//
//   index 1, y = (q, v, λ):     q' = v,        Mv' + Cv + Kq + Gᵀλ = F,  Gv' = 0
//   GGL,     y = (q, v, λ, μ):  q' = v − Gᵀμ,  Mv' + Cv + Kq + Gᵀλ = F,  Gv = 0,  Gq = 0
//
// The Jacobian A₀ + c A₁ is exact and written into a pattern made once; multipliers are left out of
// the error test.

#include <memory>
#include <vector>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::benchmarks {

enum class IdaForm { index1, ggl };

struct IdaStructureOptions {
  IdaForm form = IdaForm::index1;
  double tolerance = 1e-6;  ///< relative, and absolute relative to the scales
  double q_scale = 1, v_scale = 1;
  int largest_order = 5;
};

struct IdaStructureResult {
  std::vector<double> history;  ///< of one displacement, at the times asked for; empty: IDA gave up
  long steps = 0, residuals = 0, factorizations = 0;
};

class StructureByIda {
 public:
  StructureByIda(const mechanics::System& system, const IdaStructureOptions& options);
  ~StructureByIda();
  StructureByIda(const StructureByIda&) = delete;
  StructureByIda& operator=(const StructureByIda&) = delete;

  /// From rest to `end`, with the displacement `dof` at `outputs` equal intervals.
  IdaStructureResult run(double end, int outputs, PetscInt dof);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sparkdyn::benchmarks
