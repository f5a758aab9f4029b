// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The terms of M v' = Σ_k F_k a_k(t) − Σ_k C_k v − Σ_k K_k q − Gᵀλ. A term has a kind and may be
// restricted to a region; the splitting gives each its own Runge–Kutta matrix.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::mechanics {

using core::MatrixPtr;

/// What a term multiplies: q or v.
enum class Kind { elastic, damping };
std::string_view name(Kind kind);  ///< "elastic" or "damping"

/// factor·matrix; Rayleigh damping is two such parts that share M and K with other terms.
struct ScaledMatrix {
  double factor = 1.0;  ///< of the matrix
  MatrixPtr matrix;     ///< shared, never changed
};

/// The force −Σ factor·matrix·x, with x = q for elastic and x = v for damping terms.
struct MatrixTerm {
  Kind kind = Kind::elastic;        ///< elastic or damping
  std::string region;               ///< empty: the whole structure
  std::vector<ScaledMatrix> parts;  ///< added up

  std::string name() const;  ///< "elastic" or "elastic@region", as a splitting calls it
};

/// shape · a(t), a load on the right-hand side or a prescribed value of the constraints.
struct TimedVector {
  core::Vector shape;      ///< n entries, or m of a prescribed value
  AmplitudePtr amplitude;  ///< a(t)
  std::string region;      ///< empty: the whole structure
  int load_case = -1;      ///< −1: acts in all of them
  std::string name = {};   ///< for messages: "load f.mtx"; may be empty

  /// Whether it acts in this load case.
  bool acts_in(int which) const { return load_case < 0 || load_case == which; }
};

/// r ← r + scale · Σ_parts factor·matrix·x; `work` has the layout of r. @note Collective.
void add_product(const MatrixTerm& term, double scale, Vec x, Vec r, Vec work);

}  // namespace sparkdyn::mechanics
