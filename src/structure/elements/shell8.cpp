// SPDX-License-Identifier: BSD-3-Clause
// Eight-node shell: MITC9 (Bucalem & Bathe, IJNME 36, 1993) whose ninth node lies in the middle of
// the surface through the eight others and is condensed out. With a = 1/√3, b = √(3/5),
//   e_rr, e_rt from r = ±a, s = −b, 0, b;   e_ss, e_st from r = −b, 0, b, s = ±a;   e_rs from ±a,
//   ±a,
// linear or quadratic between: neither shear nor membrane locking when thin and curved.

#include <array>
#include <cmath>

#include "all.hpp"
#include "quadratic_shell.hpp"

namespace sparkdyn::structure {

namespace curved {
namespace {

/// Values and slopes of the parabolas through −1, 0, 1.
struct Parabolas {
  std::array<double, 3> value, slope;

  explicit Parabolas(double x)
      : value{0.5 * x * (x - 1), 1 - x * x, 0.5 * x * (x + 1)}, slope{x - 0.5, -2 * x, x + 0.5} {}
};

struct Biquadratic {
  static constexpr int nodes = 9;
  static constexpr Shape cell = Shape::quadrilateral8;
  static constexpr bool keeps_mean = true;
  /// Corners, middles of the edges, centre: 0, 1, 2 stand for −1, 0, 1.
  static constexpr std::array<int, 9> along_r{0, 2, 2, 0, 1, 2, 1, 0, 1};
  static constexpr std::array<int, 9> along_s{0, 0, 2, 2, 0, 1, 2, 1, 1};

  static ShellShape<9> at(double r, double s) {
    const Parabolas of_r(r), of_s(s);
    ShellShape<9> shape{};
    for (int i = 0; i < 9; ++i) {
      const int a = along_r[i], b = along_s[i];
      shape.N[i] = of_r.value[a] * of_s.value[b];
      shape.N_r[i] = of_r.slope[a] * of_s.value[b];
      shape.N_s[i] = of_r.value[a] * of_s.slope[b];
    }
    return shape;
  }
  static ShellShape<9> middle_at(double r, double s) { return at(r, s); }
  /// Its place, and its share of the reference square by Simpson's rule.
  static std::array<double, 3> node(int i) {
    const double r = along_r[i] - 1, s = along_s[i] - 1;
    return {r, s, (r == 0 ? 4.0 / 3 : 1.0 / 3) * (s == 0 ? 4.0 / 3 : 1.0 / 3)};
  }
  static const std::vector<QuadraturePoint>& rule() { return quadrature(cell, 9); }

  class Tying {
   public:
    Tying(const CurvedShell<Biquadratic>& shell, double t) {
      const double a = 1 / std::sqrt(3.0), b = std::sqrt(0.6);
      const std::array<double, 2> two{-a, a};
      const std::array<double, 3> three{-b, 0, b};
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j) {
          rr_[3 * i + j] = shell_point(shell, {two[i], three[j], t}).in_surface().row(0);
          ss_[3 * i + j] = shell_point(shell, {three[j], two[i], t}).in_surface().row(1);
          rt_[3 * i + j] = shell_point(shell, {two[i], three[j], 0}).shear_rt();
          st_[3 * i + j] = shell_point(shell, {three[j], two[i], 0}).shear_st();
        }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          rs_[2 * i + j] = shell_point(shell, {two[i], two[j], t}).in_surface().row(2);
    }

    TiedStrains<9> at(double r, double s) const {
      const std::array<double, 2> two_r = linear(r), two_s = linear(s);
      const std::array<double, 3> three_r = Parabolas(r / std::sqrt(0.6)).value,
                                  three_s = Parabolas(s / std::sqrt(0.6)).value;
      TiedStrains<9> tied;
      tied.e.setZero(), tied.rt.setZero(), tied.st.setZero();
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j) {
          tied.e.row(0) += two_r[i] * three_s[j] * rr_[3 * i + j];
          tied.e.row(1) += two_s[i] * three_r[j] * ss_[3 * i + j];
          tied.rt += two_r[i] * three_s[j] * rt_[3 * i + j];
          tied.st += two_s[i] * three_r[j] * st_[3 * i + j];
        }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) tied.e.row(2) += two_r[i] * two_s[j] * rs_[2 * i + j];
      return tied;
    }

   private:
    static std::array<double, 2> linear(double x) {
      return {0.5 * (1 - std::sqrt(3.0) * x), 0.5 * (1 + std::sqrt(3.0) * x)};
    }

    std::array<ShellRow<9>, 6> rr_, ss_, rt_, st_;
    std::array<ShellRow<9>, 4> rs_;
  };
};

}  // namespace
}  // namespace curved

const Element& shell8() {
  static const curved::QuadraticShell<curved::Biquadratic> element("shell8");
  return element;
}

}  // namespace sparkdyn::structure
