// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/missed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sparkdyn::integrate {
namespace {

using core::check;

double size_of(const std::vector<core::Vector>& blocks) {
  double sum = 0;
  for (const auto& block : blocks) sum += std::pow(core::norm(block), 2);
  return sum;
}

}  // namespace

void Missed::record(std::vector<core::Vector> missed) {
  std::vector<double> sizes;
  for (std::size_t j = 0;; ++j) {
    sizes.push_back(size_of(missed));
    if (j == differences_.size()) {
      if (j < most) differences_.push_back(std::move(missed));
      break;
    }
    std::swap(missed, differences_[j]);  // ∇ʲ of this step stays, that of the last one goes on
    for (std::size_t i = 0; i < missed.size(); ++i)
      check(VecAYPX(missed[i], -1.0, differences_[j][i]));
  }
  used_ = static_cast<std::size_t>(std::min_element(sizes.begin(), sizes.end()) - sizes.begin());
}

void Missed::add_to(std::size_t block, double factor, Vec x) const {
  for (std::size_t j = 0; j < used_; ++j) check(VecAXPY(x, factor, differences_[j][block]));
}

void Missed::forget() {
  differences_.clear();
  used_ = 0;
}

void Missed::carry(core::Archive& archive, core::Space space, std::size_t blocks, Vec like) {
  auto known = static_cast<long>(differences_.size()), used = static_cast<long>(used_);
  archive.number("known", known);
  archive.number("used", used);
  used_ = static_cast<std::size_t>(used);
  while (differences_.size() < static_cast<std::size_t>(known)) {
    auto& added = differences_.emplace_back();
    while (added.size() < blocks) added.push_back(core::make_like(like));
  }
  for (std::size_t j = 0; j < differences_.size(); ++j)
    for (std::size_t i = 0; i < blocks; ++i)
      archive.vector(fmt::format("difference-{}-{}", j, i), space, differences_[j][i]);
}

}  // namespace sparkdyn::integrate
