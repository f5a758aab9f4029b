// SPDX-License-Identifier: BSD-3-Clause
#include "dae_andrews_ida.hpp"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace sparkdyn::benchmark {

namespace {

constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706,
                 m7 = .05498;
constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5,
                 i6 = 5.667e-7, i7 = 1.912e-5;
constexpr double xb = -.03635, yb = .03273, xc = .014, yc = .072, c0 = 4530.0, l0 = .07785;
constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035,
                 sa = .01874, sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04,
                 ua = .01228, ub = .00449, zf = .02, zt = .04, fa = .01421, torque = .033;
constexpr double k2 = m2 * da * rr, k4 = m4 * zt * (e - ea), k6 = m6 * u * (zf - fa);
constexpr double M22 = m2 * da * da + i2, M33 = m3 * (sa * sa + sb * sb) + i3;
constexpr double M44 = m4 * (e - ea) * (e - ea) + i4, M66 = m6 * (zf - fa) * (zf - fa) + i6;
constexpr double M11 = m1 * ra * ra + m2 * (rr * rr + da * da) + i1 + i2;
constexpr double M55 = m4 * (zt * zt + (e - ea) * (e - ea)) + m5 * (ta * ta + tb * tb) + i4 + i5;
constexpr double M77 = m6 * ((zf - fa) * (zf - fa) + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;

constexpr int unknowns = 20;

// Every sine and cosine once.
struct Angles {
  double sin_b, cos_b, sin_t, cos_t, sin_g, cos_g, sin_p, cos_p, sin_d, cos_d, sin_o, cos_o, sin_e,
      cos_e, sin_bt, cos_bt, sin_pd, cos_pd, sin_oe, cos_oe;

  explicit Angles(const double* q) {
    sincos(q[0], &sin_b, &cos_b);
    sincos(q[1], &sin_t, &cos_t);
    sincos(q[2], &sin_g, &cos_g);
    sincos(q[3], &sin_p, &cos_p);
    sincos(q[4], &sin_d, &cos_d);
    sincos(q[5], &sin_o, &cos_o);
    sincos(q[6], &sin_e, &cos_e);
    sin_bt = sin_b * cos_t + cos_b * sin_t;
    cos_bt = cos_b * cos_t - sin_b * sin_t;
    sin_pd = sin_p * cos_d + cos_p * sin_d;
    cos_pd = cos_p * cos_d - sin_p * sin_d;
    sin_oe = sin_o * cos_e + cos_o * sin_e;
    cos_oe = cos_o * cos_e - sin_o * sin_e;
  }
};

// x = rr cos β − d cos(β+Θ) and the ends of the three chains; derivatives by their own angles.
struct Gradients {
  double x_b, x_t, y_b, y_t;      // by β and Θ
  double g1_g, g2_g;              // by γ
  double g3_p, g3_d, g4_p, g4_d;  // by Φ and δ
  double g5_o, g5_e, g6_o, g6_e;  // by Ω and ε

  explicit Gradients(const Angles& a)
      : x_b(-rr * a.sin_b + d * a.sin_bt),
        x_t(d * a.sin_bt),
        y_b(rr * a.cos_b - d * a.cos_bt),
        y_t(-d * a.cos_bt),
        g1_g(-ss * a.cos_g),
        g2_g(-ss * a.sin_g),
        g3_p(-e * a.cos_pd),
        g3_d(-e * a.cos_pd + zt * a.sin_d),
        g4_p(-e * a.sin_pd),
        g4_d(-e * a.sin_pd - zt * a.cos_d),
        g5_o(zf * a.sin_oe),
        g5_e(zf * a.sin_oe - u * a.cos_e),
        g6_o(-zf * a.cos_oe),
        g6_e(-zf * a.cos_oe - u * a.sin_e) {}
};

// The torque of the spring on γ and its derivative.
struct Spring {
  double torque, slope;

  explicit Spring(const Angles& a) {
    const double x = sd * a.cos_g + sc * a.sin_g + xb - xc;
    const double y = sd * a.sin_g - sc * a.cos_g + yb - yc;
    const double x_g = sc * a.cos_g - sd * a.sin_g;
    const double y_g = sd * a.cos_g + sc * a.sin_g;
    const double length = std::sqrt(x * x + y * y);
    const double force = -c0 * (length - l0) / length;
    const double arm = x * x_g + y * y_g;
    torque = force * arm;
    const double arm_slope = x_g * x_g + y_g * y_g - x * y_g + y * x_g;
    slope = force * arm_slope - c0 * l0 / (length * length * length) * arm * arm;
  }
};

int residual(double, N_Vector y_vector, N_Vector rate_vector, N_Vector result, void*) {
  const double* q = N_VGetArrayPointer(y_vector);
  const double* v = q + 7;
  const double* lambda = q + 14;
  const double* qp = N_VGetArrayPointer(rate_vector);
  const double* w = qp + 7;
  double* r = N_VGetArrayPointer(result);
  const Angles a(q);
  const Gradients G(a);
  for (int k = 0; k < 7; ++k) r[k] = qp[k] - v[k];
  const double m21 = M22 - k2 * a.cos_t;
  const double m54 = M44 + k4 * a.sin_p;
  const double m76 = M66 - k6 * a.sin_o;
  const double x_force = lambda[0] + lambda[2] + lambda[4];
  const double y_force = lambda[1] + lambda[3] + lambda[5];
  r[7] = (M11 - 2.0 * k2 * a.cos_t) * w[0] + m21 * w[1] - torque +
         k2 * v[1] * (v[1] + 2.0 * v[0]) * a.sin_t + G.x_b * x_force + G.y_b * y_force;
  r[8] = m21 * w[0] + M22 * w[1] - k2 * v[0] * v[0] * a.sin_t + G.x_t * x_force + G.y_t * y_force;
  r[9] = M33 * w[2] - Spring(a).torque + G.g1_g * lambda[0] + G.g2_g * lambda[1];
  r[10] = M44 * w[3] + m54 * w[4] - k4 * v[4] * v[4] * a.cos_p + G.g3_p * lambda[2] +
          G.g4_p * lambda[3];
  r[11] = m54 * w[3] + (M55 + 2.0 * k4 * a.sin_p) * w[4] +
          k4 * v[3] * (v[3] + 2.0 * v[4]) * a.cos_p + G.g3_d * lambda[2] + G.g4_d * lambda[3];
  r[12] = M66 * w[5] + m76 * w[6] + k6 * v[6] * v[6] * a.cos_o + G.g5_o * lambda[4] +
          G.g6_o * lambda[5];
  r[13] = m76 * w[5] + (M77 - 2.0 * k6 * a.sin_o) * w[6] -
          k6 * v[5] * (v[5] + 2.0 * v[6]) * a.cos_o + G.g5_e * lambda[4] + G.g6_e * lambda[5];
  const double bt = (v[0] + v[1]) * (v[0] + v[1]);
  const double pd = (v[3] + v[4]) * (v[3] + v[4]);
  const double oe = (v[5] + v[6]) * (v[5] + v[6]);
  const double x = G.x_b * w[0] + G.x_t * w[1] - rr * a.cos_b * v[0] * v[0] + d * a.cos_bt * bt;
  const double y = G.y_b * w[0] + G.y_t * w[1] - rr * a.sin_b * v[0] * v[0] + d * a.sin_bt * bt;
  r[14] = x + G.g1_g * w[2] + ss * a.sin_g * v[2] * v[2];
  r[15] = y + G.g2_g * w[2] - ss * a.cos_g * v[2] * v[2];
  r[16] = x + G.g3_p * w[3] + G.g3_d * w[4] + e * a.sin_pd * pd + zt * a.cos_d * v[4] * v[4];
  r[17] = y + G.g4_p * w[3] + G.g4_d * w[4] - e * a.cos_pd * pd + zt * a.sin_d * v[4] * v[4];
  r[18] = x + G.g5_o * w[5] + G.g5_e * w[6] + zf * a.cos_oe * oe + u * a.sin_e * v[6] * v[6];
  r[19] = y + G.g6_o * w[5] + G.g6_e * w[6] + zf * a.sin_oe * oe - u * a.cos_e * v[6] * v[6];
  return 0;
}

// The last six rows: G(q)w + G_q(q)(v,v) by q and by v, with cj for w = v'.
void constraint_rows(double cj, const Angles& a, const Gradients& G, const double* v,
                     const double* w, SUNMatrix J) {
  const auto entry = [&](int row, int column) -> double& { return SM_ELEMENT_D(J, row, column); };
  const double bt = v[0] + v[1], pd = v[3] + v[4], oe = v[5] + v[6];
  const double wbt = w[0] + w[1], wpd = w[3] + w[4], woe = w[5] + w[6];
  const double x_q1 = d * (a.cos_bt * wbt - a.sin_bt * bt * bt);
  const double x_q0 = x_q1 + rr * (-a.cos_b * w[0] + a.sin_b * v[0] * v[0]);
  const double y_q1 = d * (a.sin_bt * wbt + a.cos_bt * bt * bt);
  const double y_q0 = y_q1 + rr * (-a.sin_b * w[0] - a.cos_b * v[0] * v[0]);
  const double x_v1 = 2.0 * d * a.cos_bt * bt;
  const double y_v1 = 2.0 * d * a.sin_bt * bt;
  for (int row = 14; row < 20; row += 2) {
    entry(row, 0) = x_q0;
    entry(row, 1) = x_q1;
    entry(row, 7) = cj * G.x_b + x_v1 - 2.0 * rr * a.cos_b * v[0];
    entry(row, 8) = cj * G.x_t + x_v1;
    entry(row + 1, 0) = y_q0;
    entry(row + 1, 1) = y_q1;
    entry(row + 1, 7) = cj * G.y_b + y_v1 - 2.0 * rr * a.sin_b * v[0];
    entry(row + 1, 8) = cj * G.y_t + y_v1;
  }
  entry(14, 2) = ss * (a.sin_g * w[2] + a.cos_g * v[2] * v[2]);
  entry(14, 9) = cj * G.g1_g + 2.0 * ss * a.sin_g * v[2];
  entry(15, 2) = ss * (-a.cos_g * w[2] + a.sin_g * v[2] * v[2]);
  entry(15, 9) = cj * G.g2_g - 2.0 * ss * a.cos_g * v[2];
  entry(16, 3) = e * (a.sin_pd * wpd + a.cos_pd * pd * pd);
  entry(16, 4) = entry(16, 3) + zt * (a.cos_d * w[4] - a.sin_d * v[4] * v[4]);
  entry(16, 10) = cj * G.g3_p + 2.0 * e * a.sin_pd * pd;
  entry(16, 11) = cj * G.g3_d + 2.0 * e * a.sin_pd * pd + 2.0 * zt * a.cos_d * v[4];
  entry(17, 3) = e * (-a.cos_pd * wpd + a.sin_pd * pd * pd);
  entry(17, 4) = entry(17, 3) + zt * (a.sin_d * w[4] + a.cos_d * v[4] * v[4]);
  entry(17, 10) = cj * G.g4_p - 2.0 * e * a.cos_pd * pd;
  entry(17, 11) = cj * G.g4_d - 2.0 * e * a.cos_pd * pd + 2.0 * zt * a.sin_d * v[4];
  entry(18, 5) = zf * (a.cos_oe * woe - a.sin_oe * oe * oe);
  entry(18, 6) = entry(18, 5) + u * (a.sin_e * w[6] + a.cos_e * v[6] * v[6]);
  entry(18, 12) = cj * G.g5_o + 2.0 * zf * a.cos_oe * oe;
  entry(18, 13) = cj * G.g5_e + 2.0 * zf * a.cos_oe * oe + 2.0 * u * a.sin_e * v[6];
  entry(19, 5) = zf * (a.sin_oe * woe + a.cos_oe * oe * oe);
  entry(19, 6) = entry(19, 5) + u * (-a.cos_e * w[6] + a.sin_e * v[6] * v[6]);
  entry(19, 12) = cj * G.g6_o + 2.0 * zf * a.sin_oe * oe;
  entry(19, 13) = cj * G.g6_e + 2.0 * zf * a.sin_oe * oe - 2.0 * u * a.cos_e * v[6];
}

// The reaction Gᵀλ by q and by λ.
void reaction_rows(const Angles& a, const Gradients& G, const double* lambda, SUNMatrix J) {
  const auto entry = [&](int row, int column) -> double& { return SM_ELEMENT_D(J, row, column); };
  const double x_force = lambda[0] + lambda[2] + lambda[4];
  const double y_force = lambda[1] + lambda[3] + lambda[5];
  const double bt = d * (a.cos_bt * x_force + a.sin_bt * y_force);
  entry(7, 0) += bt - rr * (a.cos_b * x_force + a.sin_b * y_force);
  entry(7, 1) += bt;
  entry(8, 0) += bt;
  entry(8, 1) += bt;
  entry(9, 2) += ss * (a.sin_g * lambda[0] - a.cos_g * lambda[1]);
  const double pd = e * (a.sin_pd * lambda[2] - a.cos_pd * lambda[3]);
  entry(10, 3) += pd;
  entry(10, 4) += pd;
  entry(11, 3) += pd;
  entry(11, 4) += pd + zt * (a.cos_d * lambda[2] + a.sin_d * lambda[3]);
  const double oe = zf * (a.cos_oe * lambda[4] + a.sin_oe * lambda[5]);
  entry(12, 5) += oe;
  entry(12, 6) += oe;
  entry(13, 5) += oe;
  entry(13, 6) += oe + u * (a.sin_e * lambda[4] - a.cos_e * lambda[5]);
  for (int k = 14; k < 20; k += 2) {
    entry(7, k) = G.x_b;
    entry(8, k) = G.x_t;
    entry(7, k + 1) = G.y_b;
    entry(8, k + 1) = G.y_t;
  }
  entry(9, 14) = G.g1_g;
  entry(9, 15) = G.g2_g;
  entry(10, 16) = G.g3_p;
  entry(10, 17) = G.g4_p;
  entry(11, 16) = G.g3_d;
  entry(11, 17) = G.g4_d;
  entry(12, 18) = G.g5_o;
  entry(12, 19) = G.g6_o;
  entry(13, 18) = G.g5_e;
  entry(13, 19) = G.g6_e;
}

int jacobian(double, double cj, N_Vector y_vector, N_Vector rate_vector, N_Vector, SUNMatrix J,
             void*, N_Vector, N_Vector, N_Vector) {
  const double* q = N_VGetArrayPointer(y_vector);
  const double* v = q + 7;
  const double* w = N_VGetArrayPointer(rate_vector) + 7;
  const Angles a(q);
  const Gradients G(a);
  const auto entry = [&](int row, int column) -> double& { return SM_ELEMENT_D(J, row, column); };
  SUNMatZero(J);
  for (int k = 0; k < 7; ++k) {
    entry(k, k) = cj;
    entry(k, k + 7) = -1.0;
  }
  entry(7, 1) =
      2.0 * k2 * a.sin_t * w[0] + k2 * a.sin_t * w[1] + k2 * v[1] * (v[1] + 2.0 * v[0]) * a.cos_t;
  entry(7, 7) = cj * (M11 - 2.0 * k2 * a.cos_t) + 2.0 * k2 * v[1] * a.sin_t;
  entry(7, 8) = cj * (M22 - k2 * a.cos_t) + 2.0 * k2 * (v[0] + v[1]) * a.sin_t;
  entry(8, 1) = k2 * a.sin_t * w[0] - k2 * v[0] * v[0] * a.cos_t;
  entry(8, 7) = cj * (M22 - k2 * a.cos_t) - 2.0 * k2 * v[0] * a.sin_t;
  entry(8, 8) = cj * M22;
  entry(9, 2) = -Spring(a).slope;
  entry(9, 9) = cj * M33;
  entry(10, 3) = k4 * a.cos_p * w[4] + k4 * v[4] * v[4] * a.sin_p;
  entry(10, 10) = cj * M44;
  entry(10, 11) = cj * (M44 + k4 * a.sin_p) - 2.0 * k4 * v[4] * a.cos_p;
  entry(11, 3) =
      k4 * a.cos_p * w[3] + 2.0 * k4 * a.cos_p * w[4] - k4 * v[3] * (v[3] + 2.0 * v[4]) * a.sin_p;
  entry(11, 10) = cj * (M44 + k4 * a.sin_p) + 2.0 * k4 * (v[3] + v[4]) * a.cos_p;
  entry(11, 11) = cj * (M55 + 2.0 * k4 * a.sin_p) + 2.0 * k4 * v[3] * a.cos_p;
  entry(12, 5) = -k6 * a.cos_o * w[6] - k6 * v[6] * v[6] * a.sin_o;
  entry(12, 12) = cj * M66;
  entry(12, 13) = cj * (M66 - k6 * a.sin_o) + 2.0 * k6 * v[6] * a.cos_o;
  entry(13, 5) =
      -k6 * a.cos_o * w[5] - 2.0 * k6 * a.cos_o * w[6] + k6 * v[5] * (v[5] + 2.0 * v[6]) * a.sin_o;
  entry(13, 12) = cj * (M66 - k6 * a.sin_o) - 2.0 * k6 * (v[5] + v[6]) * a.cos_o;
  entry(13, 13) = cj * (M77 - 2.0 * k6 * a.sin_o) - 2.0 * k6 * v[5] * a.cos_o;
  reaction_rows(a, G, q + 14, J);
  constraint_rows(cj, a, G, v, w, J);
  return 0;
}

constexpr std::array<double, unknowns> initial_values = {-0.0617138900142764496,
                                                         0.0,
                                                         0.455279819163070380,
                                                         0.222668390165885885,
                                                         0.487364979543842550,
                                                         -0.222668390165885885,
                                                         1.23054744454982119,
                                                         0.0,
                                                         0.0,
                                                         0.0,
                                                         0.0,
                                                         0.0,
                                                         0.0,
                                                         0.0,
                                                         98.5668703962410896,
                                                         -6.12268834425566266,
                                                         0.0,
                                                         0.0,
                                                         0.0,
                                                         0.0};
constexpr std::array<double, 7> initial_accelerations = {
    14222.4439199541138705911625887, -10666.8329399655854029433719415, 0.0, 0.0, 0.0, 0.0, 0.0};

void require(int status, const char* what) {
  if (status < 0) throw std::runtime_error(std::string("IDA: ") + what + " failed");
}

}  // namespace

class AndrewsByIda::Implementation {
 public:
  explicit Implementation(const IdaOptions& options) : options_(options) {
    require(SUNContext_Create(nullptr, &context_), "SUNContext_Create");
    y_ = N_VNew_Serial(unknowns, context_);
    rate_ = N_VNew_Serial(unknowns, context_);
    id_ = N_VNew_Serial(unknowns, context_);
    matrix_ = SUNDenseMatrix(unknowns, unknowns, context_);
    solver_ = SUNLinSol_Dense(y_, matrix_, context_);
    memory_ = IDACreate(context_);
    start();
    require(IDAInit(memory_, residual, 0.0, y_, rate_), "IDAInit");
    require(IDASStolerances(memory_, options_.relative_tolerance, options_.absolute_tolerance),
            "IDASStolerances");
    require(IDASetLinearSolver(memory_, solver_, matrix_), "IDASetLinearSolver");
    if (options_.jacobian == IdaJacobian::analytic) {
      require(IDASetJacFn(memory_, jacobian), "IDASetJacFn");
    }
    for (int k = 0; k < unknowns; ++k) N_VGetArrayPointer(id_)[k] = k < 14 ? 1.0 : 0.0;
    require(IDASetId(memory_, id_), "IDASetId");
    require(IDASetSuppressAlg(memory_, SUNTRUE), "IDASetSuppressAlg");
    require(IDASetMaxNumSteps(memory_, 1000000), "IDASetMaxNumSteps");
  }
  ~Implementation() {
    IDAFree(&memory_);
    SUNLinSolFree(solver_);
    SUNMatDestroy(matrix_);
    N_VDestroy(id_);
    N_VDestroy(rate_);
    N_VDestroy(y_);
    SUNContext_Free(&context_);
  }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  IdaResult run(double end_time) {
    start();
    require(IDAReInit(memory_, 0.0, y_, rate_), "IDAReInit");
    require(IDASetStopTime(memory_, end_time), "IDASetStopTime");
    double reached = 0.0;
    require(IDASolve(memory_, end_time, &reached, y_, rate_, IDA_NORMAL), "IDASolve");
    IdaResult result;
    std::copy_n(N_VGetArrayPointer(y_), 7, result.q.begin());
    std::copy_n(N_VGetArrayPointer(y_) + 7, 7, result.v.begin());
    IDAGetNumSteps(memory_, &result.steps);
    IDAGetNumResEvals(memory_, &result.residuals);
    IDAGetNumJacEvals(memory_, &result.jacobians);
    return result;
  }

