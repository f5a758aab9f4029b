// SPDX-License-Identifier: BSD-3-Clause
#include "term.hpp"

#include <utility>

#include "line_kernel.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

/// q of the structure at rest: no displacement, directors along the axes.
Eigen::VectorXd at_rest(const Kernel& kernel) {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(kernel.unknowns());
  if (kernel.directors())
    for (int node = 0; node < kernel.nodes(); ++node)
      for (int k = 0; k < 3; ++k) q(12 * node + 3 + 4 * k) = 1;
  return q;
}

Eigen::VectorXd strain_of(const Kernel& kernel, ConstKernelVector q) {
  Eigen::VectorXd z(kernel.strains());
  kernel.strain(q, z);
  return z;
}

class Elastic final : public ElementTerm {
 public:
  explicit Elastic(SharedKernel kernel) : kernel_(std::move(kernel)) {}
  int nodes() const override { return kernel_->nodes(); }
  bool directors() const override { return kernel_->directors(); }
  void add_force(double, ConstKernelVector q, ConstKernelVector, KernelVector f) const override {
    kernel_->add_elastic_force(q, f);
  }
  void add_by_q(double, ConstKernelVector q, ConstKernelVector, KernelMatrix K) const override {
    add_stressed(q, q, K);
  }
  void add_stressed(ConstKernelVector q, ConstKernelVector stressed,
                    KernelMatrix K) const override {
    const Eigen::VectorXd z = strain_of(*kernel_, stressed);
    Eigen::VectorXd s(kernel_->strains());
    kernel_->response(z, s);
    kernel_->add_material(q, z, 1.0, K);
    kernel_->add_curvature(s, K);
  }
  double energy(ConstKernelVector q) const override {
    Eigen::VectorXd s(kernel_->strains());
    return kernel_->response(strain_of(*kernel_, q), s);
  }
  const Kernel* kernel() const override { return kernel_.get(); }

 private:
  SharedKernel kernel_;
};

class StiffnessDamping final : public ElementTerm {
 public:
  StiffnessDamping(SharedKernel kernel, double beta)
      : kernel_(std::move(kernel)), rest_(strain_of(*kernel_, at_rest(*kernel_))), beta_(beta) {}
  int nodes() const override { return kernel_->nodes(); }
  bool directors() const override { return kernel_->directors(); }
  bool damps() const override { return true; }
  void add_force(double, ConstKernelVector q, ConstKernelVector v, KernelVector f) const override {
    kernel_->add_force(q, stress(q, v), f);
  }
  /// B(q) is affine, so that ½ (BᵀDB' + B'ᵀDB) with B' = ∂(B v)/∂q = B(q + v) − B(q) is a
  /// difference of two stiffnesses, exactly.
  void add_by_q(double, ConstKernelVector q, ConstKernelVector v, KernelMatrix K) const override {
    kernel_->add_curvature(stress(q, v), K);
    kernel_->add_material(q + v, rest_, beta_ / 4, K);
    kernel_->add_material(q - v, rest_, -beta_ / 4, K);
  }
  void add_by_v(double, ConstKernelVector q, ConstKernelVector, KernelMatrix K) const override {
    kernel_->add_material(q, rest_, beta_, K);
  }

 private:
  Eigen::VectorXd stress(ConstKernelVector q, ConstKernelVector v) const {
    Eigen::VectorXd rate(kernel_->strains()), s(kernel_->strains());
    kernel_->strain_rate(q, v, rate);
    kernel_->stiffness(rest_, rate, s);
    return beta_ * s;
  }
  SharedKernel kernel_;
  Eigen::VectorXd rest_;
  double beta_;
};

class MassDamping final : public ElementTerm {
 public:
  MassDamping(Eigen::MatrixXd m, int nodes) : m_(std::move(m)), nodes_(nodes) {}
  int nodes() const override { return nodes_; }
  bool directors() const override { return m_.rows() > nodes_; }
  bool damps() const override { return true; }
  void add_force(double, ConstKernelVector, ConstKernelVector v, KernelVector f) const override {
    const Eigen::Map<const Eigen::Matrix3Xd> velocities(v.data(), 3, m_.rows());
    Eigen::Map<Eigen::Matrix3Xd>(f.data(), 3, m_.rows()) += velocities * m_;
  }
  void add_by_q(double, ConstKernelVector, ConstKernelVector, KernelMatrix) const override {}
  void add_by_v(double, ConstKernelVector, ConstKernelVector, KernelMatrix C) const override {
    for (Eigen::Index i = 0; i < m_.rows(); ++i)
      for (Eigen::Index j = 0; j < m_.rows(); ++j)
        for (Eigen::Index c = 0; c < 3; ++c) C(3 * i + c, 3 * j + c) += m_(i, j);
  }

 private:
  Eigen::MatrixXd m_;
  int nodes_;
};

