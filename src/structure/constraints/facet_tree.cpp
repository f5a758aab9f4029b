// SPDX-License-Identifier: BSD-3-Clause
#include "facet_tree.hpp"

#include <algorithm>
#include <numeric>

namespace sparkdyn::structure {

FacetTree::FacetTree(const Mesh& mesh, std::span<const Facet> facets) {
  for (const Facet& facet : facets) {
    facets_.emplace_back(mesh, facet);
    boxes_.push_back(facets_.back().box());
  }
  order_.resize(facets.size());
  std::iota(order_.begin(), order_.end(), 0);
  branches_.reserve(facets.size());
  if (!facets.empty()) build(0, static_cast<int>(facets.size()));
}

int FacetTree::build(int begin, int end) {
  const int self = static_cast<int>(branches_.size());
  Branch branch{.box = {}, .begin = begin, .end = end};
  Eigen::AlignedBox3d centres;
  for (int i = begin; i < end; ++i) {
    branch.box.extend(boxes_[order_[i]]);
    centres.extend(boxes_[order_[i]].center());
  }
  branches_.push_back(branch);
  constexpr int leaf = 3;
  if (end - begin <= leaf) return self;
  Eigen::Index axis = 0;
  centres.sizes().maxCoeff(&axis);
  const int middle = begin + (end - begin) / 2;
  std::nth_element(
      order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
      [&](int a, int b) { return boxes_[a].center()[axis] < boxes_[b].center()[axis]; });
  build(begin, middle);
  const int second = build(middle, end);
  branches_[self].second = second;
  return self;
}

std::optional<SurfacePoint> FacetTree::nearest(const Eigen::Vector3d& p, double reach) const {
  if (branches_.empty()) return std::nullopt;
  SurfacePoint best{.point = {.distance = reach}};
  struct Waiting {
    int branch;
    double distance;
  };
  std::vector<Waiting> stack{{0, branches_[0].box.exteriorDistance(p)}};
  const auto worth = [&](double distance) {
    return best.facet < 0 ? distance <= best.point.distance : distance < best.point.distance;
  };
  while (!stack.empty()) {
    const auto [index, distance] = stack.back();
    stack.pop_back();
    if (!worth(distance)) continue;
    const Branch& branch = branches_[index];
    if (branch.second == 0) {
      for (int i = branch.begin; i < branch.end; ++i) {
        if (!worth(boxes_[order_[i]].exteriorDistance(p))) continue;
        const FacetPoint point = facets_[order_[i]].nearest(p);
        if (worth(point.distance)) best = {order_[i], point};
      }
      continue;
    }
    const Waiting first{index + 1, branches_[index + 1].box.exteriorDistance(p)};
    const Waiting second{branch.second, branches_[branch.second].box.exteriorDistance(p)};
    const bool first_is_nearer = first.distance <= second.distance;
    stack.push_back(first_is_nearer ? second : first);
    stack.push_back(first_is_nearer ? first : second);
  }
  if (best.facet < 0) return std::nullopt;
  return best;
}

double FacetTree::mean_edge() const {
  double sum = 0;
  for (const auto& facet : facets_) sum += facet.mean_edge();
  return sum / static_cast<double>(facets_.size());
}

}  // namespace sparkdyn::structure
