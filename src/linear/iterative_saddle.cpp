// SPDX-License-Identifier: BSD-3-Clause
#include "linear/iterative_saddle.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/clock.hpp"
#include "multigrid_levels.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;
using Complex = std::complex<double>;

constexpr double tolerance_without_guess = 1e-10;
constexpr double widest_angle = std::numbers::pi / 4;
constexpr int restart = 40;                // of GMRES
constexpr double exhausted_below = 1e-13;  // what orthogonalization leaves of a vector

double tolerance_from(double first_correction) {
  return std::clamp(1e-4 * first_correction * first_correction, 1e-12, 1e-6);
}

/// The arguments of σ_k about their middle drawn together to at most ±45°; sizes and the middle
/// stay. Real coefficients stay as they are.
std::vector<double> drawn_together(const std::vector<double>& sigma) {
  return sigma;
}

std::vector<Complex> drawn_together(const std::vector<Complex>& sigma) {
  // The largest gap between arguments on the circle is what the arc of all of them leaves free.
  std::vector<double> angles;
  for (const Complex& z : sigma)
    if (z != Complex(0)) angles.push_back(std::arg(z));
  std::sort(angles.begin(), angles.end());
  double begin = angles.front(), widest = -1;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const double next =
        i + 1 < angles.size() ? angles[i + 1] : angles.front() + 2 * std::numbers::pi;
    if (next - angles[i] <= widest) continue;
    widest = next - angles[i];
    begin = next;
  }
  const double half = std::numbers::pi - widest / 2, middle = begin + half;
  const double factor = half > widest_angle ? widest_angle / half : 1.0;
  std::vector<Complex> result;
  for (const Complex& z : sigma) {
    const double angle = std::remainder(std::arg(z) - middle, 2 * std::numbers::pi);
    result.push_back(std::polar(std::abs(z), middle + factor * angle));
  }
  return result;
}

template <typename Scalar>
double squared(const Scalar& z) {
  return std::norm(z);
}

template <typename Scalar>
using Array = std::vector<Scalar>;

struct Sums {
  Complex form;  // Σ a_i b_i, without conjugation
  double first = 0, second = 0;
};

/// Σ a b, |b|², |c|² over all ranks in one reduction. @note Collective.
template <typename Scalar>
Sums reduce(MPI_Comm comm, const Array<Scalar>& a, const Array<Scalar>& b, const Scalar* c) {
  Scalar form = 0;
  double first = 0, second = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    form += a[i] * b[i];
    first += squared(b[i]);
    second += squared(c[i]);
  }
  double mine[4] = {std::real(form), std::imag(form), first, second}, all[4];
  MPI_Allreduce(mine, all, 4, MPI_DOUBLE, MPI_SUM, comm);
  return {{all[0], all[1]}, all[2], all[3]};
}

template <typename Scalar>
Scalar scalar(const Complex& z) {
  if constexpr (std::is_same_v<Scalar, double>)
    return z.real();
  else
    return z;
}

}  // namespace

template <typename Scalar>
struct IterativeSaddle<Scalar>::Data {
  std::shared_ptr<MultigridSpaces> spaces;
  IterativeOptions options;
  const Elimination* elimination = nullptr;
  std::vector<Scalar> sigma;
  std::vector<DistributedMatrix<double>> matrices;  // with σ ≠ 0
  std::unique_ptr<VCycle<Scalar>> cycle;
  Array<Scalar> inverse_diagonal;
  std::size_t n = 0;
  MPI_Comm comm = MPI_COMM_NULL;
  Array<Scalar> r, z, p, q;

  void apply(const Array<Scalar>& x, Array<Scalar>& y) const {
    std::fill(y.begin(), y.end(), Scalar(0));
    for (std::size_t k = 0; k < matrices.size(); ++k)
      matrices[k].multiply_add(sigma[k], x.data(), y.data());
    if (elimination) elimination->restrict(y.data());
  }

  /// z is expanded: it satisfies G z = 0.
  void precondition(const Array<Scalar>& from, Array<Scalar>& to) {
    if (cycle)
      cycle->apply(from.data(), to.data());
    else
      for (std::size_t i = 0; i < n; ++i) to[i] = inverse_diagonal[i] * from[i];
    if (elimination) elimination->expand(to.data());
  }

  void residual(std::span<const Scalar> f, std::span<const Scalar> x) {
    std::copy(x.begin(), x.end(), p.begin());
    apply(p, r);
    q.assign(f.begin(), f.end());
    if (elimination) elimination->restrict(q.data());
    for (std::size_t i = 0; i < n; ++i) r[i] = q[i] - r[i];
  }

