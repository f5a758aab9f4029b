// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Eigenvalues>

#include "check/deep.hpp"
#include "core/temporary_folder.hpp"
#include "job/plan.hpp"
#include "job/structure_outputs.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/output/structure_frame.hpp"
#include "sparkdyn/output/structure_results.hpp"
#include "sparkdyn/structure/column_map.hpp"
#include "structure/resultants.hpp"
#include "system_check.hpp"

namespace sparkdyn::check {
namespace {

using Kind = input::PlannedStep::Kind;
using structure::Vector;

double size_of(const Vector& v) {
  return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
}

/// Components that are rounding errors of the others read as zero.
std::string text_of(const Vector& v, double beside = 0) {
  const double size = std::max(size_of(v), beside);
  const auto clean = [size](double x) { return std::abs(x) <= 1e-12 * size ? 0.0 : x; };
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", clean(v[0]), clean(v[1]), clean(v[2]));
}

std::vector<double> numbers_of(const Vector& v) {
  return {v[0], v[1], v[2]};
}

/// A structure: its mass and loads have places and directions.
class StructureInspection {
 public:
  StructureInspection(MPI_Comm comm, const input::Case& description, Report& report)
      : comm_(comm),
        case_(description),
        report_(report),
        loaded_(input::load_structure(comm, description, core::TemporaryFolder().path())) {
    if (case_.output.every == 1) case_.output.every = loaded_.every;
  }

  void run() {
    input();
    mass();
    bool any = false;
    for (std::size_t i = 0; i < loaded_.plan.size(); ++i) {
      if (loaded_.plan[i].kind == Kind::frequency) continue;
      step(i);
      any = true;
    }
    if (!any) {
      report_.judge(Level::note, "the deck has only *FREQUENCY steps");
      return;
    }
    report_.section("Results");
    check_disk(comm_, case_.output.directory, result_values(), report_);
  }

 private:
  const structure::Distributed& structure() const { return loaded_.structure; }

  void input() {
    report_.section("Input");
    report_.text("read from", structure().source, "source");
    report_.count("nodes", "nodes", structure().nodes.global);
    report_.count("elements", "elements", structure().slab.cells);
    for (const auto& warning : structure().warnings) report_.judge(Level::warning, warning);
    for (const auto& note : loaded_.notes) report_.judge(Level::note, note);
    if (structure().warnings.empty()) report_.judge(Level::ok, "read without warnings");
  }

  void mass() {
    report_.section("Mass, in the units of the input");
    const auto found = structure::mass_properties(structure());
    centre_ = found.centre;
    report_.value("mass", fmt::format("{:.9g}", found.mass), "mass", found.mass);
    if (!(found.mass > 0)) {
      report_.judge(Level::error, "the structure has no mass: give its materials a density");
      return;
    }
    report_.value("centre of gravity", text_of(found.centre), "centre", numbers_of(found.centre));
    const auto& I = found.inertia;
    report_.value("inertia about it",
                  fmt::format("xx yy zz {}, xy yz zx {}", text_of({I[0], I[1], I[2]}),
                              text_of({I[3], I[4], I[5]}, I[0] + I[1] + I[2])),
                  "inertia", std::vector<double>(I.begin(), I.end()));
    Eigen::Matrix3d tensor;
    tensor << I[0], I[3], I[5], I[3], I[1], I[4], I[5], I[4], I[2];
    const Eigen::Vector3d principal =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(tensor, Eigen::EigenvaluesOnly)
            .eigenvalues();
    report_.value("principal values",
                  fmt::format("{:.6g}, {:.6g}, {:.6g}", principal[0], principal[1], principal[2]),
                  "principal", std::vector<double>{principal[0], principal[1], principal[2]});
  }

  void step(std::size_t i) {
    const input::PlannedStep& plan = loaded_.plan[i];
    if (loaded_.plan.size() > 1)
      report_.section(plan.kind == Kind::dynamic
                          ? fmt::format("Dynamic step from t = {:.9g} to {:.9g}{}{}", plan.start,
                                        plan.end, plan.where.empty() ? "" : ", ", plan.where)
                          : fmt::format("Equilibrium at t = {:.9g}{}{}", plan.end,
                                        plan.where.empty() ? "" : ", ", plan.where));
    auto assembled = job::assemble(loaded_, plan);
    const std::size_t conditions = plan.conditions.front();
    SystemCase given;
    given.system = assembled.system;
    given.initial = initial(assembled, plan);
    given.options.method = job::method_of(case_, plan);
    given.options.solver = case_.solver;
    given.options.project = loaded_.project || i > 0;
    given.options.check_constraints = false;
    given.span = job::span_of(plan);
    given.options.span = given.span;
    given.joined = structure::same_node_as_before(structure(), conditions);
    given.rigid = structure::rigid_motions(structure(), conditions, centre_);
    loads(given, assembled, plan);
    if (plan.kind == Kind::equilibrium) {
      equilibrium(given, plan);
      return;
    }
    if (job::superposes(case_, plan)) {
      states_ += stored_states(given.span.steps(), case_.output.every);
      kept_.clear();
      report_.judge(Level::ok,
                    fmt::format("{} modes are superposed, exactly at every step", plan.modes));
      return;
    }
    state_vectors_ = check_system(given, report_).state_vectors;
    states_ += stored_states(given.span.steps(), case_.output.every);
    kept_.clear();  // what a run would end with is not known
  }

