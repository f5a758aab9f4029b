#include "sparkdyn/structure/assemble.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "block_rows.hpp"
#include "components.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::structure {
namespace {

using core::check;
using mechanics::Kind;
using mechanics::MatrixPtr;
using mechanics::MatrixTerm;
using mechanics::Shaped;

/// Reused element matrices and coordinates: no allocation per element once the largest was met.
struct Workspace {
  std::vector<Point> x;
  ElementMatrix K, M, C;
};

std::vector<core::Vector> rigid_motions(const Distributed& structure,
                                        const LocalConditions& conditions,
                                        const Vector& centre = {0, 0, 0});

const Material* material_of(const Distributed& structure, const LocalElement& item) {
  const int material = structure.sections[item.section].material;
  return material < 0 ? nullptr : &structure.materials[material];
}

class Assembler {
 public:
  Assembler(const Distributed& structure, const LocalConditions& conditions,
            const AssembleOptions& options)
      : structure_(structure), conditions_(conditions), options_(options) {}

  Assembled run() {
    Assembled result;
    {
      BlockRows rows(structure_, conditions_, RowKind::free);
      mass_ = std::make_shared<const core::Matrix>(assemble_mass(rows));
      assemble_terms(rows);
    }
    require_stiffness_or_mass();
    result.held = held_rows();
    result.initial = initial_state();
    result.system = std::make_shared<mechanics::System>(mass_, std::move(terms_),
                                                        loads(RowKind::free), constraint(), true);
    result.system->set_near_null_space(rigid_motions(structure_, conditions_), node_size());
    return result;
  }

 private:
  /// Calls compute(item, element, input) for the elements that touch these rows and are wanted.
  template <typename Wanted, typename Compute>
  void for_each_element(const BlockRows& rows, Wanted wanted, Compute compute) {
    for (const LocalElement& item : structure_.elements.items) {
      if (!wanted(item) || !rows.touches(item)) continue;
      const Element& element = *elements()[item.element];
      const int size = matrix_size(element, structure_.sections[item.section].data);
      for (ElementMatrix* matrix : {&work_.K, &work_.M, &work_.C})
        if (matrix->rows() != size) matrix->resize(size, size);
      compute(item, element, element_input(structure_, item, work_.x));
    }
  }

  static bool every(const LocalElement&) { return true; }

  core::Matrix assemble_mass(BlockRows& rows) {
    rows.clear();
    for_each_element(rows, every, [&](const auto& item, const auto& element, const auto& input) {
      element.mass(input, structure_.lumped_mass, work_.M);
      rows.add(item, work_.M);
    });
    return rows.matrix(true);
  }

  template <typename Wanted>
  core::Matrix assemble_stiffness(BlockRows& rows, Wanted wanted, bool leave_out_zeros) {
    rows.clear();
    for_each_element(rows, wanted, [&](const auto& item, const auto& element, const auto& input) {
      element.stiffness(input, work_.K);
      rows.add(item, work_.K);
    });
    return rows.matrix(leave_out_zeros);
  }

  /// α_e M_e + β_e K_e + C_e, whichever of these the element has.
  template <typename Wanted>
  core::Matrix assemble_damping(BlockRows& rows, Wanted wanted, bool with_rayleigh) {
    rows.clear();
    const auto damped = [&](const LocalElement& item) {
      const Material* material = material_of(structure_, item);
      const bool rayleigh =
          with_rayleigh && material && (material->alpha != 0 || material->beta != 0);
      return wanted(item) && (rayleigh || elements()[item.element]->has_damping());
    };
    for_each_element(rows, damped, [&](const auto& item, const auto& element, const auto& input) {
      element.damping(input, work_.C);
      if (with_rayleigh && input.material && input.material->alpha != 0) {
        element.mass(input, structure_.lumped_mass, work_.M);
        work_.C += input.material->alpha * work_.M;
      }
      if (with_rayleigh && input.material && input.material->beta != 0) {
        element.stiffness(input, work_.K);
        work_.C += input.material->beta * work_.K;
      }
      rows.add(item, work_.C);
    });
    return rows.matrix(true);
  }