/// With n = (r₂ − r₁)/l: f = F n, ∂f/∂q = n F_x nᵀ + n F_v (w/l)ᵀ + F/l (I − nnᵀ), w = (I − nnᵀ)
/// Δv.
class PullTerm final : public ElementTerm {
 public:
  PullTerm(const Point& from, const Point& to, std::shared_ptr<const PullLaw> law)
      : axis_(to - from), rest_(axis_.norm()), law_(std::move(law)) {}
  int nodes() const override { return 2; }
  bool directors() const override { return false; }
  bool damps() const override { return true; }
  void add_force(double, ConstKernelVector q, ConstKernelVector v, KernelVector f) const override {
    const At at = place(q, v);
    f.head<3>() -= at.pull.force * at.n;
    f.tail<3>() += at.pull.force * at.n;
  }
  void add_by_q(double, ConstKernelVector q, ConstKernelVector v, KernelMatrix K) const override {
    const At at = place(q, v);
    const Eigen::Matrix3d along = at.n * at.n.transpose();
    const Eigen::Vector3d across = (at.dv - at.n.dot(at.dv) * at.n) / at.length;
    Eigen::Matrix3d k = at.pull.by_elongation * along +
                        at.pull.force / at.length * (Eigen::Matrix3d::Identity() - along);
    k += at.pull.by_rate / 2 * (at.n * across.transpose() + across * at.n.transpose());
    add(k, K);
  }
  void add_by_v(double, ConstKernelVector q, ConstKernelVector v, KernelMatrix C) const override {
    const At at = place(q, v);
    add(at.pull.by_rate * at.n * at.n.transpose(), C);
  }

 private:
  struct At {
    Eigen::Vector3d n, dv;
    double length = 0;
    PullLaw::Value pull;
  };
  At place(ConstKernelVector q, ConstKernelVector v) const {
    At at;
    const Eigen::Vector3d u = q.tail<3>() - q.head<3>();
    const Eigen::Vector3d d = axis_ + u;
    at.length = d.norm();
    at.n = d / at.length;
    at.dv = v.tail<3>() - v.head<3>();
    // l − L without cancellation
    const double elongation = (2 * axis_.dot(u) + u.squaredNorm()) / (at.length + rest_);
    at.pull = law_->at(elongation, at.n.dot(at.dv));
    return at;
  }
  static void add(const Eigen::Matrix3d& k, KernelMatrix K) {
    K.topLeftCorner<3, 3>() += k;
    K.bottomRightCorner<3, 3>() += k;
    K.topRightCorner<3, 3>() -= k;
    K.bottomLeftCorner<3, 3>() -= k;
  }
  Eigen::Vector3d axis_;
  double rest_;
  std::shared_ptr<const PullLaw> law_;
};

class CoordinateTerm final : public ElementTerm {
 public:
  CoordinateTerm(int component, std::shared_ptr<const PullLaw> law, bool damps)
      : component_(component), law_(std::move(law)), damps_(damps) {}
  int nodes() const override { return 1; }
  bool directors() const override { return false; }
  bool damps() const override { return damps_; }
  void add_force(double, ConstKernelVector q, ConstKernelVector v, KernelVector f) const override {
    f(component_) += at(q, v).force;
  }
  void add_by_q(double, ConstKernelVector q, ConstKernelVector v, KernelMatrix K) const override {
    K(component_, component_) += at(q, v).by_elongation;
  }
  void add_by_v(double, ConstKernelVector q, ConstKernelVector v, KernelMatrix C) const override {
    C(component_, component_) += at(q, v).by_rate;
  }
  double energy(ConstKernelVector q) const override { return law_->energy(q(component_)); }

 private:
  PullLaw::Value at(ConstKernelVector q, ConstKernelVector v) const {
    return law_->at(q(component_), v(component_));
  }
  int component_;
  std::shared_ptr<const PullLaw> law_;
  bool damps_;
};

class LinearDamper final : public PullLaw {
 public:
  explicit LinearDamper(double damping) : damping_(damping) {}
  Value at(double, double rate) const override { return {damping_ * rate, 0, damping_}; }

 private:
  double damping_;
};

class PullByRate final : public PullLaw {
 public:
  explicit PullByRate(mechanics::AmplitudePtr force) : force_(std::move(force)) {}
  Value at(double, double rate) const override {
    return {force_->value(rate), 0, force_->rate(rate)};
  }

 private:
  mechanics::AmplitudePtr force_;
};

}  // namespace

ElementTermPtr coordinate_term(int component, std::shared_ptr<const PullLaw> law, bool damps) {
  return std::make_unique<CoordinateTerm>(component, std::move(law), damps);
}
std::shared_ptr<const PullLaw> pull_by_rate(mechanics::AmplitudePtr force) {
  return std::make_shared<PullByRate>(std::move(force));
}

ElementTermPtr elastic_term(SharedKernel kernel) {
  return std::make_unique<Elastic>(std::move(kernel));
}
ElementTermPtr stiffness_damping(SharedKernel kernel, double beta) {
  return std::make_unique<StiffnessDamping>(std::move(kernel), beta);
}
ElementTermPtr mass_damping(Eigen::MatrixXd m, int nodes, double alpha) {
  m *= alpha;
  return std::make_unique<MassDamping>(std::move(m), nodes);
}
ElementTermPtr dashpot(const Point& from, const Point& to, double damping) {
  return pull_term(from, to, std::make_shared<LinearDamper>(damping));
}
ElementTermPtr pull_term(const Point& from, const Point& to, std::shared_ptr<const PullLaw> law) {
  return std::make_unique<PullTerm>(from, to, std::move(law));
}

}  // namespace sparkdyn::structure::nonlinear
