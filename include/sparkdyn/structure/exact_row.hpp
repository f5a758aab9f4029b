// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One constraint that holds however far a structure turns, in displacements u and directors d1, d2,
// d3 of nodes (docs/nonlinear.md):
//   0 = Σ_k c_k τ_k(t) x_k y_k σ_k(z_k),    x, y, z: a component of u or of a director, x and y or
//   1,
// and σ one of 1, sin, cos or a function of the model. Rigid bodies, joints and drives are linear
// or quadratic in these unknowns; a sine is there where an angle is an unknown of its own.

#include <string>
#include <vector>

#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::structure {

/// u (components 0..2) or a director (3..11: d1, d2, d3, one after another) of a node.
struct Unknown {
  Index node = -1;    ///< position in the mesh; −1: the factor is 1
  int component = 0;  ///< 0..11
};

/// What a coefficient is multiplied by: 1, a(t), sin(factor·a(t)) or cos(factor·a(t)).
struct Timing {
  /// Which of these.
  enum class Kind : int { constant, value, sine, cosine };
  Kind kind = Kind::constant;  ///< 1, unless it is said
  int amplitude = -1;          ///< index in Model::amplitudes; −1: constant 1
  double factor = 1;           ///< of the amplitude, in sines and cosines
};

/// The function of a third unknown that a term is multiplied by.
enum class Turn : int { none, sine, cosine, curve };

/// coefficient · τ(t) · a · b · σ(angle).
struct ExactTerm {
  double coefficient = 0;  ///< not zero
  Unknown a;               ///< first factor; none: the term depends on time alone
  Unknown b;               ///< second factor; none: the term is linear
  Timing timing;           ///< τ
  Unknown angle;           ///< what σ is of
  Turn turn = Turn::none;  ///< σ; none: 1
  int curve = -1;          ///< the function of Turn::curve, an index in Model::amplitudes
};

/// One row.
struct ExactRow {
  std::vector<ExactTerm> terms;  ///< added up
  std::string name;              ///< for messages and results: "hinge 'knee', x"
  bool support = false;          ///< its force is a reaction, not a force between parts
};

}  // namespace sparkdyn::structure