  /// Every element has a material and all have the same damping: C shares M and K.
  bool uniform_rayleigh() const {
    const auto& materials = structure_.materials;
    return std::all_of(
        structure_.sections.begin(), structure_.sections.end(), [&](const Section& section) {
          return section.material >= 0 && materials[section.material].alpha == materials[0].alpha &&
                 materials[section.material].beta == materials[0].beta;
        });
  }

  bool has_discrete_damping() const {
    const auto& items = structure_.elements.items;
    return core::any(structure_.comm, std::any_of(items.begin(), items.end(), [](const auto& item) {
                       return elements()[item.element]->has_damping();
                     }));
  }

  bool has_rayleigh() const {
    return std::any_of(structure_.materials.begin(), structure_.materials.end(),
                       [](const Material& m) { return m.alpha != 0 || m.beta != 0; });
  }

  void assemble_terms(BlockRows& rows) {
    const bool shared = uniform_rayleigh();
    const double alpha = options_.rayleigh.alpha + (shared ? structure_.materials[0].alpha : 0);
    const double beta = options_.rayleigh.beta + (shared ? structure_.materials[0].beta : 0);
    const bool own_matrix = has_discrete_damping() || (!shared && has_rayleigh());
    if (alpha != 0) terms_.push_back({Kind::damping, "", {{alpha, mass_}}});
    for (int region = -1; region < static_cast<int>(structure_.regions.size()); ++region) {
      const std::string name = region < 0 ? "" : structure_.regions[region];
      const auto here = [region](const LocalElement& item) { return item.region == region; };
      if (region >= 0 || any_element(here)) {
        const auto K = std::make_shared<const core::Matrix>(
            assemble_stiffness(rows, here, !structure_.regions.empty()));
        terms_.push_back({Kind::elastic, name, {{1.0, K}}});
        if (beta != 0) terms_.push_back({Kind::damping, name, {{beta, K}}});
      }
      if (own_matrix) {
        const auto C = std::make_shared<const core::Matrix>(assemble_damping(rows, here, !shared));
        terms_.push_back({Kind::damping, name, {{1.0, C}}});
      }
    }
    merge_same_names();
  }

  template <typename Wanted>
  bool any_element(Wanted wanted) const {
    const auto& items = structure_.elements.items;
    return core::any(structure_.comm, std::any_of(items.begin(), items.end(), wanted));
  }

  /// One term per kind and region, of several parts.
  void merge_same_names() {
    std::vector<MatrixTerm> merged;
    for (auto& term : terms_) {
      const auto same = std::find_if(merged.begin(), merged.end(), [&](const MatrixTerm& other) {
        return other.kind == term.kind && other.region == term.region;
      });
      if (same == merged.end())
        merged.push_back(std::move(term));
      else
        for (auto& part : term.parts) same->parts.push_back(std::move(part));
    }
    terms_ = std::move(merged);
  }

  HeldRows held_rows() {
    HeldRows held;
    if (conditions_.fixed_global == 0) return held;
    BlockRows rows(structure_, conditions_, RowKind::held);
    held.mass = assemble_mass(rows);
    held.stiffness = assemble_stiffness(rows, every, false);
    if (has_rayleigh() || has_discrete_damping() || options_.rayleigh.alpha != 0 ||
        options_.rayleigh.beta != 0) {
      held.damping = assemble_damping(rows, every, true);
      check(MatAXPY(held.damping, options_.rayleigh.alpha, held.mass, DIFFERENT_NONZERO_PATTERN));
      check(
          MatAXPY(held.damping, options_.rayleigh.beta, held.stiffness, DIFFERENT_NONZERO_PATTERN));
    }
    held.loads = loads(RowKind::held);
    return held;
  }

