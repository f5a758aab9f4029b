#include <gtest/gtest.h>
#include <cstdio>
#include <cmath>
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/problem.hpp"
#include "sparkdyn/dae/stepper.hpp"
using namespace sparkdyn::dae;
TEST(Scratch, All) {
  for (auto name : problem_names()) {
    auto p = make_problem(name);
    std::printf("%s energy %g u0", name.c_str(), p.system->energy(p.start));
    for (double u : p.start.u) std::printf(" %.15g", u);
    std::printf("\n");
    Stepper st(p.system, lobatto_spark(3, p.splitting));
    Point at = p.start;
    int its=0, fac=0, n=0;
    while (n < 50) {
      auto r = st.step(at, p.step);
      its += r.history.size(); fac += r.factorizations; ++n;
      if (!r.converged) { std::printf("  %s\n", r.failure.c_str()); break; }
      at = r.end;
    }
    auto c = constraint_residuals(*p.system, at);
    std::printf("  its %g fac %g res %g %g energy %g\n", double(its)/n, double(fac)/n, c.position, c.velocity, p.system->energy(at));
    if (p.exact) std::printf("  err %g\n", (p.exact(at.t).z - at.z).norm());
  }
}
