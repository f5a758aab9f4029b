// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Makes of a model, written once as a template on the scalar, a System with exact derivatives. A
// model has
//
//   Sizes sizes() const;
//   std::vector<TermInfo> velocity_terms() const, force_terms() const;
//   Vector<S> velocity(int term, S t, Vector<S> y, Vector<S> z) const;
//   Vector<S> momentum(S t, Vector<S> y, Vector<S> z) const;
//   Vector<S> force(int term, S t, Vector<S> y, Vector<S> z, Vector<S> u) const;
//
// and, where it has them, position(t,y), constraint(t,y), nonholonomic(t,y,z), energy(t,y,z),
// kinetic_energy(t,y,z), regions(), compliance(). `static constexpr bool velocity_is_z` says that q
// = y and the only velocity term is z itself.

#include <utility>

#include "sparkdyn/dae/derivative.hpp"
#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

/// A System whose derivatives are those of the model's functions, called with duals. Keeps the
/// model.
template <typename Model>
class Differentiated final : public System {
 public:
  /// Asks the model for its sizes and terms once.
  explicit Differentiated(Model model) : model_(std::move(model)) {
    sizes_ = model_.sizes();
    velocity_terms_ = model_.velocity_terms();
    force_terms_ = model_.force_terms();
    if constexpr (requires { model_.regions(); }) regions_ = model_.regions();
    if constexpr (requires { model_.compliance(); }) compliance_ = model_.compliance();
    position_is_identity_ = !has_position;
    velocity_is_z_ = requires {
      Model::velocity_is_z;
    };
    has_energy_ = knows_energy;
    has_kinetic_energy_ = knows_kinetic_energy;
  }

  const Model& model() const { return model_; }  ///< as it was given

  Eigen::VectorXd value(Function function, int term, const Point& at) const override {
    return call<double>(function, term, at.t, at.y, at.z, at.u);
  }

  /// By automatic differentiation, exact but for rounding.
  Linearization linearize(Function function, int term, const Point& at) const override;

  /// The model's, or zero.
  double energy(const Point& at) const override {
    if constexpr (knows_energy) {
      return model_.energy(at.t, at.y, at.z);
    } else {
      return 0.0;
    }
  }

  /// The model's, or zero.
  double kinetic_energy(const Point& at) const override {
    if constexpr (knows_kinetic_energy) {
      return model_.kinetic_energy(at.t, at.y, at.z);
    } else {
      return 0.0;
    }
  }

 private:
  static constexpr bool has_position = requires(const Model& m, double t, const Vector<double>& y) {
    m.position(t, y);
  };
  static constexpr bool knows_energy = requires(const Model& m, const Vector<double>& y) {
    m.energy(0.0, y, y);
  };
  static constexpr bool knows_kinetic_energy = requires(const Model& m, const Vector<double>& y) {
    m.kinetic_energy(0.0, y, y);
  };
  static constexpr bool has_constraint =
      requires(const Model& m, double t, const Vector<double>& y) {
    m.constraint(t, y);
  };
  static constexpr bool has_nonholonomic =
      requires(const Model& m, double t, const Vector<double>& y) {
    m.nonholonomic(t, y, y);
  };

  struct Columns {
    bool y, z, u;
  };
  Columns columns(Function function, int term) const;

  /// N directions at a time.
  template <int N>
  Linearization linearize_by(Function function, int term, const Point& at,
                             const Columns& active) const;

  template <typename S>
  Vector<S> call(Function function, int term, const S& t, const Vector<S>& y, const Vector<S>& z,
                 const Vector<S>& u) const;

  /// y' from q_t + q_y y' = Σ v_l.
  template <typename S>
  Vector<S> rate(const S& t, const Vector<S>& y, const Vector<S>& z) const;

  Model model_;
};

template <typename Model>
typename Differentiated<Model>::Columns Differentiated<Model>::columns(Function function,
                                                                       int term) const {
  switch (function) {
    case Function::position:
    case Function::constraint:
      return {true, false, false};
    case Function::velocity:
      return {velocity_terms_[term].depends_on_y, velocity_terms_[term].depends_on_z, false};
    case Function::force:
      return {force_terms_[term].depends_on_y, force_terms_[term].depends_on_z,
              force_terms_[term].depends_on_u};
    default:
      return {true, true, false};
  }
}