  /// Local number of a component among the free or the held ones, or −1.
  struct Places {
    std::vector<PetscInt> first;
    std::vector<ComponentMask> wanted;
    PetscInt size = 0;
    PetscInt operator()(Index node, int component) const {
      if (!contains(wanted[node], component)) return -1;
      return first[node] + place_in(wanted[node], component);
    }
  };

  Places places(RowKind kind) const {
    Places places;
    for (Index node = 0; node < structure_.nodes.owned; ++node) {
      const ComponentMask all = structure_.nodes.components[node];
      const ComponentMask fixed = conditions_.fixed[node];
      places.first.push_back(places.size);
      places.wanted.push_back(kind == RowKind::free ? all & ~fixed : all & fixed);
      places.size += std::popcount(places.wanted.back());
    }
    return places;
  }

  /// Free components of a node when all nodes that have any have as many, otherwise 1.
  PetscInt node_size() const {
    int least = components_of_node, most = 0;
    for (Index node = 0; node < structure_.nodes.owned; ++node) {
      const int count = std::popcount(
          static_cast<ComponentMask>(structure_.nodes.components[node] & ~conditions_.fixed[node]));
      if (count > 0) least = std::min(least, count);
      most = std::max(most, count);
    }
    least = static_cast<int>(core::minimum(structure_.comm, least));
    most = static_cast<int>(core::maximum(structure_.comm, most));
    return least == most ? most : 1;
  }

  std::vector<Shaped> loads(RowKind kind) {
    if (options_.load_cases.size() <= 1) return loads_of(conditions_, kind, -1);
    std::vector<Shaped> all;
    for (std::size_t k = 0; k < options_.load_cases.size(); ++k)
      for (Shaped& load :
           loads_of(structure_.steps[options_.load_cases[k]], kind, static_cast<int>(k)))
        all.push_back(std::move(load));
    return all;
  }

  std::vector<Shaped> loads_of(const LocalConditions& conditions, RowKind kind, int load_case) {
    const Places place = places(kind);
    std::map<int, std::vector<double>> of_amplitude;
    for (const int amplitude : amplitudes_in_use(conditions))
      of_amplitude[amplitude].resize(place.size);
    for (const LocalLoad& load : conditions.loads) {
      const PetscInt at = place(load.node, load.component);
      if (at >= 0) of_amplitude[load.amplitude][at] += load.value;
    }
    for (const LocalBodyLoad& load : conditions.body)
      add_body_load(load, place, of_amplitude[load.amplitude]);
    std::vector<Shaped> shaped;
    for (const auto& [amplitude, values] : of_amplitude)
      shaped.push_back({vector_of(values), amplitude_at(amplitude), "", load_case});
    return shaped;
  }

  /// The same on all ranks, whichever has the loads.
  std::vector<int> amplitudes_in_use(const LocalConditions& conditions) const {
    std::vector<int> used(structure_.amplitudes.size() + 1, 0), anywhere(used.size());
    for (const LocalLoad& load : conditions.loads) used[load.amplitude + 1] = 1;
    for (const LocalBodyLoad& load : conditions.body) used[load.amplitude + 1] = 1;
    MPI_Allreduce(used.data(), anywhere.data(), static_cast<int>(used.size()), MPI_INT, MPI_MAX,
                  structure_.comm);
    std::vector<int> indices;
    for (std::size_t i = 0; i < anywhere.size(); ++i)
      if (anywhere[i]) indices.push_back(static_cast<int>(i) - 1);
    return indices;
  }

  void add_body_load(const LocalBodyLoad& load, const Places& place, std::vector<double>& values) {
    const auto& items = structure_.elements.items;
    const std::size_t count = load.everywhere ? items.size() : load.elements.size();
    for (std::size_t k = 0; k < count; ++k)
      add_body_load(items[load.everywhere ? k : load.elements[k]], load.acceleration, place,
                    values);
  }

