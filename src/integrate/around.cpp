// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/around.hpp"

namespace sparkdyn::integrate {

void carry_around(Around& around, bool& stale, const mechanics::System& system,
                  core::Archive& archive) {
  archive.number("around.h", around.h);
  if (around.h == 0) return;
  long wanted = stale ? 1 : 0, multipliers = around.lambda.empty() ? 0 : 1;
  long stressed = around.stressed.empty() ? 0 : 1;
  archive.number("around.stressed", stressed);
  archive.number("around.stale", wanted);
  archive.number("around.multipliers", multipliers);
  stale = wanted != 0;
  if (around.at.q.empty()) {
    around.at.q = system.make_displacement();
    around.at.v = system.make_displacement();
  }
  if (multipliers != 0 && around.lambda.empty()) around.lambda = system.make_multiplier();
  archive.number("around.t", around.at.t);
  archive.vector("around-q", core::Space::displacement, around.at.q);
  archive.vector("around-v", core::Space::displacement, around.at.v);
  if (stressed != 0 && around.stressed.empty()) around.stressed = system.make_displacement();
  if (stressed != 0) archive.vector("around-stressed", core::Space::displacement, around.stressed);
  if (multipliers != 0) archive.vector("around-lambda", core::Space::multiplier, around.lambda);
}

}  // namespace sparkdyn::integrate
