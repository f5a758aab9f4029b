// SPDX-License-Identifier: BSD-3-Clause
#include "check/deep.hpp"
#include "input/load_system.hpp"
#include "linear/saddle.hpp"
#include "sparkdyn/core/error.hpp"
#include "system_check.hpp"

namespace sparkdyn::check {

void check_matrices(MPI_Comm comm, const input::Case& description, Report& report) {
  auto loaded = input::load_system(comm, *description.system, description.time.start);
  const auto& system = *loaded.system;
  report.section("Mass, as far as matrices tell");
  const core::Vector ones = system.make_displacement(), image = system.make_displacement();
  core::check(VecSet(ones, 1.0));
  core::check(MatMult(*system.mass(), ones, image));
  const double sum = core::dot(ones, image);
  report.value("sum of all entries of M", fmt::format("{:.9g}", sum), "mass_sum", sum);
  PetscScalar trace = 0;
  core::check(MatGetTrace(*system.mass(), &trace));
  report.value("sum of its diagonal", fmt::format("{:.9g}", trace), "mass_trace", trace);
  report.judge(system.symmetric() ? Level::ok : Level::warning,
               system.symmetric() ? "all matrices are symmetric" : "a matrix is not symmetric");
  try {
    const linear::RealSaddle mass(linear::operators_of(system), {{1.0, system.mass()}}, "mass_",
                                  {.with_constraint = false, .inertia = true});
    if (const auto negative = mass.negative_eigenvalues(); negative && *negative > 0)
      report.judge(Level::error,
                   fmt::format("the mass matrix has {} negative eigenvalues", *negative));
    else if (negative)
      report.judge(Level::ok, "the mass matrix is positive definite");
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    report.judge(Level::note, "the mass matrix is singular");
  }
  SystemCase given;
  given.system = loaded.system;
  given.options.method = description.method;
  given.options.solver = description.solver;
  given.options.project = description.system->initial.project;
  given.span = description.time;
  given.options.span = given.span;
  given.initial.push_back(std::move(loaded.initial));
  check_loads(given, report, [&](std::size_t k, double peak) {
    const double size = std::abs(peak) * core::norm(system.loads()[k].shape);
    report.value("  norm at the peak", fmt::format("{:.6g}", size), fmt::format("norm_{}", k + 1),
                 size);
  });
  const auto found = check_system(given, report);
  report.section("Results");
  const double values = found.state_vectors * static_cast<double>(system.dofs()) +
                        static_cast<double>(system.constraints());
  check_disk(comm, description.output.directory,
             values * stored_states(given.span.steps(), description.output.every), report);
}

}  // namespace sparkdyn::check
