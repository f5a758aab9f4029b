// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Linear equations know no large motion: a blade turned by 2π moves its tip along a line. Looks at
// every stored state and warns, once in a run, when
//   places of the structure have moved apart by a tenth of its size,
//   an edge of an element, a spring or a rigid body has turned by 0.1, or
//   a shell that bends has moved across its surface by its thickness, rigid motion taken off.
// Moving all of the structure along is harmless and does not count.

#include <Eigen/Core>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "output/selection.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/run/observer.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::output {

class MotionWatch final : public run::Observer {
 public:
  /// `structure` and `log` must live as long; `warned` is shared by all load cases of a run.
  MotionWatch(const structure::Distributed& structure, long every, std::shared_ptr<bool> warned,
              core::Log& log);

  /// From now on the conditions of Distributed::steps[step] hold. @note Collective.
  void use(std::size_t step);

  void on_start(const run::Frame& frame) override { look(frame); }
  void on_resume(const run::Frame& frame) override { look(frame); }
  void on_step(const run::Frame& frame) override { look(frame); }
  void on_finish(const run::Frame& frame) override { look(frame); }

 private:
  using Index = structure::Index;
  /// The worst place on this rank: how far beyond what is allowed, and a sentence.
  struct Finding {
    double excess = 0;  ///< 1: just allowed
    Index node = -1;    ///< in the input's order
    std::string text;
  };
  struct Edge {
    Index a = 0, b = 0;  ///< local nodes
    double length = 0;
    bool across_only = false;  ///< of springs, whose stretching is what they are for
  };
  /// A shell section and the part of it on this rank.
  struct Shell {
    double thickness = 0;
    double quiet_below = 1;                ///< times the thickness
    std::vector<Index> nodes;              ///< owned
    std::vector<Eigen::Vector3d> normals;  ///< one per node
    std::vector<std::size_t> elements;     ///< counted here
    Eigen::Matrix<double, 6, 6> normal_matrix = Eigen::Matrix<double, 6, 6>::Zero();
  };

  void measure();
  void collect_edges();
  void collect_shells();
  void look(const run::Frame& frame);
  void gather(Vec columns);
  Eigen::Vector3d displacement(Index node) const;
  Eigen::Vector3d rotation(Index node) const;
  Eigen::Vector3d place(Index node) const;
  Eigen::Matrix<double, 3, 6> rigid_at(Index node) const;
  std::string name(Index node) const;

  Finding apart(double& range) const;
  Finding turned_edges() const;
  Finding turned_bodies() const;
  Finding bent_shells();
  bool bends_more_than_it_stretches(const Shell& shell) const;
  /// Warns of the worst finding of all ranks if it is one. @note Collective.
  bool report(const Finding& mine, double time);

  const structure::Distributed* structure_;
  Selection selection_;
  std::shared_ptr<bool> warned_;
  core::Log* log_;
  Eigen::Vector3d middle_ = Eigen::Vector3d::Zero();
  double size_ = 0, shortest_ = 0, thinnest_ = 0;
  std::vector<Edge> edges_;
  std::vector<Shell> shells_;
  std::vector<Index> bodies_;    ///< owned nodes whose rotation moves others
  std::vector<PetscInt> start_;  ///< of each local node's components among the local values
  std::vector<double> values_;
  core::Vector local_;
  core::Scatter to_local_;
};

}  // namespace sparkdyn::output
