// SPDX-License-Identifier: BSD-3-Clause
#include "output/motion_watch.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <variant>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

using core::check;
using Eigen::Vector3d;
using structure::ComponentMask;
using structure::Index;
using structure::LocalElement;

constexpr double part_of_size = 0.1;
constexpr double allowed_turn = 0.1;

/// Between corners, as positions in the cell; each at least once.
std::vector<std::pair<int, int>> edges_of(structure::Shape shape) {
  const auto& about = structure::info(shape);
  std::vector<std::pair<int, int>> edges;
  if (about.dimension == 1) edges.emplace_back(0, 1);
  for (const auto& side : about.sides) {
    const int corners = structure::info(side.shape).corners;
    for (int i = 0; i < corners; ++i) {
      const int a = side.nodes[i], b = side.nodes[(i + 1) % corners];
      if (a < b || about.dimension == 2) edges.emplace_back(a, b);
    }
  }
  return edges;
}

std::string point_text(const structure::Vector& p) {
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", p[0], p[1], p[2]);
}

}  // namespace

MotionWatch::MotionWatch(const structure::Distributed& structure, long every,
                         std::shared_ptr<bool> warned, core::Log& log)
    : structure_(&structure), selection_(every), warned_(std::move(warned)), log_(&log) {
  const auto& nodes = structure.nodes;
  start_.assign(nodes.size() + 1, 0);
  for (Index i = 0; i < nodes.size(); ++i)
    start_[i + 1] = start_[i] + std::popcount(nodes.components[i]);
  values_.assign(start_.back(), 0.0);
  measure();
  collect_edges();
  collect_shells();
}

/// The size of the structure: the diagonal of the box around the nodes that can move.
void MotionWatch::measure() {
  constexpr double none = std::numeric_limits<double>::infinity();
  std::array<double, 6> box{-none, -none, -none, -none, -none, -none};  // x, −x, …
  for (Index i = 0; i < structure_->nodes.owned; ++i)
    for (int c = 0; c < 3 && structure_->nodes.components[i] != 0; ++c) {
      box[2 * c] = std::max(box[2 * c], structure_->nodes.points[i][c]);
      box[2 * c + 1] = std::max(box[2 * c + 1], -structure_->nodes.points[i][c]);
    }
  MPI_Allreduce(MPI_IN_PLACE, box.data(), 6, MPI_DOUBLE, MPI_MAX, structure_->comm);
  Vector3d extent = Vector3d::Zero();
  for (int c = 0; c < 3; ++c) {
    extent[c] = box[2 * c] + box[2 * c + 1];
    middle_[c] = 0.5 * (box[2 * c] - box[2 * c + 1]);
  }
  size_ = std::isfinite(extent.norm()) ? extent.norm() : 0;
}

void MotionWatch::collect_edges() {
  shortest_ = std::numeric_limits<double>::infinity();
  for (const LocalElement& item : structure_->elements.items) {
    if (!item.counted) continue;
    const auto& element = *structure::elements()[item.element];
    const auto* spring =
        std::get_if<structure::SpringSection>(&structure_->sections[item.section].data);
    const bool along = spring && spring->component_a < 0 && !spring->rotational &&
                       spring->direction == structure::Vector{0, 0, 0};
    if (spring && !along) continue;  // its direction is fixed in space
    for (const auto& [i, j] : edges_of(element.shape())) {
      Edge edge{structure_->elements.nodes[item.first + i],
                structure_->elements.nodes[item.first + j], 0, along};
      edge.length = (place(edge.b) - place(edge.a)).norm();
      if (!(edge.length > 1e-9 * size_)) continue;
      shortest_ = std::min(shortest_, edge.length);
      edges_.push_back(edge);
    }
  }
  shortest_ = core::minimum(structure_->comm, shortest_);
}

