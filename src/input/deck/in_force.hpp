// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What holds and loads the structure, as decks change it from step to step: a condition stays until
// it is replaced (same node and component, same face) or dropped by OP=NEW; given twice in one
// step, loads are added. At the end of a step its amplitude ends too, unless that runs in total
// time.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "amplitudes.hpp"
#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::input::deck {

/// A side of a cell: 0..5 as Shape::sides; of shells also their two faces.
struct SideRef {
  structure::Index cell = 0;
  int side = 0;
  auto operator<=>(const SideRef&) const = default;
};
inline constexpr int positive_face = 6;
inline constexpr int negative_face = 7;

structure::Facet facet(const structure::Mesh& mesh, SideRef side);

struct Given {
  double value = 0;
  int amplitude = -1;  ///< of the deck
  double delay = 0;
  std::string where;
};

/// The time a step takes, and how values that came without amplitude are reached.
struct Timing {
  double start = 0;
  double duration = 0;
  bool only_end = false;  ///< an equilibrium step: what matters is the end
  bool ramp = false;      ///< *STEP, AMPLITUDE=RAMP
  double end() const { return start + duration; }
};

class InForce {
 public:
  enum class CardKind { boundary, nodal, distributed };

  explicit InForce(Amplitudes& amplitudes) : amplitudes_(amplitudes) {}

  void begin_step();
  /// OP=NEW: drops what earlier steps left; only the first card of a kind in a step does.
  void begin_card(CardKind kind, bool fresh);

  void hold(structure::Index node, int component, const Given& given);
  void push(structure::Index node, int component, const Given& given);
  void press(SideRef side, const Given& given);
  void pull(const std::string& surface, const std::vector<SideRef>& sides,
            const structure::Vector& direction, const Given& given);
  void load_line(structure::Index cell, int axis, const Given& given);
  void accelerate(const std::string& set, const std::vector<structure::Index>& cells,
                  const structure::Vector& direction, const Given& given);
  void add_constraint(structure::ConstraintPtr constraint) {
    constraints_.push_back({{}, std::move(constraint)});
  }
  void add_equation(structure::ConstraintPtr equation, std::pair<structure::Index, int> first) {
    constraints_.push_back({first, std::move(equation)});
  }
  void remove_equations();
  /// Removes those whose first term is this component and says whether there was one.
  bool remove_equation(structure::Index node, int component);

  /// How many nodes, faces and elements are held, loaded or tied.
  std::size_t size() const;
  /// Everything in force during a step.
  structure::Conditions conditions(const structure::Mesh& mesh, const Timing& timing);
  /// Values become what they are at the end of the step.
  void end_step(const Timing& timing);

  /// Sentences such as "the amplitude of … is replaced"; taken out.
  std::vector<std::string> take_warnings() { return std::move(warnings_); }

 private:
  struct Value {
    Given given;
    int step = 0;
    double before = 0;  ///< at the start of the step
  };
  struct Traction {
    std::vector<SideRef> sides;
    structure::Vector direction{};
    Value value;
  };
  struct Acceleration {
    std::vector<structure::Index> cells;
    structure::Vector direction{};
    Value value;
  };
  struct Row {
    std::pair<structure::Index, int> first{-1, -1};  ///< of equations
    structure::ConstraintPtr constraint;
  };
  using Component = std::pair<structure::Index, int>;
  /// A surface or a set, and a direction.
  using Directed = std::pair<std::string, structure::Vector>;
  /// Value and index in Model::amplitudes.
  struct Acting {
    double value = 0;
    int amplitude = -1;
    auto operator<=>(const Acting&) const = default;
  };

  void replace(Value& value, const Given& given, bool add);
  double factor(const Given& given, double start, double t) const;
  Acting acting(const Value& value, const Timing& timing);
  void freeze(Value& value, const Timing& timing) const;
  template <typename Visit>
  void for_each_value(Visit visit);

  Amplitudes& amplitudes_;
  int step_ = 0;
  std::set<CardKind> begun_;  ///< kinds that had a card in this step
  std::map<Component, Value> supports_;
  std::map<Component, Value> nodal_;
  std::map<SideRef, Value> pressure_;
  std::map<std::pair<structure::Index, int>, Value> line_;
  std::map<Directed, Traction> traction_;
  std::map<Directed, Acceleration> body_;
  std::vector<Row> constraints_;
  std::vector<std::string> warnings_;
};

}  // namespace sparkdyn::input::deck
