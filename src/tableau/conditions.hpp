// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The simplifying assumptions of Jay (1998), section 4.2, and the structure conditions of its
// section 6. Each function returns the largest absolute residual, so zero means satisfied:
//
//   B(p)       Σ_i b_i c_i^{k−1} = 1/k                                              k = 1..p
//   C(q)       Σ_j a_ij c_j^{k−1} = c_i^k / k                                       k = 1..q
//   D(r)       Σ_i b_i c_i^{k−1} a_ij = b_j (1 − c_j^k) / k                         k = 1..r
//   CC(Q)      Σ_jl a_ij ã_jl c_l^{k−2} = c_i^k / (k(k−1))                          k = 2..Q
//   DD(R)      Σ_ij b_i c_i^{k−2} a_ij ã_jl = b_l/k − b_l c_l/(k−1) + b_l c_l^k/(k(k−1))   k = 2..R
//   C̄(q)       Σ_j ā_kj c_j^{l−1} = x_k^l / l                                        l = 1..q
//   (S)        a_sj = b_j
//   (35)       b_i a⁽²⁾_ij + b_j a⁽¹⁾_ji = b_i b_j
//   (36)       a_{s+1−i,s+1−j} + a_ij = b_j = b_{s+1−j}
//   (37)       a⁽³⁾_{s+1−i,s+1−j} + a⁽⁴⁾_ij = b_j = b_{s+1−j}
//   (35̃)       b_i ã_ik + b̃_k ā_ki = b_i b̃_k, Jay (2007)

#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

/// B(p): the quadrature is exact to degree p − 1.
double assumption_B(const Vector& b, const Vector& c, int p);
/// C(q): the stages are exact to degree q − 1.
double assumption_C(const Matrix& A, const Vector& c, int q);
/// C̄(q): the same at the places x, one for each row.
double assumption_C(const Matrix& A, const Vector& c, const Vector& x, int q);
/// D(r), which C(q) and B(p) turn into order.
double assumption_D(const Matrix& A, const Vector& b, const Vector& c, int r);
/// CC(Q) of the product of two matrices, A_m outside and A_n inside.
double assumption_CC(const Matrix& Am, const Matrix& An, const Vector& c, int Q);
/// DD(R) of the product of two matrices.
double assumption_DD(const Matrix& Am, const Matrix& An, const Vector& b, const Vector& c, int R);

double stiff_accuracy_defect(const Matrix& A, const Vector& b);  ///< (S)
/// (35): zero where one matrix for positions and the other for momenta are symplectic together.
double symplectic_defect(const Matrix& A1, const Matrix& A2, const Vector& b);
/// (35̃): zero where the reactions at the points x_k are symplectic with the positions there; Ã is
/// s×P, Ā P×s.
double reaction_symplectic_defect(const Matrix& reaction_rows, const Matrix& point_rows,
                                  const Vector& b, const Vector& point_weights);
double symmetry_defect(const Matrix& A, const Vector& b);  ///< (36)
/// (37): zero where the two matrices are adjoint to each other, each the other run backwards.
double conjugate_symmetry_defect(const Matrix& A3, const Matrix& A4, const Vector& b);

/// (b_i a_ij + b_j a_ji − b_i b_j): zero for symplectic methods.
Matrix algebraic_stability_matrix(const Matrix& A, const Vector& b);

/// Definition 6.6: b_i ≥ 0 and that matrix is nonnegative definite, where eigenvalues above −1e-13
/// count as nonnegative.
bool algebraically_stable(const Matrix& A, const Vector& b);

}  // namespace sparkdyn::tableau
