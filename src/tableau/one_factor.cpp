// SPDX-License-Identifier: BSD-3-Clause
#include "tableau/one_factor.hpp"

#include <cmath>
#include <complex>
#include <stdexcept>
#include <string>
#include <vector>

#include "sparkdyn/tableau/decompositions.hpp"
#include "sparkdyn/tableau/gauss_lobatto.hpp"
#include "w_transform.hpp"
#include "wide_quadrature.hpp"

namespace sparkdyn::tableau {
namespace {

using Real = long double;
using LongComplex = std::complex<Real>;

/// (1 − gz)ˢ by powers of z.
std::vector<Real> denominator(int s, Real g) {
  std::vector<Real> powers{1};
  for (int k = 1; k <= s; ++k) powers.push_back(powers.back() * -g * (s - k + 1) / k);
  return powers;
}

/// eᶻ(1 − gz)ˢ up to zˢ.
std::vector<Real> numerator(int s, Real g) {
  const std::vector<Real> below = denominator(s, g);
  std::vector<Real> sums;
  for (int j = 0; j <= s; ++j) {
    Real sum = 0, factorial = 1;
    for (int k = j; k >= 0; --k) {
      sum += below[static_cast<std::size_t>(k)] / factorial;
      factorial *= j - k + 1;
    }
    sums.push_back(sum);
  }
  return sums;
}

/// R(∞).
Real limit(int s, Real g) {
  return numerator(s, g).back() / std::pow(-g, static_cast<Real>(s));
}

LongComplex amplification(int s, Real g, LongComplex z) {
  LongComplex above = 0;
  const std::vector<Real> powers = numerator(s, g);
  for (std::size_t j = powers.size(); j-- > 0;) above = above * z + powers[j];
  return above / std::pow(Real(1) - g * z, s);
}

bool never_grows(int s, Real g) {
  for (Real y = 0.01L; y < 1000; y *= 1.003L)
    if (std::abs(amplification(s, g, LongComplex(0, y))) > 1 + 1e-10L) return false;
  return true;
}

Real error(int s, Real g) {
  constexpr Real z = 0.05L;
  return std::abs(amplification(s, g, LongComplex(0, z)) - std::polar(Real(1), z));
}

/// f changes its sign between a and b.
template <typename Function>
Real root(Function f, Real a, Real b) {
  Real at_a = f(a);
  for (int k = 0; k < 100; ++k) {
    const Real middle = (a + b) / 2, value = f(middle);
    if ((value < 0) == (at_a < 0)) {
      a = middle;
      at_a = value;
    } else {
      b = middle;
    }
  }
  return (a + b) / 2;
}

/// Among all g with |R(∞)| = ρ∞, the stable one of the smallest error; 0: there is none.
Real best_eigenvalue(int s, Real rho) {
  constexpr Real first = 0.02L, last = 3, step = 1e-4L;
  Real best = 0;
  for (const int sign : {1, -1}) {
    const auto misses = [&](Real g) { return limit(s, g) - sign * rho; };
    Real before = misses(first);
    for (Real g = first; g < last; g += step) {
      const Real value = misses(g + step);
      if ((value < 0) != (before < 0)) {
        const Real found = root(misses, g, g + step);
        const bool better = best == 0 || error(s, found) < error(s, best);
        if (better && never_grows(s, found)) best = found;
      }
      before = value;
    }
  }
  return best;
}

/// Gauss' X with the last column that makes (X − g)ˢ e_0 = 0: e_0 is cyclic, so this is Cayley's
/// and Hamilton's equation of (t − g)ˢ.
WideMatrix with_eigenvalue(int s, Real g) {
  WideMatrix X = transformed_integration(s);
  X.col(s - 1).setZero();
  std::vector<WideVector> krylov{WideVector::Unit(s, 0)};
  for (int j = 1; j < s; ++j) krylov.push_back(X * krylov.back());
  Real binomial = 1;
  WideVector target = -X * krylov.back();
  for (int j = s - 1; j >= 0; --j) {  // −Σ_j binom(s, j) (−g)^(s−j) X^j e_0
    binomial = binomial * (j + 1) / (s - j);
    target -=
        binomial * std::pow(-g, static_cast<Real>(s - j)) * krylov[static_cast<std::size_t>(j)];
  }
  X.col(s - 1) = target / krylov.back()(s - 1);
  return X;
}

/// y with e_0ᵀXᵏy = 0 for k = 0 … s−2, of length 1.
WideVector blind_direction(const WideMatrix& X) {
  const auto s = X.rows();
  Matrix rows(s, s - 1);
  WideVector row = WideVector::Unit(s, 0);
  for (Eigen::Index k = 0; k < s - 1; ++k) {
    rows.col(k) = (row / row.norm()).cast<double>();
    row = X.transpose() * row;
  }
  WideVector y = orthogonal_complement(rows).col(0).cast<Real>();
  y(0) = 0;  // exactly: bᵀd = 0 holds positions
  return y;
}

}  // namespace

OneFactor::OneFactor(int stages, double rho_infinity) {
  if (stages < fewest_stages || stages > most_stages)
    throw std::invalid_argument("one factor for all stages needs 2 to 6 of them, not " +
                                std::to_string(stages));
  damping_gamma(rho_infinity);  // throws outside [0, 1]
  const Real g = best_eigenvalue(stages, rho_infinity);
  if (g == 0)
    throw std::invalid_argument("no stable method of " + std::to_string(stages) +
                                " stages with one factor has this rho_infinity");
  g_ = static_cast<double>(g);
  const WideMatrix X = with_eigenvalue(stages, g);
  const WideQuadrature gauss = wide_gauss(stages);
  A_ = from_transform(X, gauss);
  direction_ = (legendre_columns(gauss.nodes) * blind_direction(X)).cast<double>();
}

}  // namespace sparkdyn::tableau