void MotionWatch::collect_shells() {
  std::map<int, std::size_t> shell_of;
  for (std::size_t s = 0; s < structure_->sections.size(); ++s)
    if (const auto* data = std::get_if<structure::ShellSection>(&structure_->sections[s].data)) {
      shell_of[static_cast<int>(s)] = shells_.size();
      shells_.push_back({});
      shells_.back().thickness = data->thickness;
    }
  std::vector<std::map<Index, Vector3d>> normals(shells_.size());
  for (std::size_t e = 0; e < structure_->elements.items.size(); ++e) {
    const LocalElement& item = structure_->elements.items[e];
    const auto found = shell_of.find(item.section);
    if (found == shell_of.end()) continue;
    if (item.counted) shells_[found->second].elements.push_back(e);
    const Index* nodes = structure_->elements.nodes.data() + item.first;
    const int corners = structure::info(structure::elements()[item.element]->shape()).corners;
    const Vector3d a = place(nodes[corners == 3 ? 1 : 2]) - place(nodes[0]);
    const Vector3d b = place(nodes[corners == 3 ? 2 : 3]) - place(nodes[corners == 3 ? 0 : 1]);
    for (int i = 0; i < corners; ++i) {
      if (nodes[i] >= structure_->nodes.owned) continue;
      const auto entry = normals[found->second].try_emplace(nodes[i], Vector3d::Zero()).first;
      entry->second += a.cross(b);
    }
  }
  thinnest_ = std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < shells_.size(); ++s) {
    Shell& shell = shells_[s];
    for (const auto& [node, normal] : normals[s]) {
      if (!(normal.norm() > 0)) continue;
      shell.nodes.push_back(node);
      shell.normals.push_back(normal.normalized());
      const auto R = rigid_at(node);
      shell.normal_matrix += R.transpose() * R;
    }
    MPI_Allreduce(MPI_IN_PLACE, shell.normal_matrix.data(), 36, MPI_DOUBLE, MPI_SUM,
                  structure_->comm);
    thinnest_ = std::min(thinnest_, shell.thickness);
  }
}