template <typename Model>
template <typename S>
Vector<S> Differentiated<Model>::rate(const S& t, const Vector<S>& y, const Vector<S>& z) const {
  Vector<S> v = model_.velocity(0, t, y, z);
  for (int l = 1; l < static_cast<int>(velocity_terms_.size()); ++l) {
    v += model_.velocity(l, t, y, z);
  }
  if constexpr (has_position) {
    const auto q = [&](const auto& time, const auto& x) { return model_.position(time, x); };
    const Vector<S> q_t = derivative_along(q, t, y, S(1), Vector<S>(Vector<S>::Zero(y.size())));
    const auto q_of_y = [&](const auto& x) {
      using D = typename std::decay_t<decltype(x)>::Scalar;
      return model_.position(D(t), x);
    };
    v = solve_small<S>(jacobian(q_of_y, y), v - q_t);
  }
  return v;
}

template <typename Model>
template <typename S>
Vector<S> Differentiated<Model>::call(Function function, int term, const S& t, const Vector<S>& y,
                                      const Vector<S>& z, const Vector<S>& u) const {
  switch (function) {
    case Function::position:
      if constexpr (has_position) return model_.position(t, y);
      return y;
    case Function::velocity:
      return model_.velocity(term, t, y, z);
    case Function::momentum:
      return model_.momentum(t, y, z);
    case Function::force:
      return model_.force(term, t, y, z, u);
    case Function::constraint:
      if constexpr (has_constraint) return model_.constraint(t, y);
      break;
    case Function::velocity_constraint:
      if constexpr (has_constraint) {
        const auto g = [&](const auto& time, const auto& x) { return model_.constraint(time, x); };
        return derivative_along(g, t, y, S(1), rate(t, y, z));
      }
      break;
    case Function::nonholonomic:
      if constexpr (has_nonholonomic) return model_.nonholonomic(t, y, z);
      break;
  }
  return Vector<S>(0);
}

template <typename Model>
Linearization Differentiated<Model>::linearize(Function function, int term, const Point& at) const {
  const Columns active = columns(function, term);
  const Eigen::Index total = (active.y ? at.y.size() : 0) + (active.z ? at.z.size() : 0) +
                             (active.u ? at.u.size() : 0) + 1;  // the last one is time
  // One pass over twice as many directions costs less than two.
  return total <= directions ? linearize_by<directions>(function, term, at, active)
                             : linearize_by<2 * directions>(function, term, at, active);
}

template <typename Model>
template <int N>
Linearization Differentiated<Model>::linearize_by(Function function, int term, const Point& at,
                                                  const Columns& active) const {
  using D = Dual<double, N>;
  const Eigen::Index ny = active.y ? at.y.size() : 0;
  const Eigen::Index nz = active.z ? at.z.size() : 0;
  const Eigen::Index nu = active.u ? at.u.size() : 0;
  const Eigen::Index total = ny + nz + nu + 1;

  D t(at.t);
  Vector<D> y = lift<double, N>(at.y);
  Vector<D> z = lift<double, N>(at.z);
  Vector<D> u = lift<double, N>(at.u);
  const auto variable = [&](Eigen::Index k) -> D& {
    if (k < ny) return y[k];
    if (k < ny + nz) return z[k - ny];
    if (k < ny + nz + nu) return u[k - ny - nz];
    return t;
  };
  Linearization result;
  const auto column = [&](Eigen::Index k) -> double* {
    if (k < ny) return result.y.col(k).data();
    if (k < ny + nz) return result.z.col(k - ny).data();
    if (k < ny + nz + nu) return result.u.col(k - ny - nz).data();
    return result.t.data();
  };
  for (Eigen::Index first = 0; first < total; first += N) {
    const Eigen::Index count = std::min<Eigen::Index>(N, total - first);
    for (Eigen::Index k = 0; k < count; ++k) variable(first + k).slope[k] = 1.0;
    const Vector<D> value = call<D>(function, term, t, y, z, u);
    const Eigen::Index rows = value.size();
    if (first == 0) {
      result.value.resize(rows);
      result.t.resize(rows);
      result.y.resize(rows, ny);
      result.z.resize(rows, nz);
      result.u.resize(rows, nu);
      for (Eigen::Index i = 0; i < rows; ++i) result.value[i] = value[i].value;
    }
    for (Eigen::Index k = 0; k < count; ++k) {
      double* const target = column(first + k);
      for (Eigen::Index i = 0; i < rows; ++i) target[i] = value[i].slope[k];
      variable(first + k).slope[k] = 0.0;
    }
  }
  return result;
}

}  // namespace sparkdyn::dae
