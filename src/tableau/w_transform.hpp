// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A = W T WᵀB, the inverse W-transformation of Lemma 8.1 in Jay (1998), with w_ij = P_{j−1}(c_i).
// B^{1/2}W has orthogonal columns, so the transformation loses no digits for any s.

#include "sparkdyn/tableau/types.hpp"
#include "wide_quadrature.hpp"

namespace sparkdyn::tableau {

// T = tridiagonal: 1/2 first on the diagonal, −ζ_k above it, ζ_k below, ζ_k = 1/(2√(4k² − 1)).
// It belongs to the Gauss and the Lobatto IIID methods; all others change only its last corner.
WideMatrix transformed_integration(int s);

// κ = 1/(4s − 2), what the last diagonal entry of T gains in Radau IIA and Lobatto IIIC.
long double damping_corner(int s);

// W: the Legendre polynomials normalised on [0, 1], in columns, at the places x; as many as there
// are places unless told.
WideMatrix legendre_columns(const WideVector& x);
WideMatrix legendre_columns(const WideVector& x, int count);

Matrix from_transform(const WideMatrix& T, const WideQuadrature& quadrature);

}  // namespace sparkdyn::tableau
