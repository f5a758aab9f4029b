// SPDX-License-Identifier: BSD-3-Clause
#include "structure_ida.hpp"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <Eigen/Sparse>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::benchmarks {
namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, sunindextype>;
using Entries = std::vector<Eigen::Triplet<double, sunindextype>>;

void good(int code, const char* what) {
  if (code < 0) core::numerics_error("{}: SUNDIALS returned {}", what, code);
}

/// Adds factor·matrix, or its transpose, with its corner at (row, column).
void place(Entries& entries, Mat matrix, double factor, sunindextype row, sunindextype column,
           bool transposed = false) {
  core::for_each_row(matrix, [&](PetscInt i, auto columns, auto values) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const auto a = transposed ? columns[k] : i, b = transposed ? i : columns[k];
      entries.emplace_back(row + a, column + b, factor * values[k]);
    }
  });
}

Sparse assembled(const Entries& entries, sunindextype size) {
  Sparse matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  matrix.makeCompressed();
  return matrix;
}

}  // namespace

class StructureByIda::Implementation {
 public:
  Implementation(const mechanics::System& system, const IdaStructureOptions& options)
      : system_(&system), options_(options), load_(system.make_displacement()) {
    n_ = system.dofs(), m_ = system.constraints();
    size_ = 2 * n_ + (options.form == IdaForm::ggl ? 2 : 1) * m_;
    make_matrices();
    good(SUNContext_Create(nullptr, &context_), "SUNContext_Create");
    y_ = N_VNew_Serial(size_, context_), rate_ = N_VNew_Serial(size_, context_);
    id_ = N_VNew_Serial(size_, context_), absolute_ = N_VNew_Serial(size_, context_);
    J_ = SUNSparseMatrix(size_, size_, A0_.nonZeros(), CSC_MAT, context_);
    solver_ = SUNLinSol_KLU(y_, J_, context_);
    ida_ = IDACreate(context_);
    start();
    good(IDAInit(ida_, residual, 0.0, y_, rate_), "IDAInit");
    set_options();
  }

  ~Implementation() {
    IDAFree(&ida_);
    SUNLinSolFree(solver_);
    SUNMatDestroy(J_);
    for (N_Vector each : {y_, rate_, id_, absolute_}) N_VDestroy(each);
    SUNContext_Free(&context_);
  }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  IdaStructureResult run(double end, int outputs, PetscInt dof) {
    start();
    good(IDAReInit(ida_, 0.0, y_, rate_), "IDAReInit");
    IdaStructureResult result;
    result.history.push_back(0.0);
    for (int k = 1; k <= outputs; ++k) {
      double reached = 0;
      const int status = IDASolve(ida_, end * k / outputs, &reached, y_, rate_, IDA_NORMAL);
      if (status < 0) return {};
      result.history.push_back(N_VGetArrayPointer(y_)[dof]);
    }
    good(IDAGetNumSteps(ida_, &result.steps), "IDAGetNumSteps");
    good(IDAGetNumResEvals(ida_, &result.residuals), "IDAGetNumResEvals");
    good(IDAGetNumJacEvals(ida_, &result.factorizations), "IDAGetNumJacEvals");
    return result;
  }

 private:
  /// Both on one pattern, so that A₀ + c A₁ is a sum of arrays.
  void make_matrices() {
    const sunindextype v = n_, lambda = 2 * n_, mu = 2 * n_ + m_;
    Entries A0, A1;
    for (sunindextype i = 0; i < n_; ++i) {
      A1.emplace_back(i, i, 1.0);
      A0.emplace_back(i, v + i, -1.0);
    }
    place(A1, *system_->mass(), 1.0, v, v);
    for (const auto& term : system_->terms())
      for (const auto& part : term.parts)
        place(A0, *part.matrix, part.factor, v, term.kind == mechanics::Kind::elastic ? 0 : v);
    if (system_->constrained()) {
      place(A0, system_->G(), 1.0, v, lambda, true);
      if (options_.form == IdaForm::index1) {
        place(A1, system_->G(), 1.0, lambda, v);
      } else {
        place(A0, system_->G(), 1.0, lambda, v);
        place(A0, system_->G(), 1.0, 0, mu, true);
        place(A0, system_->G(), 1.0, mu, 0);
      }
    }
    const auto with_zeros = [](Entries all, const Entries& other) {
      for (const auto& each : other) all.emplace_back(each.row(), each.col(), 0.0);
      return all;
    };
    A0_ = assembled(with_zeros(A0, A1), size_);
    A1_ = assembled(with_zeros(A1, A0), size_);
  }

