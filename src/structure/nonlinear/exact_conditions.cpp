// SPDX-License-Identifier: BSD-3-Clause
#include "exact_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "components.hpp"
#include "row_builder.hpp"
#include "sparkdyn/core/error.hpp"
#include "structure/agreeing_supports.hpp"
#include "structure/elimination.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

using Eigen::Vector3d;

constexpr ComponentMask rotations = all_components & ~translations;

/// The diagonal of the box around the nodes: rows of directors are lengths, as others are.
double size_of(const Mesh& mesh) {
  Vector3d low = Vector3d::Constant(1e300), high = -low;
  for (const Vector& p : mesh.points) {
    low = low.cwiseMin(Vector3d(p.data()));
    high = high.cwiseMax(Vector3d(p.data()));
  }
  const double size = (high - low).norm();
  return size > 0 ? size : 1.0;
}

double at_reference(const Unknown& x) {
  if (x.node < 0) return 1;
  return x.component == 3 || x.component == 7 || x.component == 11 ? 1 : 0;
}

bool is_timed(const ExactRow& row) {
  return std::any_of(row.terms.begin(), row.terms.end(), [](const ExactTerm& term) {
    return term.timing.kind != Timing::Kind::constant;
  });
}

/// The gradient at the reference; what depends on time counts as a row of its own kind.
Equation gradient_of(const ExactRow& row, const Model& model) {
  std::map<std::pair<Index, int>, double> sum;
  for (const ExactTerm& term : row.terms) {
    if (term.timing.kind == Timing::Kind::sine) continue;  // amplitudes begin at zero as a rule
    if (term.turn == Turn::sine || term.turn == Turn::curve) {  // of an angle that is zero there
      const double slope = term.turn == Turn::sine
                               ? 1
                               : model.amplitudes[static_cast<std::size_t>(term.curve)]->rate(0);
      sum[{term.angle.node, term.angle.component}] +=
          term.coefficient * slope * at_reference(term.a) * at_reference(term.b);
      continue;
    }
    if (term.a.node >= 0)
      sum[{term.a.node, term.a.component}] += term.coefficient * at_reference(term.b);
    if (term.b.node >= 0)
      sum[{term.b.node, term.b.component}] += term.coefficient * at_reference(term.a);
  }
  Equation equation;
  equation.name = row.name;
  for (const auto& [at, coefficient] : sum)
    if (coefficient != 0) equation.entries.push_back({at.first, at.second, coefficient});
  return equation;
}

/// Supports of the rotations of one node.
class HeldOrientation {
 public:
  HeldOrientation(const Model& model, Index node) : model_(model), node_(node) {}

  void add(const Support& support) {
    const auto axis = static_cast<std::size_t>(support.component - 3);
    held_[axis] = support;
    ++count_;
    if (support.value != 0) moved_ = static_cast<int>(axis);
    moving_ += support.value != 0 ? 1 : 0;
  }

  /// All three: the directors stay. Two: the third axis stays, and the node turns about it, freely
  /// or by φ(t) = value·a(t).
  void append(std::vector<ExactRow>& rows) const {
    if (count_ == 1 || moving_ > 1) refuse();
    int axis = moved_;
    if (count_ == 2) {
      if (moving_ > 0) refuse();
      axis = !held_[0] ? 0 : !held_[1] ? 1 : 2;
    }
    if (axis < 0) {
      hold(0, 1, 5, rows);
      hold(0, 2, 4, rows);
      hold(1, 2, 3, rows);
      return;
    }
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    hold(axis, i, 3 + j, rows);
    hold(axis, j, 3 + i, rows);
    if (count_ == 3) turn(i, j, axis, rows);
  }

 private:
  /// d_k·e_i = 0.
  void hold(int k, int i, int component, std::vector<ExactRow>& rows) const {
    RowBuilder row(model_.mesh);
    row.add_fixed(node_, Vector3d::Unit(k), Vector3d::Unit(i));
    rows.push_back(row.row(name(component), true));
  }
  /// cos φ d_i·e_j = sin φ d_i·e_i.
  void turn(int i, int j, int axis, std::vector<ExactRow>& rows) const {
    const Support& drive = *held_[static_cast<std::size_t>(axis)];
    const auto timed = [&](Timing::Kind kind) {
      return Timing{kind, drive.amplitude, drive.value};
    };
    RowBuilder row(model_.mesh);
    row.add_fixed(node_, Vector3d::Unit(i), Vector3d::Unit(j), timed(Timing::Kind::cosine));
    row.add_fixed(node_, Vector3d::Unit(i), -Vector3d::Unit(i), timed(Timing::Kind::sine));
    rows.push_back(row.row(name(3 + axis), true));
  }
  std::string name(int component) const {
    return fmt::format("support of node {}, {}",
                       model_.mesh.node_ids[static_cast<std::size_t>(node_)],
                       component_name(component));
  }
  [[noreturn]] void refuse() const {
    const auto first =
        std::find_if(held_.begin(), held_.end(), [](const auto& each) { return each.has_value(); });
    core::input_error(
        "{}: node {}: a large rotation is held about all three axes, or about two of them, so that "
        "the node turns about the third, freely or by a prescribed angle; this has no meaning",
        (*first)->where, model_.mesh.node_ids[static_cast<std::size_t>(node_)]);
  }

  const Model& model_;
  Index node_;
  std::array<std::optional<Support>, 3> held_;
  int count_ = 0, moving_ = 0, moved_ = -1;
};

