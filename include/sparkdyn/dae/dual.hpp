// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Forward-mode automatic differentiation: x + Σ_k x_k ε_k with ε_j ε_k = 0, so that
//
//   f(x + Σ x_k ε_k) = f(x) + Σ f'(x) x_k ε_k
//
// for N directions at once. Duals nest: Dual<Dual<double, N>, N> carries second derivatives. The
// directions are a fixed-size array, which the compiler vectorises and never allocates.

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <concepts>
#include <type_traits>

namespace sparkdyn::dae {

/// Sine and cosine of one angle.
template <typename S>
struct SinCos {
  S sin;  ///< sin x
  S cos;  ///< cos x
};

/// Both at the price of one.
inline SinCos<double> sincos_of(double x) {
  return {std::sin(x), std::cos(x)};  // one call of the library's sincos after optimisation
}

/// x + Σ_k x_k ε_k.
template <typename T, int N>
struct Dual {
  T value = T(0);               ///< x
  std::array<T, N> slope = {};  ///< x_k

  Dual() = default;  ///< zero
  /// Constants mix freely with duals.
  template <typename Number>
  // NOLINTNEXTLINE(google-explicit-constructor)
  requires std::is_arithmetic_v<Number> || std::same_as<Number, T> Dual(const Number& number)
      : value(number) {}

  /// @{
  /// Arithmetic by the rules of differentiation.
  Dual& operator+=(const Dual& other) {
    value += other.value;
    for (int k = 0; k < N; ++k) slope[k] += other.slope[k];
    return *this;
  }
  Dual& operator-=(const Dual& other) {
    value -= other.value;
    for (int k = 0; k < N; ++k) slope[k] -= other.slope[k];
    return *this;
  }
  Dual& operator*=(const Dual& other) { return *this = *this * other; }
  Dual& operator/=(const Dual& other) { return *this = *this / other; }

  friend Dual operator+(const Dual& left, const Dual& right) {
    Dual result = left;
    result += right;
    return result;
  }
  friend Dual operator-(const Dual& left, const Dual& right) {
    Dual result = left;
    result -= right;
    return result;
  }
  friend Dual operator-(const Dual& x) {
    Dual result(-x.value);
    for (int k = 0; k < N; ++k) result.slope[k] = -x.slope[k];
    return result;
  }
  friend Dual operator*(const Dual& left, const Dual& right) {
    Dual result(left.value * right.value);
    for (int k = 0; k < N; ++k) {
      result.slope[k] = left.slope[k] * right.value;
      result.slope[k] += left.value * right.slope[k];
    }
    return result;
  }
  friend Dual operator/(const Dual& left, const Dual& right) {
    const T inverse = T(1) / right.value;
    Dual result(left.value * inverse);
    for (int k = 0; k < N; ++k) {
      result.slope[k] = (left.slope[k] - result.value * right.slope[k]) * inverse;
    }
    return result;
  }
  /// @}

  /// @{
  /// With plain numbers, in place: constants have no slopes, and a dual of duals is costly to copy.
  template <typename Number>
  requires std::is_arithmetic_v<Number> Dual& operator+=(Number number) {
    value += number;
    return *this;
  }
  template <typename Number>
  requires std::is_arithmetic_v<Number> Dual& operator-=(Number number) {
    value -= number;
    return *this;
  }
  template <typename Number>
  requires std::is_arithmetic_v<Number> Dual& operator*=(Number number) {
    value *= number;
    for (int k = 0; k < N; ++k) slope[k] *= number;
    return *this;
  }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  friend Dual operator+(const Dual& left, Number right) {
    Dual result = left;
    result += right;
    return result;
  }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  friend Dual operator+(Number left, const Dual& right) { return right + left; }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  friend Dual operator-(const Dual& left, Number right) { return left + (-right); }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  friend Dual operator-(Number left, const Dual& right) {
    Dual result = -right;
    result += left;
    return result;
  }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  friend Dual operator*(const Dual& left, Number right) {
    Dual result = left;
    result *= right;
    return result;
  }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  friend Dual operator*(Number left, const Dual& right) { return right * left; }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  friend Dual operator/(const Dual& left, Number right) { return left * (1.0 / right); }
  /// @}

  /// @{
  /// Comparisons look at the values alone.
  friend bool operator<(const Dual& left, const Dual& right) { return left.value < right.value; }
  friend bool operator>(const Dual& left, const Dual& right) { return left.value > right.value; }
  friend bool operator<=(const Dual& left, const Dual& right) { return !(left > right); }
  friend bool operator>=(const Dual& left, const Dual& right) { return !(left < right); }
  friend bool operator==(const Dual& left, const Dual& right) { return left.value == right.value; }
  /// @}

  /// new_value + Σ derivative · x_k ε_k: the chain rule, from which every function below follows.
  Dual scaled(const T& new_value, const T& derivative) const {
    Dual result(new_value);
    for (int k = 0; k < N; ++k) result.slope[k] = derivative * slope[k];
    return result;
  }

  /// @{
  /// Elementary functions by the chain rule, found by argument-dependent lookup.
  friend Dual sin(const Dual& x) {
    using std::cos, std::sin;
    return x.scaled(sin(x.value), cos(x.value));
  }
  friend Dual cos(const Dual& x) {
    using std::cos, std::sin;
    return x.scaled(cos(x.value), -sin(x.value));
  }
  /// Both at the price of one; found by argument-dependent lookup beside the one for double below.
  friend SinCos<Dual> sincos_of(const Dual& x) {
    const SinCos<T> inner = sincos_of(x.value);
    return {x.scaled(inner.sin, inner.cos), x.scaled(inner.cos, -inner.sin)};
  }
  friend Dual exp(const Dual& x) {
    using std::exp;
    const T power = exp(x.value);
    return x.scaled(power, power);
  }
  friend Dual log(const Dual& x) {
    using std::log;
    return x.scaled(log(x.value), T(1) / x.value);
  }
  friend Dual sqrt(const Dual& x) {
    using std::sqrt;
    const T root = sqrt(x.value);
    return x.scaled(root, T(0.5) / root);
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const Dual turned = (y * x.value - x * y.value) / (x * x + y * y);
    return turned.scaled(atan2(y.value, x.value), T(1));
  }
  friend Dual abs(const Dual& x) { return x.value < T(0) ? -x : x; }
  /// @}
};

/// A column of any scalar.
template <typename S>
using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;

/// A matrix of any scalar.
template <typename S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

}  // namespace sparkdyn::dae

/// @cond What Eigen must know of duals.
template <typename T, int N>
struct Eigen::NumTraits<sparkdyn::dae::Dual<T, N>> : Eigen::NumTraits<T> {
  using Real = sparkdyn::dae::Dual<T, N>;
  using NonInteger = Real;
  using Nested = Real;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
};

template <typename T, int N, typename Operation>
struct Eigen::ScalarBinaryOpTraits<sparkdyn::dae::Dual<T, N>, double, Operation> {
  using ReturnType = sparkdyn::dae::Dual<T, N>;
};

template <typename T, int N, typename Operation>
struct Eigen::ScalarBinaryOpTraits<double, sparkdyn::dae::Dual<T, N>, Operation> {
  using ReturnType = sparkdyn::dae::Dual<T, N>;
};
/// @endcond