  void start() {
    N_VConst(0.0, y_);
    N_VConst(0.0, rate_);
  }

  void set_options() {
    double* id = N_VGetArrayPointer(id_);
    double* absolute = N_VGetArrayPointer(absolute_);
    for (sunindextype i = 0; i < size_; ++i) {
      id[i] = i < 2 * n_ ? 1 : 0;
      absolute[i] = options_.tolerance * (i < n_ ? options_.q_scale : options_.v_scale);
    }
    good(IDASetId(ida_, id_), "IDASetId");
    good(IDASetSuppressAlg(ida_, SUNTRUE), "IDASetSuppressAlg");
    good(IDASVtolerances(ida_, options_.tolerance, absolute_), "IDASVtolerances");
    good(IDASetMaxOrd(ida_, options_.largest_order), "IDASetMaxOrd");
    good(IDASetMaxNumSteps(ida_, 200000), "IDASetMaxNumSteps");
    good(IDASetUserData(ida_, this), "IDASetUserData");
    good(IDASetLinearSolver(ida_, solver_, J_), "IDASetLinearSolver");
    good(IDASetJacFn(ida_, jacobian), "IDASetJacFn");
  }

  static int residual(double t, N_Vector y, N_Vector rate, N_Vector r, void* context) {
    auto& self = *static_cast<Implementation*>(context);
    using View = Eigen::Map<Eigen::VectorXd>;
    View result(N_VGetArrayPointer(r), self.size_);
    result = self.A0_ * View(N_VGetArrayPointer(y), self.size_);
    result += self.A1_ * View(N_VGetArrayPointer(rate), self.size_);
    try {
      core::check(VecSet(self.load_, 0.0));
      self.system_->add_load(t, 1.0, self.load_);
      const core::ReadArray load(self.load_);
      result.segment(self.n_, self.n_) -= Eigen::Map<const Eigen::VectorXd>(load.data(), self.n_);
    } catch (const core::Error&) {
      return -1;
    }
    return 0;
  }

  static int jacobian(double, double c, N_Vector, N_Vector, N_Vector, SUNMatrix J, void* context,
                      N_Vector, N_Vector, N_Vector) {
    const auto& self = *static_cast<const Implementation*>(context);
    const auto count = self.A0_.nonZeros();
    std::copy_n(self.A0_.outerIndexPtr(), self.size_ + 1, SUNSparseMatrix_IndexPointers(J));
    std::copy_n(self.A0_.innerIndexPtr(), count, SUNSparseMatrix_IndexValues(J));
    double* values = SUNSparseMatrix_Data(J);
    for (sunindextype k = 0; k < count; ++k)
      values[k] = self.A0_.valuePtr()[k] + c * self.A1_.valuePtr()[k];
    return 0;
  }

  const mechanics::System* system_;
  IdaStructureOptions options_;
  core::Vector load_;
  sunindextype n_ = 0, m_ = 0, size_ = 0;
  Sparse A0_, A1_;
  SUNContext context_ = nullptr;
  N_Vector y_ = nullptr, rate_ = nullptr, id_ = nullptr, absolute_ = nullptr;
  SUNMatrix J_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  void* ida_ = nullptr;
};

StructureByIda::StructureByIda(const mechanics::System& system, const IdaStructureOptions& options)
    : implementation_(std::make_unique<Implementation>(system, options)) {}

StructureByIda::~StructureByIda() = default;

IdaStructureResult StructureByIda::run(double end, int outputs, PetscInt dof) {
  return implementation_->run(end, outputs, dof);
}

}  // namespace sparkdyn::benchmarks