  /// M_e times the acceleration of all translations.
  void add_body_load(const LocalElement& item, const Vector& acceleration, const Places& place,
                     std::vector<double>& values) {
    const Element& element = *elements()[item.element];
    const SectionData& section = structure_.sections[item.section].data;
    const int size = matrix_size(element, section);
    if (work_.M.rows() != size) work_.M.resize(size, size);
    element.mass(element_input(structure_, item, work_.x), structure_.lumped_mass, work_.M);
    Eigen::VectorXd moved = Eigen::VectorXd::Zero(size);
    const auto for_each_component = [&](auto&& visit) {
      for (int i = 0, at = 0; i < info(element.shape()).nodes; ++i)
        for (ComponentMask mask = element.components(i, section); mask; mask &= mask - 1, ++at)
          visit(structure_.elements.nodes[item.first + i], std::countr_zero(mask), at);
    };
    for_each_component([&](Index, int component, int at) {
      if (component < 3) moved[at] = acceleration[component];
    });
    const Eigen::VectorXd force = work_.M * moved;
    for_each_component([&](Index node, int component, int at) {
      if (node >= structure_.nodes.owned) return;
      const PetscInt row = place(node, component);
      if (row >= 0) values[row] += force[at];
    });
  }

  core::Vector vector_of(const std::vector<double>& values) const {
    core::Vector vector = core::make_vector(structure_.comm, static_cast<PetscInt>(values.size()));
    core::WriteArray entries(vector);
    std::copy(values.begin(), values.end(), entries.data());
    return vector;
  }

  mechanics::AmplitudePtr amplitude_at(int index) const {
    return index < 0 ? mechanics::constant_amplitude(1) : structure_.amplitudes[index];
  }

  std::optional<mechanics::Constraint> constraint() const {
    const LocalRows& rows = conditions_.rows;
    if (rows.global == 0) return std::nullopt;
    mechanics::Constraint result;
    check(MatCreate(structure_.comm, result.G.out()));
    check(MatSetSizes(result.G, rows.size(), conditions_.free_local, rows.global,
                      conditions_.free_global));
    check(MatSetType(result.G, MATAIJ));
    const SortedRows sorted(rows);
    check(MatSeqAIJSetPreallocationCSR(result.G, rows.first.data(), sorted.columns.data(),
                                       sorted.coefficients.data()));
    check(MatMPIAIJSetPreallocationCSR(result.G, rows.first.data(), sorted.columns.data(),
                                       sorted.coefficients.data()));
    result.values = prescribed_values();
    return result;
  }

  struct SortedRows {
    explicit SortedRows(const LocalRows& rows)
        : columns(rows.columns), coefficients(rows.coefficients) {
      for (PetscInt r = 0; r < rows.size(); ++r) {
        std::map<PetscInt, double> row;
        for (PetscInt k = rows.first[r]; k < rows.first[r + 1]; ++k)
          row[rows.columns[k]] = rows.coefficients[k];
        PetscInt at = rows.first[r];
        for (const auto& [column, coefficient] : row) {
          columns[at] = column;
          coefficients[at++] = coefficient;
        }
      }
    }
    std::vector<PetscInt> columns;
    std::vector<double> coefficients;
  };

  std::vector<Shaped> prescribed_values() const {
    const LocalRows& rows = conditions_.rows;
    std::vector<int> used(structure_.amplitudes.size() + 1, 0), anywhere(used.size());
    for (PetscInt r = 0; r < rows.size(); ++r)
      if (rows.values[r] != 0) used[rows.amplitudes[r] + 1] = 1;
    MPI_Allreduce(used.data(), anywhere.data(), static_cast<int>(used.size()), MPI_INT, MPI_MAX,
                  structure_.comm);
    std::vector<Shaped> shaped;
    for (int amplitude = -1; amplitude + 1 < static_cast<int>(anywhere.size()); ++amplitude) {
      if (!anywhere[amplitude + 1]) continue;
      std::vector<double> values(rows.size(), 0.0);
      for (PetscInt r = 0; r < rows.size(); ++r)
        if (rows.amplitudes[r] == amplitude) values[r] = rows.values[r];
      shaped.push_back({vector_of(values), amplitude_at(amplitude), ""});
    }
    return shaped;
  }