  SolveResult conjugate_gradients(std::span<Scalar> x, bool guess);
  SolveResult gmres(std::span<const Scalar> f, std::span<Scalar> x, bool guess);
  SolveResult failed(int iterations, double size, double tolerance) const {
    return {false, iterations,
            fmt::format("{} iterations of the multigrid solver left a relative correction of "
                        "{:.1e}, tolerance {:.1e}",
                        iterations, size, tolerance)};
  }
  double pick_tolerance(bool guess, double first) const {
    if (options.tolerance) return *options.tolerance;
    return guess ? tolerance_from(first) : tolerance_without_guess;
  }
};

/// From the residual r. The correction z = B r is about the error, in units of x: it ends the
/// iteration, not r, which stiff parts lead.
template <typename Scalar>
SolveResult IterativeSaddle<Scalar>::Data::conjugate_gradients(std::span<Scalar> x, bool guess) {
  precondition(r, z);
  Sums sums = reduce(comm, r, z, x.data());
  if (sums.first == 0) return {};
  double size = std::sqrt(sums.first / (sums.second > 0 ? sums.second : sums.first));
  const double tolerance = pick_tolerance(guess && sums.second > 0, size);
  if (size <= tolerance) {
    for (std::size_t i = 0; i < n; ++i) x[i] += z[i];
    return {.tolerance = tolerance};
  }
  p = z;
  for (int k = 1; k <= options.max_iterations; ++k) {
    apply(p, q);
    const Sums products = reduce(comm, p, q, p.data());
    const Scalar rz = scalar<Scalar>(sums.form), pq = scalar<Scalar>(products.form);
    if (pq == Scalar(0)) return failed(k, size, tolerance);
    const Scalar alpha = rz / pq;
    for (std::size_t i = 0; i < n; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    precondition(r, z);
    const Sums next = reduce(comm, r, z, x.data());
    size = std::sqrt(next.first / std::max(next.second, std::numeric_limits<double>::min()));
    if (!std::isfinite(size)) return failed(k, size, tolerance);
    if (size <= tolerance) {
      // z is at hand and about the error.
      for (std::size_t i = 0; i < n; ++i) x[i] += z[i];
      return {.iterations = k, .tolerance = tolerance};
    }
    const Scalar beta = scalar<Scalar>(next.form) / rz;
    for (std::size_t i = 0; i < n; ++i) p[i] = z[i] + beta * p[i];
    sums = next;
  }
  return failed(options.max_iterations, size, tolerance);
}

/// Left-preconditioned, so that what it makes small is the correction too. Small systems exhaust
/// their Krylov space: what is left of the next direction then is round-off, which satisfies no
/// constraint and must not become one.
template <typename Scalar>
SolveResult IterativeSaddle<Scalar>::Data::gmres(std::span<const Scalar> f, std::span<Scalar> x,
                                                 bool guess) {
  using Small = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  const auto dot = [&](const Array<Scalar>& a, const Array<Scalar>& b) {
    Scalar sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      if constexpr (std::is_same_v<Scalar, double>)
        sum += a[i] * b[i];
      else
        sum += std::conj(a[i]) * b[i];
    double mine[2] = {std::real(sum), std::imag(sum)}, all[2];
    MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, comm);
    return scalar<Scalar>({all[0], all[1]});
  };
  int iterations = 0;
  double tolerance = 0, size = 0;
  for (bool first = true; iterations < options.max_iterations; first = false) {
    residual(f, x);
    precondition(r, z);
    const Sums sums = reduce(comm, r, z, x.data());
    if (sums.first == 0) return {.iterations = iterations, .tolerance = tolerance};
    const double before = std::sqrt(sums.second), beta = std::sqrt(sums.first);
    size = before > 0 ? beta / before : 1.0;
    if (first) tolerance = pick_tolerance(guess && sums.second > 0, size);
    if (size <= tolerance) {
      for (std::size_t i = 0; i < n; ++i) x[i] += z[i];
      return {.iterations = iterations, .tolerance = tolerance};
    }
    std::vector<Array<Scalar>> basis{z};
    for (Scalar& entry : basis.back()) entry *= 1 / beta;
    Small H = Small::Zero(restart + 1, restart), y;
    int k = 0;
    for (; k < restart && iterations < options.max_iterations; ++k) {
      ++iterations;
      apply(basis[k], q);
      precondition(q, z);
      const double whole = std::sqrt(std::real(dot(z, z)));
      for (int j = 0; j <= k; ++j) {
        H(j, k) = dot(basis[j], z);
        for (std::size_t i = 0; i < n; ++i) z[i] -= H(j, k) * basis[j][i];
      }
      const double length = std::sqrt(std::real(dot(z, z)));
      const bool exhausted = !(length > exhausted_below * whole);
      H(k + 1, k) = exhausted ? 0.0 : length;
      Small right = Small::Zero(k + 2, 1);
      right(0, 0) = beta;
      const Small part = H.topLeftCorner(k + 2, k + 1);
      y = tableau::least_squares(part, right);
      const double left = (part * y - right).norm();
      // What x was before may be round-off; the basis is orthonormal, so |y| is what is added to
      // it.
      if (exhausted || left <= 0.5 * tolerance * std::max(before, y.norm())) {
        ++k;
        break;
      }
      basis.push_back(z);
      for (Scalar& entry : basis.back()) entry *= 1 / length;
    }
    for (int j = 0; j < k; ++j)
      for (std::size_t i = 0; i < n; ++i) x[i] += y(j, 0) * basis[j][i];
  }
  return failed(iterations, size, tolerance);
}

