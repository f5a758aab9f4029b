// SPDX-License-Identifier: BSD-3-Clause
// Stress at the nodes: what their elements have there, averaged over those of one material and, of
// shells, of one section and nearly one direction, so that no step that is there is smoothed away.
// Where several such parts meet in a node, the one with the largest von Mises stress is shown. The
// jump is how far an element is from the average: von Mises' equivalent of the difference.

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "output/computed_fields.hpp"
#include "output/local_values.hpp"
#include "sparkdyn/output/structure_results.hpp"
#include "structure/nodal_stress.hpp"
#include "structure/shape_functions.hpp"
#include "structure/shell_forces.hpp"

namespace sparkdyn::output {
namespace {

using structure::Index;
using structure::LocalElement;
using structure::Stress;

/// Shells that meet at more than this are parts of their own: a fold, no curve.
constexpr double fold_cosine = 0.866;  // 30°

std::vector<MeshField> nodal_fields(bool layered) {
  const char* unit = "unit of force per unit of area";
  std::vector<MeshField> fields;
  const auto add = [&](const std::string& suffix, const std::string& where) {
    fields.push_back({"nodal_stress" + suffix, 6, Site::point,
                      "stress averaged at the node" + where + ", xx yy zz xy yz zx", unit});
    fields.push_back({"nodal_von_mises" + suffix, 1, Site::point,
                      "von Mises stress of the averaged stress" + where, unit});
    fields.push_back({"nodal_principal" + suffix, 3, Site::point,
                      "principal stresses of the averaged stress" + where + ", largest first",
                      unit});
  };
  add("", layered ? " (shells: top)" : "");
  fields.push_back({"stress_jump", 1, Site::point,
                    "largest von Mises stress of an element's difference from the average", unit});
  if (layered) add("_bottom", " (shells: bottom)");
  return fields;
}

/// Elements that are averaged at a node.
struct Part {
  Index node = 0;
  int material = -1, section = -1;
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
};

/// Of a stress: itself, von Mises', the principal ones.
void put_stress(const Stress& s, double* into) {
  std::copy_n(s.data(), 6, into);
  into[6] = von_mises(s.data());
  Eigen::Matrix3d tensor;
  tensor << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(tensor, Eigen::EigenvaluesOnly);
  for (int k = 0; k < 3; ++k) into[7 + k] = solver.eigenvalues()[2 - k];
}

class NodalStress final : public ComputedFields {
 public:
  NodalStress(const structure::Distributed& structure, bool layered)
      : ComputedFields(structure, Site::point, nodal_fields(layered)),
        local_(structure),
        layers_(layered ? 2 : 1) {
    find_parts();
  }

 private:
  static bool has_stress(const LocalElement& item) {
    const auto kind = structure::elements()[item.element]->section_kind();
    return kind == "solid" || kind == "shell";
  }

  /// Only owned nodes: all their elements are here.
  void find_parts() {
    const auto& elements = structure().elements;
    parts_of_node_.resize(structure().nodes.owned);
    part_of_.assign(elements.nodes.size(), -1);
    std::vector<structure::Point> x;
    for (const LocalElement& item : elements.items) {
      if (!has_stress(item)) continue;
      const auto& element = *structure::elements()[item.element];
      const auto input = structure::element_input(structure(), item, x);
      const auto corners = structure::node_coordinates(element.shape());
      for (Index i = 0; i < structure::info(element.shape()).nodes; ++i) {
        const Index node = elements.nodes[item.first + i];
        if (node >= structure().nodes.owned) continue;
        Part part{node, structure().sections[item.section].material};
        if (element.has_layers()) {
          part.section = item.section;
          part.normal = structure::shell_normal(element, input, corners.row(i).transpose());
        }
        part_of_[item.first + i] = find_part(part);
      }
    }
  }

  Index find_part(const Part& wanted) {
    for (const Index known : parts_of_node_[wanted.node]) {
      const Part& part = parts_[known];
      if (part.material == wanted.material && part.section == wanted.section &&
          (part.section < 0 || part.normal.dot(wanted.normal) > fold_cosine))
        return known;
    }
    parts_.push_back(wanted);
    parts_of_node_[wanted.node].push_back(static_cast<Index>(parts_.size()) - 1);
    return parts_of_node_[wanted.node].back();
  }

  /// Calls visit(part, layer, stress) for each element at each owned node, in the input's order.
  template <typename Visit>
  void for_each_stress(const Visit& visit) {
    const auto& elements = structure().elements;
    std::vector<structure::Point> x;
    Eigen::VectorXd q;
    for (const LocalElement& item : elements.items) {
      if (!has_stress(item)) continue;
      const auto& element = *structure::elements()[item.element];
      local_.of(item, q);
      const auto input = structure::element_input(structure(), item, x);
      const bool shell = element.has_layers();
      for (int layer = 0; layer < layers_; ++layer) {
        const auto found = structure::stress_at_nodes(element, input, q, shell ? 1 - 2 * layer : 0);
        for (Index i = 0; i < found.cols(); ++i)
          if (const Index part = part_of_[item.first + i]; part >= 0)
            visit(part, layer, Stress(found.col(i)));
      }
    }
  }

  void compute(const StructureFrame& frame) override {
    local_.read(frame.q());
    std::vector<std::array<Stress, 2>> mean(parts_.size(), {Stress::Zero(), Stress::Zero()});
    std::vector<int> count(parts_.size(), 0);
    std::vector<double> jump(parts_.size(), 0.0);
    for_each_stress([&](Index part, int layer, const Stress& stress) {
      mean[part][layer] += stress;
      if (layer == 0) ++count[part];
    });
    for (std::size_t part = 0; part < parts_.size(); ++part)
      for (Stress& each : mean[part]) each /= std::max(count[part], 1);
    for_each_stress([&](Index part, int layer, const Stress& stress) {
      const Stress off = stress - mean[part][layer];
      jump[part] = std::max(jump[part], von_mises(off.data()));
    });
    const auto worst = [&](Index part) {
      return std::max(von_mises(mean[part][0].data()), von_mises(mean[part][layers_ - 1].data()));
    };
    std::array<double, 21> row{};
    for (Index node = 0; node < structure().nodes.owned; ++node) {
      const auto& parts = parts_of_node_[node];
      if (parts.empty()) continue;
      const Index shown = *std::max_element(parts.begin(), parts.end(),
                                            [&](Index a, Index b) { return worst(a) < worst(b); });
      put_stress(mean[shown][0], row.data());
      row[10] = jump[shown];
      if (layers_ == 2) put_stress(mean[shown][1], row.data() + 11);
      put(structure().nodes.input[node], row.data());
    }
  }

  LocalValues local_;
  int layers_;
  std::vector<Part> parts_;
  std::vector<std::vector<Index>> parts_of_node_;
  std::vector<Index> part_of_;  ///< of each entry of LocalElements::nodes; −1: of another rank
};

}  // namespace

ComputedFieldsPtr nodal_stress(const structure::Distributed& structure) {
  return std::make_unique<NodalStress>(structure, has_section(structure, {"shell"}));
}

}  // namespace sparkdyn::output
