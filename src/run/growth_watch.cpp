// SPDX-License-Identifier: BSD-3-Clause
#include "growth_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sparkdyn::run {
namespace {

/// Growth beyond this, with no work to explain it, is an instability and not a vibration.
constexpr double explained_growth = 1e6;
/// What the equations themselves put in may drive growth without end, and is counted: the method
/// can be wrong about it by a factor, not by millions.
constexpr double of_what_is_pumped = 1e3;
/// How often the energies are looked at for growth without suspicion; each look costs two products.
constexpr long growth_check_interval = 50;

/// How far the balance may be off before the method is to blame.
double allowed_balance(const EnergyAccount& account, double strain) {
  // A K that is not positive gives out energy without end: the negative strain energy says how
  // much.
  const double given = std::abs(account.initial) + account.received + std::max(-strain, 0.0);
  return explained_growth * given + of_what_is_pumped * account.pumped;
}

}  // namespace

bool damping_only_damps(const mechanics::System& system) {
  std::vector<const core::Matrix*> positive{system.mass().get()};
  for (const auto& term : system.terms())
    if (term.kind == mechanics::Kind::elastic)
      for (const auto& part : term.parts) positive.push_back(part.matrix.get());
  for (const auto& term : system.terms())
    if (term.kind == mechanics::Kind::damping)
      for (const auto& part : term.parts)
        if (part.factor < 0 ||
            std::find(positive.begin(), positive.end(), part.matrix.get()) == positive.end())
          return false;
  return system.symmetric();
}

GrowthWatch::GrowthWatch(const mechanics::System& system) {
  core::check(MatNorm(*system.mass(), NORM_INFINITY, &mass_));
}

/// T ≤ ½‖M‖|v|², and a mode that a step turns over, hω ≥ 2, has U ≈ ½‖M‖|Δq/h|² where T is small.
bool GrowthWatch::wants_look(const mechanics::State& before, const Frame& now, double h,
                             const EnergyAccount& account) {
  if (now.step() % growth_check_interval == 0 || now.last()) return true;
  constexpr double part = 0.01;
  if (change_.empty()) change_ = core::make_like(now.q());
  core::check(VecWAXPY(change_, -1.0, before.q, now.q()));
  const double speed = std::max(core::norm(now.v()), core::norm(change_) / h);
  return 0.5 * mass_ * speed * speed > part * allowed_balance(account, 0.0);
}

std::string GrowthWatch::objection(const Frame& now, const EnergyAccount& account) const {
  const Energies& e = now.energies();
  const double allowed = allowed_balance(account, e.strain);
  if (!(e.balance > allowed && allowed > 0)) return "";
  const double explained = std::abs(account.initial) + account.received + account.pumped;
  return fmt::format(
      "the energy grows without work being done on the structure, to {:.3g} where {:.3g} is "
      "explained",
      e.kinetic + e.strain, explained);
}

}  // namespace sparkdyn::run