  mechanics::State initial_state() const {
    const Places place = places(RowKind::free);
    std::vector<double> q(place.size, 0.0), v(place.size, 0.0);
    for (const LocalInitial& value : structure_.initial) {
      const PetscInt at = place(value.node, value.component);
      if (at < 0) continue;
      q[at] += value.displacement;
      v[at] += value.velocity;
    }
    return {options_.start, vector_of(q), vector_of(v)};
  }

  /// The first node in the order of the input with a component that nothing holds or moves.
  void require_stiffness_or_mass() const {
    const Places place = places(RowKind::free);
    std::vector<char> marked(place.size, 0);
    const auto mark = [&](Mat matrix) {
      const core::RowRange range = core::row_range(matrix);
      core::for_each_row(matrix, [&](PetscInt row, auto, auto values) {
        if (std::any_of(values.begin(), values.end(), [](double x) { return x != 0; }))
          marked[row - range.begin] = 1;
      });
    };
    mark(*mass_);
    for (const auto& term : terms_)
      if (term.kind == Kind::elastic)
        for (const auto& part : term.parts) mark(*part.matrix);
    mark_constrained(marked);
    report_unmarked(place, marked);
  }

  /// Components in rows of G are held by these; whether well enough the factorisation finds out.
  void mark_constrained(std::vector<char>& marked) const {
    const core::Vector marks =
        core::make_vector(structure_.comm, static_cast<PetscInt>(marked.size()));
    const auto& columns = conditions_.rows.columns;
    const std::vector<double> ones(columns.size(), 1.0);
    check(VecSetValues(marks, static_cast<PetscInt>(columns.size()), columns.data(), ones.data(),
                       ADD_VALUES));
    check(VecAssemblyBegin(marks));
    check(VecAssemblyEnd(marks));
    const core::ReadArray values(marks);
    for (std::size_t i = 0; i < marked.size(); ++i)
      if (values[static_cast<PetscInt>(i)] != 0) marked[i] = 1;
  }

  void report_unmarked(const Places& place, const std::vector<char>& marked) const {
    constexpr Index none = std::numeric_limits<Index>::max();
    Index mine = none;
    std::string sentence;
    for (Index node = 0; node < structure_.nodes.owned && mine == none; ++node)
      for (int component = 0; component < components_of_node; ++component) {
        const PetscInt at = place(node, component);
        if (at < 0 || marked[at]) continue;
        mine = structure_.nodes.input[node];
        sentence = fmt::format(
            "{}: node {} has neither stiffness nor mass in '{}'; hold it, or "
            "give it an element that does",
            structure_.source, structure_.nodes.ids[node], component_name(component));
        break;
      }
    Index first = none;
    MPI_Allreduce(&mine, &first, 1, MPI_INT32_T, MPI_MIN, structure_.comm);
    core::collectively(structure_.comm, [&] {
      if (mine != none && mine == first) throw core::Error(core::Failure::input, sentence);
    });
  }

  const Distributed& structure_;
  const LocalConditions& conditions_;
  const AssembleOptions& options_;
  Workspace work_;
  MatrixPtr mass_;
  std::vector<MatrixTerm> terms_;
};

}  // namespace

const char* component_name(int component) {
  static constexpr std::array<const char*, components_of_node> names{
      "x", "y", "z", "rotation x", "rotation y", "rotation z"};
  return names[component];
}

Assembled assemble(const Distributed& structure, std::size_t step, const AssembleOptions& options) {
  return Assembler(structure, structure.steps[step], options).run();
}