  void loads(const SystemCase& given, const structure::Assembled& assembled,
             const input::PlannedStep& plan) {
    const auto origin =
        structure::load_resultants(structure(), plan.conditions.front(), assembled, {0, 0, 0});
    const auto gravity =
        structure::load_resultants(structure(), plan.conditions.front(), assembled, centre_);
    check_loads(given, report_, [&](std::size_t k, double peak) {
      const auto scaled = [peak](Vector v) {
        for (double& x : v) x *= peak;
        return v;
      };
      const auto show = [&](const char* label, const char* key, const Vector& v,
                            double beside = 0) {
        report_.value(label, text_of(scaled(v), std::abs(peak) * beside),
                      fmt::format("{}_{}", key, k + 1), numbers_of(scaled(v)));
      };
      const double turning = std::max(size_of(origin[k].moment), size_of(gravity[k].moment));
      show("  force at the peak", "force", origin[k].force);
      show("  moment about origin", "moment_origin", origin[k].moment, turning);
      show("  moment about centre", "moment_centre", gravity[k].moment, turning);
    });
  }

  void equilibrium(SystemCase& given, const input::PlannedStep& plan) {
    try {
      double largest = 0;
      job::carry_out_equilibrium(*given.system, plan, case_.solver, given.initial);
      for (const auto& state : given.initial)
        largest = std::max(largest, core::norm_infinity(state.q));
      report_.value("largest displacement", fmt::format("{:.4g}", largest), "largest", largest);
      report_.judge(Level::ok, "the equilibrium exists");
      keep(given, plan);
    } catch (const core::Error& error) {
      if (error.kind() != core::Failure::numerics) throw;
      report_.judge(Level::error, error.what());
    }
    if (loaded_.by_deck) states_ += 1;
  }

  std::vector<mechanics::State> initial(structure::Assembled& assembled,
                                        const input::PlannedStep& plan) {
    std::vector<mechanics::State> states;
    const structure::ColumnMap map(structure(), plan.conditions.front());
    for (std::size_t k = 0; k < plan.conditions.size(); ++k) {
      states.push_back({plan.start, core::make_copy(Vec(assembled.initial.q)),
                        core::make_copy(Vec(assembled.initial.v)), static_cast<int>(k)});
      if (k < kept_.size()) map.restrict(kept_[k], states.back().q);
    }
    return states;
  }

  void keep(const SystemCase& given, const input::PlannedStep& plan) {
    const structure::ColumnMap map(structure(), plan.conditions.front());
    kept_.clear();
    for (const auto& state : given.initial) {
      kept_.push_back(map.make_columns());
      map.expand(state.q, kept_.back());
    }
  }

  /// Tables q, v, a, λ and the fields for ParaView, at every stored state.
  double result_values() const {
    const output::StructureFrame frame(structure());
    const output::StructureResults fields(structure(), frame, job::fields_of(loaded_));
    double values = state_vectors_ * static_cast<double>(structure().slab.columns) +
                    static_cast<double>(structure().row_columns);
    for (const auto& field : fields.point_fields())
      values += field.components * static_cast<double>(structure().slab.nodes);
    for (const auto& field : fields.cell_fields())
      values += field.components * static_cast<double>(structure().slab.cells);
    const double cases = std::max<double>(1, static_cast<double>(loaded_.load_cases.size()));
    return values * states_ * cases;
  }

  MPI_Comm comm_;
  input::Case case_;
  Report& report_;
  input::LoadedStructure loaded_;
  Vector centre_{};
  std::vector<core::Vector> kept_;  ///< displacements of an equilibrium, by columns
  double states_ = 0, state_vectors_ = 3;
};

}  // namespace

void check_structure(MPI_Comm comm, const input::Case& description, Report& report) {
  StructureInspection(comm, description, report).run();
}

}  // namespace sparkdyn::check