/// Rows that mix displacements and rotations are those of bodies: their rotations move others.
void MotionWatch::use(std::size_t step) {
  const auto& conditions = structure_->steps[step];
  const auto& rows = conditions.rows;
  bodies_.clear();
  if (rows.global == 0) return;
  const auto& nodes = structure_->nodes;
  const core::Vector kind = core::make_vector(structure_->comm, conditions.free_local);
  const core::Vector marks = core::make_vector(structure_->comm, conditions.free_local);
  const auto free_of = [&](Index node) {
    return static_cast<ComponentMask>(nodes.components[node] & ~conditions.fixed[node]);
  };
  {
    core::WriteArray rotations(kind);
    PetscInt at = 0;
    for (Index node = 0; node < nodes.owned; ++node)
      for (ComponentMask mask = free_of(node); mask; mask &= mask - 1)
        rotations[at++] = std::countr_zero(mask) >= 3 ? 1 : 0;
  }
  core::Vector own;
  core::Scatter scatter;
  core::IndexSet from;
  const auto entries = static_cast<PetscInt>(rows.columns.size());
  check(VecCreateSeq(PETSC_COMM_SELF, entries, own.out()));
  check(ISCreateGeneral(PETSC_COMM_SELF, entries, rows.columns.data(), PETSC_COPY_VALUES,
                        from.out()));
  check(VecScatterCreate(kind, from, own, nullptr, scatter.out()));
  check(VecScatterBegin(scatter, kind, own, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(scatter, kind, own, INSERT_VALUES, SCATTER_FORWARD));
  {
    const core::ReadArray rotates(own);
    for (PetscInt r = 0; r < rows.size(); ++r) {
      bool moves = false;
      for (PetscInt k = rows.first[r]; k < rows.first[r + 1]; ++k) moves |= rotates[k] == 0;
      for (PetscInt k = rows.first[r]; moves && k < rows.first[r + 1]; ++k)
        check(VecSetValue(marks, rows.columns[k], rotates[k], ADD_VALUES));
    }
  }
  check(VecAssemblyBegin(marks));
  check(VecAssemblyEnd(marks));
  const core::ReadArray marked(marks);
  PetscInt at = 0;
  for (Index node = 0; node < nodes.owned; ++node) {
    bool any = false;
    for (ComponentMask mask = free_of(node); mask; mask &= mask - 1) any |= marked[at++] > 0;
    if (any) bodies_.push_back(node);
  }
}

Vector3d MotionWatch::place(Index node) const {
  return Eigen::Map<const Vector3d>(structure_->nodes.points[node].data());
}

Vector3d MotionWatch::displacement(Index node) const {
  Vector3d u = Vector3d::Zero();
  PetscInt at = start_[node];
  for (ComponentMask mask = structure_->nodes.components[node]; mask; mask &= mask - 1, ++at)
    if (const int c = std::countr_zero(mask); c < 3) u[c] = values_[at];
  return u;
}

Vector3d MotionWatch::rotation(Index node) const {
  Vector3d theta = Vector3d::Zero();
  PetscInt at = start_[node];
  for (ComponentMask mask = structure_->nodes.components[node]; mask; mask &= mask - 1, ++at)
    if (const int c = std::countr_zero(mask); c >= 3) theta[c - 3] = values_[at];
  return theta;
}

/// Displacement of a node by a unit translation, or a rotation of 1/size about the middle.
Eigen::Matrix<double, 3, 6> MotionWatch::rigid_at(Index node) const {
  const Vector3d x = (place(node) - middle_) / (size_ > 0 ? size_ : 1);
  Eigen::Matrix<double, 3, 6> R;
  R.leftCols<3>().setIdentity();
  R.rightCols<3>() << 0, x[2], -x[1], -x[2], 0, x[0], x[1], -x[0], 0;
  return R;
}

std::string MotionWatch::name(Index node) const {
  return fmt::format("node {} at {}", structure_->nodes.ids[node],
                     point_text(structure_->nodes.points[node]));
}

void MotionWatch::gather(Vec columns) {
  if (to_local_.empty()) {
    const auto& nodes = structure_->nodes;
    std::vector<PetscInt> wanted;
    for (Index i = 0; i < nodes.size(); ++i)
      for (int c = 0; c < std::popcount(nodes.components[i]); ++c)
        wanted.push_back(nodes.column[i] + c);
    const auto count = static_cast<PetscInt>(wanted.size());
    check(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, count, values_.data(), local_.out()));
    core::IndexSet from;
    check(ISCreateGeneral(PETSC_COMM_SELF, count, wanted.data(), PETSC_COPY_VALUES, from.out()));
    check(VecScatterCreate(columns, from, local_, nullptr, to_local_.out()));
  }
  check(VecScatterBegin(to_local_, columns, local_, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(to_local_, columns, local_, INSERT_VALUES, SCATTER_FORWARD));
}

void MotionWatch::look(const run::Frame& frame) {
  if (*warned_ || !(size_ > 0) || !selection_.take(frame)) return;
  gather(frame.q());
  double range = 0;
  const Finding far = apart(range);
  // A turn needs places that move apart: most states are done here.
  if (range >= allowed_turn * shortest_ && report(turned_edges(), frame.time())) return;
  if (report(turned_bodies(), frame.time())) return;
  if (report(far, frame.time())) return;
  if (2 * range >= thinnest_) report(bent_shells(), frame.time());
}

/// Over all ranks: how much the displacements of the structure differ, along one of the axes.
MotionWatch::Finding MotionWatch::apart(double& range) const {
  std::array<core::Located, 6> mine{};  // most, and most negative, of x, y, z
  for (auto& extreme : mine) extreme = {-std::numeric_limits<double>::infinity(), -1};
  for (Index i = 0; i < structure_->nodes.owned; ++i) {
    if ((structure_->nodes.components[i] & structure::translations) == 0) continue;
    const Vector3d u = displacement(i);
    for (int c = 0; c < 3; ++c)
      for (const int sign : {1, -1})
        if (auto& extreme = mine[2 * c + (sign < 0)]; sign * u[c] > extreme.value)
          extreme = {sign * u[c], structure_->nodes.input[i]};
  }
  Finding finding;
  range = 0;
  for (int c = 0; c < 3; ++c) {
    const auto high = core::maximum_location(structure_->comm, mine[2 * c]);
    const auto low = core::maximum_location(structure_->comm, mine[2 * c + 1]);
    const double distance = high.value + low.value;  // low is negated
    if (!(distance > range)) continue;
    range = distance;
    const bool upper = std::abs(high.value) >= std::abs(low.value);
    const auto worst = static_cast<Index>(upper ? high.index : low.index);
    finding = {distance / (part_of_size * size_), -1, {}};
    for (Index i = 0; i < structure_->nodes.owned; ++i)
      if (structure_->nodes.input[i] == worst)
        finding = {finding.excess, worst,
                   fmt::format("{} has moved by {:.3g} along {} against other parts, more than a "
                               "tenth of the structure's size of {:.3g}",
                               name(i), distance, "xyz"[c], size_)};
  }
  return finding;
}

MotionWatch::Finding MotionWatch::turned_edges() const {
  const Edge* worst = nullptr;
  double most = 0;
  for (const Edge& edge : edges_) {
    Vector3d moved = displacement(edge.b) - displacement(edge.a);
    if (edge.across_only) {
      const Vector3d along = (place(edge.b) - place(edge.a)) / edge.length;
      moved -= moved.dot(along) * along;
    }
    const double turn = moved.norm() / edge.length;
    if (turn <= most) continue;
    most = turn;
    worst = &edge;
  }
  if (!worst) return {};
  return {most / allowed_turn, structure_->nodes.input[worst->a],
          fmt::format("what lies between nodes {} and {} at {} has turned or stretched by {:.3g} "
                      "(radian)",
                      structure_->nodes.ids[worst->a], structure_->nodes.ids[worst->b],
                      point_text(structure_->nodes.points[worst->a]), most)};
}

MotionWatch::Finding MotionWatch::turned_bodies() const {
  Finding finding;
  for (const Index node : bodies_) {
    const double turn = rotation(node).norm();
    if (turn / allowed_turn <= finding.excess) continue;
    finding = {turn / allowed_turn, structure_->nodes.input[node],
               fmt::format("{} has turned by {:.3g} rad", name(node), turn)};
  }
  return finding;
}

/// u − the rigid motion nearest to it, across the surface. @note Collective.
MotionWatch::Finding MotionWatch::bent_shells() {
  Finding finding;
  for (Shell& shell : shells_) {
    Eigen::Matrix<double, 6, 1> moment = Eigen::Matrix<double, 6, 1>::Zero();
    for (const Index node : shell.nodes) moment += rigid_at(node).transpose() * displacement(node);
    MPI_Allreduce(MPI_IN_PLACE, moment.data(), 6, MPI_DOUBLE, MPI_SUM, structure_->comm);
    Eigen::CompleteOrthogonalDecomposition<Eigen::Matrix<double, 6, 6>> fit(shell.normal_matrix);
    const Eigen::Matrix<double, 6, 1> motion = fit.solve(moment);
    Finding mine;
    for (std::size_t i = 0; i < shell.nodes.size(); ++i) {
      const Index node = shell.nodes[i];
      const Vector3d rest = displacement(node) - rigid_at(node) * motion;
      const double across = std::abs(shell.normals[i].dot(rest));
      if (across / shell.thickness <= mine.excess) continue;
      mine = {across / shell.thickness, structure_->nodes.input[node],
              fmt::format("the shell at {} has bent by {:.3g}, more than its thickness of {:.3g}: "
                          "where its edges are held, membrane forces would stiffen it",
                          name(node), across, shell.thickness)};
    }
    const double worst = core::maximum(structure_->comm, mine.excess);
    if (worst <= shell.quiet_below) continue;
    if (!bends_more_than_it_stretches(shell))
      shell.quiet_below = 2 * worst;  // a tube that bends as a beam does: look again much later
    else if (mine.excess > finding.excess)
      finding = std::move(mine);
  }
  return finding;
}

/// Largest stress of bending against that of the middle surface. @note Collective.
bool MotionWatch::bends_more_than_it_stretches(const Shell& shell) const {
  const auto& nodes = structure_->nodes;
  std::array<double, 2> largest{0, 0};
  std::vector<structure::Point> x;
  for (const std::size_t e : shell.elements) {
    const LocalElement& item = structure_->elements.items[e];
    const auto& element = *structure::elements()[item.element];
    const auto& section = structure_->sections[item.section].data;
    Eigen::VectorXd q(structure::matrix_size(element, section));
    for (int i = 0, at = 0; i < structure::info(element.shape()).nodes; ++i) {
      const Index node = structure_->elements.nodes[item.first + i];
      for (ComponentMask mask = element.components(i, section); mask; mask &= mask - 1, ++at) {
        const auto below = nodes.components[node] & ((1 << std::countr_zero(mask)) - 1);
        q[at] = values_[start_[node] + std::popcount(static_cast<ComponentMask>(below))];
      }
    }
    const auto input = structure::element_input(*structure_, item, x);
    const structure::Stress top = element.stress(input, q, 1),
                            bottom = element.stress(input, q, -1);
    largest[0] = std::max(largest[0], 0.5 * (top - bottom).norm());
    largest[1] = std::max(largest[1], 0.5 * (top + bottom).norm());
  }
  MPI_Allreduce(MPI_IN_PLACE, largest.data(), 2, MPI_DOUBLE, MPI_MAX, structure_->comm);
  return largest[0] > largest[1];
}

bool MotionWatch::report(const Finding& mine, double time) {
  const MPI_Comm comm = structure_->comm;
  const bool knows = mine.node >= 0;
  const auto worst = core::maximum_location(
      comm, {knows ? mine.excess : -1.0, knows ? mine.node : std::numeric_limits<Index>::max()});
  if (!(worst.value > 1)) return false;
  const bool here = knows && mine.node == worst.index && mine.excess == worst.value;
  const int ranks = core::size(comm);
  const auto root = static_cast<int>(core::minimum(comm, here ? core::rank(comm) : ranks));
  const std::string text = core::broadcast(comm, mine.text, root);
  log_->warn(
      "at t = {:.6g} {}; the equations are linear and do not follow such motion: from here on take "
      "the results as those of a smaller load, scaled up. Shorten the run, lower the load, or "
      "describe the motion as a 'problem' (docs/problems.md), which has finite rotations",
      time, text);
  *warned_ = true;
  return true;
}

}  // namespace sparkdyn::output
