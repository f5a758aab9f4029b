// SPDX-License-Identifier: BSD-3-Clause
// Andrews' squeezing mechanism, seven bodies with q = (β, Θ, γ, Φ, δ, Ω, ε) and six constraints:
// Jay (1998), section 10, Figs. 1–4. Data: Hairer & Wanner, Solving ODEs II, VI.9. End values at
// t = 0.03: Mazzia & Magherini, Test Set for Initial Value Problem Solvers (andrews.f: PSIDE with
// tolerances of 1e-14 in Cray double precision); good to 3e-10 in q, 5e-8 in v, 1e-6 in λ.
//
//   T = vᵀM(q)v / 2,   U = c0 (|D − C| − l0)² / 2 − mom β,   (M(q)v)' = T_q − U_q − g_qᵀλ
//
// A constant torque is a potential, so T + U is an invariant. With `switch_off` = 0.02 the torque
// is the load mom (1 − t/0.02) until then and nothing after, as in Figs. 1 and 2.
#include <cmath>

#include "list.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706,
                 m7 = .05498;
constexpr double I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7, I5 = 1.169e-5,
                 I6 = 5.667e-7, I7 = 1.912e-5;
constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
constexpr double c0 = 4530.0, l0 = .07785;
constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035,
                 sa = .01874, sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04,
                 ua = .01228, ub = .00449, zf = .02, zt = .04, fa = .01421;

// vᵀMv in v and in the sums β' + Θ', δ' + Φ', ε' + Ω', in which M is nearly diagonal.
constexpr double e4 = e - ea;
constexpr double f6 = zf - fa;
constexpr double M22 = m2 * da * da + I2;
constexpr double M33 = m3 * (sa * sa + sb * sb) + I3;
constexpr double M44 = m4 * e4 * e4 + I4;
constexpr double M66 = m6 * f6 * f6 + I6;
constexpr double M11 = m1 * ra * ra + m2 * rr * rr + I1;  // with M22 and twice the cosine
constexpr double M55 = m4 * zt * zt + m5 * (ta * ta + tb * tb) + I5;
constexpr double M77 = m6 * u * u + m7 * (ua * ua + ub * ub) + I7;

template <bool SwitchedOff>
struct Squeezer {
  double torque;
  double switch_off;

  int coordinates() const { return 7; }
  int constraints() const { return 6; }

