// SPDX-License-Identifier: BSD-3-Clause
// An index-2 problem split over all five Lobatto families, Jay (2006), Math. Comp. 75. Here the
// differential variables are z (there is no y), the algebraic one is u, and the constraint is one
// on the level of z ("nonholonomic"):
//
//   IIIA (z2 − 2 z1² z2, −z1²)   IIIB (z1 z2² u², e^{−t}u − z1)   IIIC (−z2² u, −3 z2² u)
//   IIIC* (2 z1 z2² − 2 e^{−2t} z1 z2, u)   IIID (2 z2² u², z1² z2²);   0 = z1² z2 − 1
//
// Exact from z = (1, 1): z = (e^t, e^{−2t}), u = e^{2t}.
#include <cmath>

#include "list.hpp"
#include "sparkdyn/dae/differentiated.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct FiveFamilies {
  Sizes sizes() const { return {.z = 2, .nonholonomic = 1}; }
  std::vector<TermInfo> velocity_terms() const { return {}; }
  std::vector<TermInfo> force_terms() const {
    std::vector<TermInfo> terms;
    for (const char* region : {"A", "B", "C", "C*", "D"}) {
      terms.push_back({.kind = tableau::Term::load,
                       .region = region,
                       .depends_on_y = false,
                       .depends_on_u = true});
    }
    return terms;
  }

  template <typename S>
  Vector<S> velocity(int, const S&, const Vector<S>& y, const Vector<S>&) const {
    return y;
  }

  template <typename S>
  Vector<S> momentum(const S&, const Vector<S>&, const Vector<S>& z) const {
    return z;
  }

  template <typename S>
  Vector<S> force(int term, const S& t, const Vector<S>&, const Vector<S>& z,
                  const Vector<S>& u) const {
    using std::exp;
    const S z1 = z[0];
    const S z2 = z[1];
    const S w = u[0];
    Vector<S> f(2);
    if (term == 0) f << z2 - 2.0 * z1 * z1 * z2, -z1 * z1;
    if (term == 1) f << z1 * z2 * z2 * w * w, exp(-t) * w - z1;
    if (term == 2) f << -z2 * z2 * w, -3.0 * z2 * z2 * w;
    if (term == 3) f << 2.0 * z1 * z2 * z2 - 2.0 * exp(-2.0 * t) * z1 * z2, w;
    if (term == 4) f << 2.0 * z2 * z2 * w * w, z1 * z1 * z2 * z2;
    return f;
  }

  template <typename S>
  Vector<S> nonholonomic(const S&, const Vector<S>&, const Vector<S>& z) const {
    Vector<S> h(1);
    h << z[0] * z[0] * z[1] - 1.0;
    return h;
  }
};

}  // namespace

Problem index2_five_families(ParameterReader&) {
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Jay 2006, Math. Comp. 75";
  problem.components = {"z1", "z2"};
  problem.system = std::make_shared<Differentiated<FiveFamilies>>(FiveFamilies{});
  for (const char* family : {"A", "B", "C", "C*", "D"}) {
    problem.splitting.set(std::string("load@") + family,
                          tableau::Mixture::pure(*tableau::find_family(family)));
  }
  problem.exact = [](double t) {
    return Point{t, Eigen::VectorXd(0), Eigen::Vector2d(std::exp(t), std::exp(-2.0 * t)),
                 Eigen::VectorXd::Constant(1, std::exp(2.0 * t))};
  };
  problem.start = problem.exact(0.0);
  problem.end_time = 1.0;
  problem.step = 0.05;
  return problem;
}

}  // namespace sparkdyn::dae::problems