 private:
  void start() {
    double* y = N_VGetArrayPointer(y_);
    double* rate = N_VGetArrayPointer(rate_);
    std::copy(initial_values.begin(), initial_values.end(), y);
    std::fill_n(rate, unknowns, 0.0);
    std::copy(initial_accelerations.begin(), initial_accelerations.end(), rate + 7);
  }

  IdaOptions options_;
  SUNContext context_ = nullptr;
  N_Vector y_ = nullptr;
  N_Vector rate_ = nullptr;
  N_Vector id_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  void* memory_ = nullptr;
};

AndrewsByIda::AndrewsByIda(const IdaOptions& options)
    : implementation_(std::make_unique<Implementation>(options)) {}
AndrewsByIda::~AndrewsByIda() = default;

IdaResult AndrewsByIda::run(double end_time) {
  return implementation_->run(end_time);
}

double AndrewsByIda::jacobian_defect() {
  SUNContext context = nullptr;
  require(SUNContext_Create(nullptr, &context), "SUNContext_Create");
  const N_Vector y = N_VNew_Serial(unknowns, context);
  const N_Vector rate = N_VNew_Serial(unknowns, context);
  const N_Vector result = N_VNew_Serial(unknowns, context);
  const SUNMatrix J = SUNDenseMatrix(unknowns, unknowns, context);
  for (int k = 0; k < unknowns; ++k) {
    N_VGetArrayPointer(y)[k] = initial_values[static_cast<std::size_t>(k)] + std::sin(1.0 + k);
    N_VGetArrayPointer(rate)[k] = std::cos(2.0 * k);
  }
  const double cj = 3.0;
  jacobian(0.0, cj, y, rate, result, J, nullptr, nullptr, nullptr, nullptr);
  const auto value = [&](int column, double step) {
    N_VGetArrayPointer(y)[column] += step;
    N_VGetArrayPointer(rate)[column] += cj * step;
    residual(0.0, y, rate, result, nullptr);
    N_VGetArrayPointer(y)[column] -= step;
    N_VGetArrayPointer(rate)[column] -= cj * step;
    return std::vector<double>(N_VGetArrayPointer(result), N_VGetArrayPointer(result) + unknowns);
  };
  double worst = 0.0;
  std::vector<double> scale(unknowns, 1e-300);
  for (int row = 0; row < unknowns; ++row) {
    for (int k = 0; k < unknowns; ++k) {
      scale[row] = std::max(scale[row], std::abs(SM_ELEMENT_D(J, row, k)));
    }
  }
  for (int k = 0; k < unknowns; ++k) {
    const auto plus = value(k, 1e-5), minus = value(k, -1e-5);
    for (int row = 0; row < unknowns; ++row) {
      const double difference = (plus[row] - minus[row]) / 2e-5;
      worst = std::max(worst, std::abs(difference - SM_ELEMENT_D(J, row, k)) / scale[row]);
    }
  }
  SUNMatDestroy(J);
  N_VDestroy(result);
  N_VDestroy(rate);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return worst;
}

}  // namespace sparkdyn::benchmark
