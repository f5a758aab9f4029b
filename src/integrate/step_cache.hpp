// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What was prepared for the last step sizes, factors above all: a shortened last step, or a control
// that goes back and forth between a few sizes, must not factor anew. The least recently used goes
// first, when there are too many or too large ones.

#include <algorithm>
#include <cstddef>
#include <list>
#include <utility>

#include "sparkdyn/integrate/stepper.hpp"

namespace sparkdyn::integrate {

/// What something was prepared for: a step size, and which linearisation of the system.
struct StepKey {
  double h = 0;                                     ///< step size
  long linearization = 0;                           ///< 0: the system by itself
  bool operator==(const StepKey&) const = default;  ///< the same step of the same linearisation
};

/// `Prepared`: what one key needs; moved in, owned here.
template <typename Prepared>
class StepCache {
 public:
  /// Empty.
  explicit StepCache(StepCacheLimits limits = {}) : limits_(limits) {}

  /// What is there for this key, now the most recently used; null when nothing is.
  Prepared* find(const StepKey& key) {
    const auto found = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const Entry& entry) { return entry.key == key; });
    if (found == kept_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, found);
    return &kept_.front().prepared;
  }

  /// Before something new is prepared, which is taken to be as large as the last: lets go what has
  /// no place beside it. `let_go(prepared)` is called for each.
  template <typename LetGo>
  void make_room(LetGo let_go) {
    const double next = kept_.empty() ? 0 : kept_.front().bytes;
    while (!kept_.empty() && (kept_.size() >= limits_.count || bytes() + next > limits_.bytes)) {
      let_go(kept_.back().prepared);
      kept_.pop_back();
    }
  }

  /// Keeps what was prepared for `key`, which takes so many bytes; now the most recently used.
  Prepared& add(const StepKey& key, Prepared prepared, double bytes) {
    kept_.push_front({key, bytes, std::move(prepared)});
    return kept_.front().prepared;
  }

  std::size_t size() const { return kept_.size(); }  ///< how many are kept
  /// Of all that is kept.
  double bytes() const {
    double sum = 0;
    for (const Entry& entry : kept_) sum += entry.bytes;
    return sum;
  }
  /// Calls visit(prepared) for each.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const Entry& entry : kept_) visit(entry.prepared);
  }

 private:
  struct Entry {
    StepKey key;
    double bytes = 0;
    Prepared prepared;
  };
  StepCacheLimits limits_;
  std::list<Entry> kept_;  // the most recently used first
};

}  // namespace sparkdyn::integrate
