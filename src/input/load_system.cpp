// SPDX-License-Identifier: BSD-3-Clause
#include "input/load_system.hpp"

#include <map>

#include "input/matrix_file.hpp"
#include "mechanics/validate.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace {

using mechanics::Kind;
using mechanics::MatrixPtr;
using mechanics::MatrixTerm;
using mechanics::TimedVector;

/// Reads the files of one case; all sizes must agree with the mass matrix.
class Loader {
 public:
  Loader(MPI_Comm comm, const SystemSpec& spec) : comm_(comm), spec_(spec) {
    mass_ = read_square(spec.mass, "mass");
    core::check(MatGetSize(*mass_, &dofs_, nullptr));
    mass_size_ = fmt::format("mass {} is {}x{}", spec.mass.written, dofs_, dofs_);
  }

  LoadedSystem load(double start) {
    std::vector<MatrixTerm> terms = elastic_terms();
    for (auto& term : damping_terms()) terms.push_back(std::move(term));
    std::vector<TimedVector> loads;
    for (const auto& item : spec_.loads)
      loads.push_back({dof_vector(item.vector, "load"), item.amplitude, item.region, -1,
                       "load " + item.vector.written});
    LoadedSystem result;
    result.initial = {start, initial(spec_.initial.displacement, "initial displacement"),
                      initial(spec_.initial.velocity, "initial velocity")};
    result.system = std::make_shared<mechanics::System>(mass_, std::move(terms), std::move(loads),
                                                        constraint());
    if (spec_.constraints)
      result.system->set_names(
          {.constraint = [file = spec_.constraints->matrix.written](PetscInt row) {
            return fmt::format("constraint row {} of {}", row + 1, file);
          }});
    return result;
  }

 private:
  static std::string subject(const FileReference& file, const char* role) {
    return fmt::format("{}: {} {}", file.where, role, file.written);
  }

  /// n×n, each file once.
  MatrixPtr read_square(const FileReference& file, const char* role) {
    MatrixPtr& matrix = read_[file.path];
    if (matrix) return matrix;
    MatrixLayout layout{.square = true, .subject = subject(file, role), .reason = mass_size_};
    if (mass_) layout.rows = layout.columns = dofs_;
    matrix = std::make_shared<const core::Matrix>(read_matrix(comm_, file.path, layout));
    mechanics::require_finite(*matrix, layout.subject);
    return matrix;
  }

  core::Vector column(const FileReference& file, const char* role, PetscInt rows,
                      const std::string& reason) {
    const MatrixLayout layout{
        .rows = rows, .columns = 1, .subject = subject(file, role), .reason = reason};
    core::Vector vector = read_vector(comm_, file.path, layout);
    mechanics::require_finite(vector, layout.subject);
    return vector;
  }

  core::Vector dof_vector(const FileReference& file, const char* role) {
    return column(file, role, dofs_, mass_size_);
  }

  core::Vector initial(const std::optional<FileReference>& file, const char* role) {
    if (file) return dof_vector(*file, role);
    return core::make_vector(comm_, core::split_rows(comm_, dofs_).size());
  }

  std::vector<MatrixTerm> elastic_terms() {
    std::vector<MatrixTerm> terms;
    for (const auto& item : spec_.stiffness)
      terms.push_back({Kind::elastic, item.region, {{1.0, read_square(item.file, "stiffness")}}});
    return terms;
  }

  /// Given matrices, then Rayleigh's: alpha M for the whole, beta K_k in the region of each K_k.
  std::vector<MatrixTerm> damping_terms() {
    std::vector<MatrixTerm> terms;
    for (const auto& item : spec_.damping.matrices)
      terms.push_back({Kind::damping, item.region, {{1.0, read_square(item.file, "damping")}}});
    for (auto& [region, parts] : rayleigh_parts())
      terms.push_back({Kind::damping, region, std::move(parts)});
    return terms;
  }

  std::map<std::string, std::vector<mechanics::ScaledMatrix>> rayleigh_parts() {
    std::map<std::string, std::vector<mechanics::ScaledMatrix>> parts_of_region;
    const auto [alpha, beta] = spec_.damping.rayleigh.value_or(mechanics::Rayleigh{});
    if (alpha != 0) parts_of_region[""].push_back({alpha, mass_});
    if (beta == 0) return parts_of_region;
    for (const auto& item : spec_.stiffness)
      parts_of_region[item.region].push_back({beta, read_square(item.file, "stiffness")});
    return parts_of_region;
  }

  std::optional<mechanics::Constraint> constraint() {
    if (!spec_.constraints) return std::nullopt;
    const FileReference& file = spec_.constraints->matrix;
    const MatrixLayout layout{
        .columns = dofs_, .subject = subject(file, "constraints"), .reason = mass_size_};
    mechanics::Constraint result;
    result.G = read_matrix(comm_, file.path, layout);
    mechanics::require_finite(result.G, layout.subject);
    const PetscInt rows = core::row_range(result.G).global;
    const std::string reason = fmt::format("constraints {} is {}x{}", file.written, rows, dofs_);
    for (const auto& item : spec_.constraints->values)
      result.values.push_back({column(item.vector, "values", rows, reason), item.amplitude, "", -1,
                               "values " + item.vector.written});
    return result;
  }

  MPI_Comm comm_;
  const SystemSpec& spec_;
  std::map<std::filesystem::path, MatrixPtr> read_;
  MatrixPtr mass_;
  PetscInt dofs_ = 0;
  std::string mass_size_;
};

}  // namespace

LoadedSystem load_system(MPI_Comm comm, const SystemSpec& spec, double start) {
  return Loader(comm, spec).load(start);
}

}  // namespace sparkdyn::input