class ExactRows {
 public:
  ExactRows(const Model& model, const Conditions& conditions,
            std::span<const ComponentMask> components, ResolvedConditions& result)
      : model_(model), conditions_(conditions), components_(components), result_(result) {}

  void run() {
    require_orientations();
    add_orthonormality();
    add_supports();
    const ConstraintContext context{model_.mesh, components_, {}, &result_.warnings};
    for (const auto& constraint : conditions_.constraints) constraint->append_exact(context, rows_);
    leave_out_implied();
  }

 private:
  std::int64_t id(Index node) const { return model_.mesh.node_ids[static_cast<std::size_t>(node)]; }

  void require_orientations() const {
    for (const InitialValue& value : model_.initial)
      if (const ComponentMask mask = components_[static_cast<std::size_t>(value.node)];
          value.component >= 3 && mask != 0 && (mask & rotations) == 0)
        core::input_error(
            "{}: node {} has no orientation that an initial rotation could be of: only reference "
            "nodes of rigid bodies and masses with inertia have one",
            model_.mesh.file, id(value.node));
  }

  /// L (d_i·d_j − δ_ij), half of it for i = j.
  void add_orthonormality() {
    const double length = size_of(model_.mesh);
    for (std::size_t n = 0; n < components_.size(); ++n) {
      if ((components_[n] & rotations) == 0) continue;
      const auto node = static_cast<Index>(n);
      for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) {
          RowBuilder row(model_.mesh);
          const double c = i == j ? 0.5 * length : length;
          row.add_product(c, node, Vector3d::Unit(i), node, Vector3d::Unit(j));
          row.add(i == j ? -c : 0.0);
          rows_.push_back(
              row.row(fmt::format("directors {} and {} of node {}", i + 1, j + 1, id(node))));
        }
    }
  }

  void add_supports() {
    AmplitudeNames names(model_.amplitudes);
    std::map<Index, HeldOrientation> held;
    for (const Support& support : agreeing_supports(model_, conditions_, names)) {
      const ComponentMask mask = components_[static_cast<std::size_t>(support.node)];
      if (!contains(mask, support.component)) {
        if (support.value != 0)
          core::input_error("{}: node {} has no component '{}' to move", support.where,
                            id(support.node), component_name(support.component));
      } else if (support.component >= 3) {
        held.try_emplace(support.node, model_, support.node).first->second.add(support);
      } else {
        RowBuilder row(model_.mesh);
        row.add_displacement(support.node, Vector3d::Unit(support.component));
        row.add(-support.value, {.kind = Timing::Kind::value, .amplitude = support.amplitude});
        rows_.push_back(row.row(fmt::format("support of node {}, {}", id(support.node),
                                            component_name(support.component)),
                                true));
      }
    }
    for (const auto& [node, orientation] : held) orientation.append(rows_);
  }

  /// Rows whose gradients depend on those of others at the start are left out where that can be
  /// right, and watched during the run.
  void leave_out_implied() {
    std::vector<Equation> gradients;
    for (const ExactRow& row : rows_) gradients.push_back(gradient_of(row, model_));
    std::vector<char> dropped(rows_.size(), 0);
    int told = 0;
    for (const Dependence& found : find_dependences(gradients)) {
      const auto at = static_cast<std::size_t>(found.row);
      const std::string others = names_of(found);
      const bool timed = is_timed(rows_[at]) ||
                         std::any_of(found.terms.begin(), found.terms.end(), [&](const auto& term) {
                           return is_timed(rows_[static_cast<std::size_t>(term.row)]);
                         });
      if (timed)
        core::input_error(
            "{}: {} asks, at the start, for what {} already says, and one of them moves: leave one "
            "out",
            model_.mesh.file.empty() ? "the model" : model_.mesh.file, rows_[at].name, others);
      constexpr int most_told = 8;
      if (++told <= most_told)
        result_.warnings.push_back(
            fmt::format("{} follows from {} at the start: left out, and watched during the run",
                        rows_[at].name, others));
      else if (told == most_told + 1)
        result_.warnings.push_back(
            "more rows of constraints follow from others: left out, and watched during the run");
      dropped[at] = 1;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      auto& to = dropped[i] ? result_.implied : result_.exact;
      if (!dropped[i]) {
        Equation named;
        named.name = rows_[i].name;
        named.support = rows_[i].support;
        result_.rows.push_back(std::move(named));
      }
      to.push_back(std::move(rows_[i]));
    }
  }

  /// Of the rows that another one depends on.
  std::string names_of(const Dependence& found) const {
    constexpr std::size_t most = 4;
    std::vector<std::string> names;
    for (const auto& term : found.terms)
      if (std::abs(term.relative) > 1e-9)
        names.push_back(rows_[static_cast<std::size_t>(term.row)].name);
    const std::size_t count = names.size();
    if (count > most) names.resize(most);
    std::string text = fmt::format("{}", fmt::join(names, "; "));
    if (count > most) text += fmt::format(" and {} more", count - most);
    return text;
  }

  const Model& model_;
  const Conditions& conditions_;
  std::span<const ComponentMask> components_;
  ResolvedConditions& result_;
  std::vector<ExactRow> rows_;
};

}  // namespace

void resolve_exact(const Model& model, const Conditions& conditions,
                   std::span<const ComponentMask> components, ResolvedConditions& result) {
  ExactRows(model, conditions, components, result).run();
}

}  // namespace sparkdyn::structure::nonlinear