template <typename Scalar>
IterativeSaddle<Scalar>::IterativeSaddle(const std::shared_ptr<MultigridSpaces>& spaces,
                                         const std::vector<Weighted>& sum,
                                         const IterativeOptions& options)
    : data_(std::make_unique<Data>()) {
  const core::Stopwatch watch(times_.factor);
  Data& d = *data_;
  d.spaces = spaces;
  d.options = options;
  const auto& known = d.spaces->system().matrices;
  std::vector<Scalar> sigma(known.size(), Scalar(0));
  for (const auto& [coefficient, matrix] : sum)
    sigma[d.spaces->system().index(matrix)] += coefficient;
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (sigma[k] == Scalar(0)) continue;
    d.sigma.push_back(sigma[k]);
    d.matrices.push_back(DistributedMatrix<double>::view(known[k]));
  }
  d.comm = d.spaces->system().comm();
  d.n = static_cast<std::size_t>(core::row_range(known.front()->get()).size());
  if (options.with_constraint) d.elimination = d.spaces->elimination();
  if (options.preconditioner == Preconditioner::multigrid) {
    const auto shifted = drawn_together(sigma);
    d.cycle =
        std::make_unique<VCycle<Scalar>>(d.spaces->levels(), std::span<const Scalar>(shifted));
  } else {
    const auto& B = options.with_constraint ? d.spaces->reduced() : known;
    d.inverse_diagonal.assign(d.n, Scalar(0));
    const core::Vector diagonal = d.spaces->system().make_displacement();
    for (std::size_t k = 0; k < B.size(); ++k) {
      check(MatGetDiagonal(*B[k], diagonal));
      const core::ReadArray entries(diagonal);
      for (std::size_t i = 0; i < d.n; ++i)
        d.inverse_diagonal[i] += sigma[k] * entries[static_cast<PetscInt>(i)];
    }
    if (d.elimination)
      for (const PetscInt slave : d.elimination->slaves()) d.inverse_diagonal[slave] = 1;
    const bool zero = std::any_of(d.inverse_diagonal.begin(), d.inverse_diagonal.end(),
                                  [](const Scalar& entry) { return entry == Scalar(0); });
    if (core::any(d.comm, zero))
      core::numerics_error("the matrix is singular: it has a zero on the diagonal");
    for (Scalar& entry : d.inverse_diagonal) entry = Scalar(1) / entry;
  }
  for (auto* work : {&d.r, &d.z, &d.p, &d.q}) work->resize(d.n);
  entries_ = core::sum(d.comm, d.cycle ? d.cycle->entries() : 0.0);
}

template <typename Scalar>
IterativeSaddle<Scalar>::~IterativeSaddle() = default;
template <typename Scalar>
IterativeSaddle<Scalar>::IterativeSaddle(IterativeSaddle&&) noexcept = default;

template <typename Scalar>
SolveResult IterativeSaddle<Scalar>::solve(std::span<const Scalar> f, std::span<const Scalar> g,
                                           std::span<Scalar> x, std::span<Scalar> y, bool guess) {
  const core::Stopwatch watch(times_.solve);
  Data& d = *data_;
  if (!guess) std::fill(x.begin(), x.end(), Scalar(0));
  if (d.elimination) d.elimination->correct(x.data(), g.data());
  SolveResult result;
  if (d.spaces->system().symmetric) {
    d.residual(f, x);
    result = d.conjugate_gradients(x, guess);
  } else {
    result = d.gmres(f, x, guess);
  }
  if (!result.converged || !d.elimination) return result;
  d.elimination->correct(x.data(), g.data());
  // Gᵀλ = f − A x.
  std::copy(x.begin(), x.end(), d.p.begin());
  std::copy(f.begin(), f.end(), d.r.begin());
  for (std::size_t k = 0; k < d.matrices.size(); ++k)
    d.matrices[k].multiply_add(-d.sigma[k], d.p.data(), d.r.data());
  d.elimination->multipliers(d.r.data(), y.data());
  return result;
}

template class IterativeSaddle<double>;
template class IterativeSaddle<Complex>;

}  // namespace sparkdyn::linear