MassProperties mass_properties(const Distributed& structure) {
  // Σ over nodes of the rows of M_e belonging to translations: m, m·x and second moments by the
  // consistent mass matrix itself, which is exact for rigid motions.
  std::array<double, 10> mine{};  // m, mx, my, mz, xx, yy, zz, xy, yz, zx
  std::vector<Point> x;
  ElementMatrix M;
  for (const LocalElement& item : structure.elements.items) {
    if (!item.counted) continue;
    const Element& element = *elements()[item.element];
    const SectionData& section = structure.sections[item.section].data;
    const int size = matrix_size(element, section);
    M.resize(size, size);
    element.mass(element_input(structure, item, x), structure.lumped_mass, M);
    // Six rigid motions about the origin, evaluated with the element's own mass matrix.
    Eigen::MatrixXd R = Eigen::MatrixXd::Zero(size, 6);
    for (int i = 0, at = 0; i < info(element.shape()).nodes; ++i)
      for (ComponentMask mask = element.components(i, section); mask; mask &= mask - 1, ++at) {
        const int c = std::countr_zero(mask);
        if (c >= 3) {
          R(at, c) = 1;
          continue;
        }
        R(at, c) = 1;
        const int next = (c + 1) % 3, after = (c + 2) % 3;
        R(at, 3 + next) = x[i][after];  // θ × x
        R(at, 3 + after) = -x[i][next];
      }
    const Eigen::Matrix<double, 6, 6> J = R.transpose() * M * R;
    const double m = J(0, 0);
    mine[0] += m;
    mine[1] += J(1, 5);  // m x̄ from y-translation with rotation about z
    mine[2] += J(2, 3);
    mine[3] += J(0, 4);
    for (int i = 0; i < 3; ++i) mine[4 + i] += J(3 + i, 3 + i);
    mine[7] += J(3, 4);
    mine[8] += J(4, 5);
    mine[9] += J(5, 3);
  }
  std::array<double, 10> all{};
  MPI_Allreduce(mine.data(), all.data(), 10, MPI_DOUBLE, MPI_SUM, structure.comm);
  MassProperties result;
  result.mass = all[0];
  if (all[0] <= 0) return result;
  Vector& c = result.centre;
  for (int i = 0; i < 3; ++i) c[i] = all[1 + i] / all[0];
  const double m = all[0];
  result.inertia = {all[4] - m * (c[1] * c[1] + c[2] * c[2]),
                    all[5] - m * (c[2] * c[2] + c[0] * c[0]),
                    all[6] - m * (c[0] * c[0] + c[1] * c[1]),
                    all[7] + m * c[0] * c[1],
                    all[8] + m * c[1] * c[2],
                    all[9] + m * c[2] * c[0]};
  return result;
}

std::vector<core::Vector> rigid_motions(const Distributed& structure, std::size_t step,
                                        const Vector& centre) {
  return rigid_motions(structure, structure.steps[step], centre);
}

namespace {

std::vector<core::Vector> rigid_motions(const Distributed& structure,
                                        const LocalConditions& conditions, const Vector& centre) {
  std::vector<core::Vector> motions;
  for (int motion = 0; motion < 6; ++motion) {
    core::Vector vector = core::make_vector(structure.comm, conditions.free_local);
    core::WriteArray entries(vector);
    PetscInt at = 0;
    for (Index node = 0; node < structure.nodes.owned; ++node) {
      const Vector& p = structure.nodes.points[node];
      const ComponentMask free = structure.nodes.components[node] & ~conditions.fixed[node];
      for (ComponentMask mask = free; mask; mask &= mask - 1, ++at) {
        const int c = std::countr_zero(mask);
        double value = c == motion ? 1 : 0;
        if (motion >= 3 && c < 3) {
          const int axis = motion - 3;
          if (c == (axis + 1) % 3) value = -(p[(axis + 2) % 3] - centre[(axis + 2) % 3]);
          if (c == (axis + 2) % 3) value = p[(axis + 1) % 3] - centre[(axis + 1) % 3];
        }
        entries[at] = value;
      }
    }
    motions.push_back(std::move(vector));
  }
  return motions;
}

}  // namespace

}  // namespace sparkdyn::structure