  template <typename S>
  S kinetic_energy(const Vector<S>& q, const Vector<S>& v) const {
    using std::cos, std::sin;
    const S cos_theta = cos(q[1]);
    const S sin_phi = sin(q[3]);
    const S sin_omega = sin(q[5]);
    const S crank = v[0] + v[1];
    const S left = v[4] + v[3];
    const S right = v[6] + v[5];
    return 0.5 * (M11 * (v[0] * v[0]) + M22 * (crank * crank) + M33 * (v[2] * v[2]) +
                  M55 * (v[4] * v[4]) + M44 * (left * left) + M77 * (v[6] * v[6]) +
                  M66 * (right * right)) -
           (m2 * da * rr) * (cos_theta * v[0] * crank) + (m4 * zt * e4) * (sin_phi * v[4] * left) -
           (m6 * u * f6) * (sin_omega * v[6] * right);
  }

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    using std::cos, std::sin, std::sqrt;
    const S x = sd * cos(q[2]) + sc * sin(q[2]) + (xb - xc);
    const S y = sd * sin(q[2]) - sc * cos(q[2]) + (yb - yc);
    const S stretch = sqrt(x * x + y * y) - l0;
    const S spring = 0.5 * c0 * stretch * stretch;
    if constexpr (SwitchedOff) return spring;
    return spring - torque * q[0];
  }

  // T_v, T_q, −U_q and −g_qᵀλ written out for speed; the tests hold them against the energies.
  template <typename S>
  Vector<S> momentum(const Vector<S>& q, const Vector<S>& v) const {
    using std::cos, std::sin;
    const S crank = v[0] + v[1];
    const S left = v[4] + v[3];
    const S right = v[6] + v[5];
    const S k2 = (m2 * da * rr) * cos(q[1]);
    const S k4 = (m4 * zt * e4) * sin(q[3]);
    const S k6 = (m6 * u * f6) * sin(q[5]);
    Vector<S> p(7);
    p[1] = M22 * crank - k2 * v[0];
    p[0] = M11 * v[0] + p[1] - k2 * crank;
    p[2] = M33 * v[2];
    p[3] = M44 * left + k4 * v[4];
    p[4] = M55 * v[4] + p[3] + k4 * left;
    p[5] = M66 * right - k6 * v[6];
    p[6] = M77 * v[6] + p[5] - k6 * right;
    return p;
  }

  // F(2), F(4), F(6) of section 10: what is left of f when the Coriolis forces are gone.
  template <typename S>
  Vector<S> inertia_force(const Vector<S>& q, const Vector<S>& v) const {
    using std::cos, std::sin;
    Vector<S> f = Vector<S>::Zero(7);
    f[1] = (m2 * da * rr) * (v[0] * (v[0] + v[1]) * sin(q[1]));
    f[3] = (m4 * zt * e4) * (v[4] * (v[4] + v[3]) * cos(q[3]));
    f[5] = (-m6 * u * f6) * (v[6] * (v[6] + v[5]) * cos(q[5]));
    return f;
  }

  template <typename S>
  Vector<S> elastic_force(const S&, const Vector<S>& q) const {
    using std::sqrt;
    const auto [sine, cosine] = sincos_of(q[2]);
    const S x = sd * cosine + sc * sine + (xb - xc);
    const S y = sd * sine - sc * cosine + (yb - yc);
    const S pull = -c0 * (1.0 - l0 / sqrt(x * x + y * y));
    Vector<S> f = Vector<S>::Zero(7);
    f[2] = pull * (x * (sc * cosine - sd * sine) + y * (sd * cosine + sc * sine));
    if constexpr (!SwitchedOff) f[0] = S(torque);
    return f;
  }

  template <typename S>
  Vector<S> reaction(const S&, const Vector<S>& q, const Vector<S>& lambda) const {
    const S x = lambda[0] + lambda[2] + lambda[4];
    const S y = lambda[1] + lambda[3] + lambda[5];
    const SinCos<S> b = sincos_of(q[0]), bt = sincos_of(q[0] + q[1]), g = sincos_of(q[2]);
    const SinCos<S> pd = sincos_of(q[3] + q[4]), de = sincos_of(q[4]);
    const SinCos<S> oe = sincos_of(q[5] + q[6]), ep = sincos_of(q[6]);
    Vector<S> f(7);
    f[1] = d * (bt.cos * y - bt.sin * x);
    f[0] = f[1] + rr * (b.sin * x - b.cos * y);
    f[2] = ss * (g.cos * lambda[0] + g.sin * lambda[1]);
    f[3] = e * (pd.cos * lambda[2] + pd.sin * lambda[3]);
    f[4] = f[3] + zt * (de.cos * lambda[3] - de.sin * lambda[2]);
    f[5] = zf * (oe.cos * lambda[5] - oe.sin * lambda[4]);
    f[6] = f[5] + u * (ep.cos * lambda[4] + ep.sin * lambda[5]);
    return f;
  }

  template <typename S>
  Vector<S> load(const S& t, const Vector<S>& q, const Vector<S>&) const requires SwitchedOff {
    Vector<S> force = Vector<S>::Zero(q.size());
    if (t < S(switch_off)) force[0] = torque * (1.0 - t / switch_off);
    return force;
  }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    const SinCos<S> b = sincos_of(q[0]), bt = sincos_of(q[0] + q[1]), c = sincos_of(q[2]);
    const SinCos<S> pd = sincos_of(q[3] + q[4]), de = sincos_of(q[4]);
    const SinCos<S> oe = sincos_of(q[5] + q[6]), ep = sincos_of(q[6]);
    const S x = rr * b.cos - d * bt.cos;
    const S y = rr * b.sin - d * bt.sin;
    Vector<S> g(6);
    g << x - ss * c.sin - xb, y + ss * c.cos - yb, x - e * pd.sin - zt * de.cos - xa,
        y + e * pd.cos - zt * de.sin - ya, x - zf * oe.cos - u * ep.sin - xa,
        y - zf * oe.sin + u * ep.cos - ya;
    return g;
  }
};

Eigen::VectorXd vector(std::initializer_list<double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.begin(),
                                           static_cast<Eigen::Index>(values.size()));
}

}  // namespace

Problem andrews_squeezer(ParameterReader& parameter) {
  const double torque = parameter("torque", 0.033);
  const double switch_off = parameter("switch_off", 0.0);
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Jay 1998, section 10, Figs. 1-4";
  problem.components = {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"};
  if (switch_off > 0.0) {
    problem.system = make_mechanism(Squeezer<true>{torque, switch_off});
  } else {
    problem.system = make_mechanism(Squeezer<false>{torque, switch_off});
  }
  problem.start.y = vector({-0.0617138900142764496, 0.0, 0.455279819163070380, 0.222668390165885885,
                            0.487364979543842550, -0.222668390165885885, 1.23054744454982119});
  problem.start.z = Eigen::VectorXd::Zero(7);
  problem.end_time = 0.03;
  problem.step = 5e-5;
  if (torque == 0.033 && switch_off == 0.0) {
    problem.answers = {
        {.t = 0.03,
         .y = vector({15.81077119629904, -15.75637105984298, 0.04082224013073101,
                      -0.5347301163226948, 0.5244099658805304, 0.5347301163226948,
                      1.048080741042263}),
         .z = vector({1139.920302151208, -1424.379294994111, 11.03291221937134, 19.29337464421385,
                      0.5735699284790808, -19.29337464421385, 0.3231791658026955}),
         .u = vector({199.1753333731910, -29.75531228015052, 23.06654119098399, 31.45271365475927,
                      22.64249232082739, 11.61740700019673})}};
  }
  return problem;
}

}  // namespace sparkdyn::dae::problems
