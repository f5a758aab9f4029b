// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/mechanics/term.hpp"

namespace sparkdyn::mechanics {

std::string_view name(Kind kind) {
  return kind == Kind::elastic ? "elastic" : "damping";
}

std::string MatrixTerm::name() const {
  std::string text(mechanics::name(kind));
  if (!region.empty()) text += "@" + region;
  return text;
}

void add_product(const MatrixTerm& term, double scale, Vec x, Vec r, Vec work) {
  for (const ScaledMatrix& part : term.parts) {
    if (part.factor == 0) continue;
    core::check(MatMult(*part.matrix, x, work));
    core::check(VecAXPY(r, scale * part.factor, work));
  }
}

}  // namespace sparkdyn::mechanics
