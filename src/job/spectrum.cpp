// SPDX-License-Identifier: BSD-3-Clause
#include "job/spectrum.hpp"

#include <algorithm>
#include <cmath>

#include "input/load_structure.hpp"
#include "input/load_system.hpp"
#include "input/matrix_file.hpp"
#include "job/model_view.hpp"
#include "modal/response_spectrum.hpp"
#include "modal/static_rest.hpp"
#include "output/csv_file.hpp"
#include "output/output_folder.hpp"
#include "output/report.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::job {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The answers to one direction.
struct Shaken {
  std::vector<double> accelerations;  ///< S_a of each mode
  std::vector<double> shares;         ///< of the mass that moves
  MatrixXd parts;                     ///< a row for each probe, a column for each mode
  VectorXd missing;                   ///< what modes left out answer
  VectorXd combined;
};

class Answers {
 public:
  Answers(const mechanics::System& system, const View& view, const input::SpectrumSpec& spec)
      : view_(view),
        spec_(spec),
        found_(modal::natural_modes(system, {.count = spec.modes})),
        space_(system, require_sigma(found_)),
        frame_(system) {
    for (const auto& mode : found_.modes) {
      if (!(mode.omega > 0))
        core::input_error(
            "a spectrum needs a structure that is held: mode {} has the frequency {:.3g}",
            unit_.size() + 1, mode.frequency);
      core::Vector force = space_.mass(mode.shape);
      core::check(VecScale(force, mode.eigenvalue));
      unit_.push_back(read(mode.shape, force));
      frequencies_.push_back(mode.frequency);
    }
    ratios_.assign(spec.ratios.begin(),
                   spec.ratios.begin() + static_cast<std::ptrdiff_t>(found_.modes.size()));
  }

  Shaken shake(const input::SpectrumSpec::Direction& how, Vec direction) {
    const auto count = static_cast<Eigen::Index>(found_.modes.size());
    const core::Vector inertia = space_.mass(direction);
    const double mass = core::dot(direction, inertia);
    Shaken result;
    result.parts.resize(static_cast<Eigen::Index>(view_.probes.size()), count);
    for (std::size_t j = 0; j < found_.modes.size(); ++j) {
      const auto& mode = found_.modes[j];
      const double gamma = core::dot(mode.shape, inertia);
      const double acceleration =
          how.record ? modal::pseudo_acceleration(how.points, mode.frequency, ratios_[j])
                     : modal::spectral_value(how.points, mode.frequency);
      result.accelerations.push_back(acceleration);
      result.shares.push_back(mass > 0 ? gamma * gamma / mass : 0);
      result.parts.col(static_cast<Eigen::Index>(j)) =
          (gamma * acceleration / mode.eigenvalue) * unit_[j];
    }
    result.missing = VectorXd::Zero(result.parts.rows());
    if (spec_.missing_mass) {
      core::Vector force = core::make_copy(Vec(inertia));
      for (const auto& mode : found_.modes) {
        const core::Vector taken = space_.mass(mode.shape);
        core::check(VecAXPY(force, -core::dot(mode.shape, inertia), taken));
      }
      const core::Vector rest = modal::static_rest(space_, found_.modes, inertia);
      result.missing = rigid_acceleration(how) * read(rest, force);
    }
    combine(result);
    return result;
  }
  const std::vector<double>& frequencies() const { return frequencies_; }

 private:
  static double require_sigma(const modal::NaturalModes& found) {
    const double sigma = modal::sigma_beside(found.modes);
    if (!(sigma > 0)) core::input_error("a spectrum needs a structure with modes that vibrate");
    return sigma;
  }
  /// Of all that is stiffer than the last mode: the largest of the ground itself.
  static double rigid_acceleration(const input::SpectrumSpec::Direction& how) {
    if (!how.record) return how.points.back().second;
    double largest = 0;
    for (const auto& [time, value] : how.points) largest = std::max(largest, std::abs(value));
    return largest;
  }
  /// Probes of x under a force that holds it at rest.
  VectorXd read(Vec x, Vec force) {
    const core::Vector left = space_.stiffness(x);
    core::check(VecAYPX(left, -1.0, force));
    const core::Vector lambda = space_.image(left).multiplier;
    frame_.show({.q = x, .lambda = lambda.empty() ? nullptr : Vec(lambda)});
    return view_.read(frame_);
  }
  void combine(Shaken& result) const {
    const auto how = spec_.srss ? modal::Combination::srss : modal::Combination::cqc;
    result.combined.resize(result.parts.rows());
    for (Eigen::Index i = 0; i < result.parts.rows(); ++i)
      result.combined[i] =
          std::hypot(modal::combined(result.parts.row(i).transpose(), frequencies_, ratios_, how),
                     result.missing[i]);
  }

  const View& view_;
  const input::SpectrumSpec& spec_;
  modal::NaturalModes found_;
  modal::EnergySpace space_;
  GivenFrame frame_;
  std::vector<double> frequencies_, ratios_;
  std::vector<VectorXd> unit_;  ///< probes of each mode
};

void require_readable(const std::vector<output::Probe>& probes) {
  if (probes.empty())
    core::input_error("a spectrum gives the largest values of probes: 'output' has none");
  for (const auto& probe : probes)
    if (probe.quantity == output::Quantity::velocity ||
        probe.quantity == output::Quantity::acceleration)
      core::input_error(
          "probe '{}': a spectrum gives displacements, reactions and multipliers, no {}",
          probe.name, name(probe.quantity));
}

std::string spectrum_csv(const View& view, const std::vector<Shaken>& shaken,
                         const std::vector<double>& frequencies, const VectorXd& total) {
  std::string text = "probe,largest";
  for (std::size_t d = 0; d < shaken.size(); ++d) {
    text += fmt::format(",direction {}", d + 1);
    for (std::size_t j = 0; j < frequencies.size(); ++j)
      text += fmt::format(",direction {} mode {}", d + 1, j + 1);
    text += fmt::format(",direction {} missing mass", d + 1);
  }
  text += "\n";
  for (Eigen::Index i = 0; i < total.size(); ++i) {
    text += fmt::format("{},{}", output::csv_field(view.probes[static_cast<std::size_t>(i)].name),
                        total[i]);
    for (const Shaken& each : shaken) {
      text += fmt::format(",{}", each.combined[i]);
      for (Eigen::Index j = 0; j < each.parts.cols(); ++j)
        text += fmt::format(",{}", each.parts(i, j));
      text += fmt::format(",{}", each.missing[i]);
    }
    text += "\n";
  }
  return text;
}

output::Report spectrum_report(const input::Case& description, const View& view,
                               const std::vector<Shaken>& shaken,
                               const std::vector<double>& frequencies, const VectorXd& total) {
  output::Report report(16);
  std::vector<output::JsonObject> directions, probes;
  for (const Shaken& each : shaken) {
    double share = 0;
    for (const double part : each.shares) share += part;
    output::JsonObject object;
    object.add("acceleration", each.accelerations)
        .add("effective_mass_fraction", each.shares)
        .add("mass_of_modes", share);
    directions.push_back(object);
  }
  report.line("largest answers to spectra");
  report.fact("program", "sparkdyn " + core::version())
      .fact("title", description.title)
      .fact("combination", std::string_view(description.spectrum->srss ? "srss" : "cqc"))
      .fact("frequency", frequencies)
      .fact("directions", directions);
  report.row("modes", fmt::format("{} up to {:.6g}", frequencies.size(), frequencies.back()));
  for (std::size_t d = 0; d < shaken.size(); ++d) {
    double share = 0;
    for (const double part : shaken[d].shares) share += part;
    report.row(fmt::format("direction {}", d + 1),
               fmt::format("{:.2f} % of the mass in these modes{}", 100 * share,
                           description.spectrum->missing_mass ? ", the rest as if rigid" : ""));
  }
  for (Eigen::Index i = 0; i < total.size(); ++i) {
    const std::string& name = view.probes[static_cast<std::size_t>(i)].name;
    report.row(name, fmt::format("{:.6g}", total[i]));
    output::JsonObject object;
    object.add("probe", name).add("largest", total[i]);
    probes.push_back(object);
  }
  report.fact("probes", probes);
  return report;
}

/// `direction_of` makes the motion with the ground.
void find_spectrum(MPI_Comm comm, const input::Case& description, const mechanics::System& system,
                   const View& view,
                   const std::function<core::Vector(const input::SpectrumSpec::Direction&)>& motion,
                   core::Log& log) {
  const input::SpectrumSpec& spec = *description.spectrum;
  require_readable(view.probes);
  const output::OutputFolder folder(comm, description.output.directory);
  Answers answers(system, view, spec);
  std::vector<Shaken> shaken;
  VectorXd total = VectorXd::Zero(static_cast<Eigen::Index>(view.probes.size()));
  for (const auto& each : spec.directions) {
    const core::Vector direction = motion(each);
    shaken.push_back(answers.shake(each, direction));
    total += shaken.back().combined.cwiseAbs2();
  }
  total = total.cwiseSqrt();
  const auto report = spectrum_report(description, view, shaken, answers.frequencies(), total);
  core::on_rank_zero(comm, [&] {
    output::write_text_atomically(folder.file("spectrum.csv"),
                                  spectrum_csv(view, shaken, answers.frequencies(), total));
    output::write_text_atomically(folder.file("summary.json"), report.json());
  });
  log.note("{}", report.text());
  log.note("spectrum: {}", folder.path().string());
}

void matrix_spectrum(MPI_Comm comm, const input::Case& description, core::Log& log) {
  const auto system = input::load_system(comm, *description.system, description.time.start).system;
  const auto motion = [&](const input::SpectrumSpec::Direction& how) {
    return input::read_vector(
        comm, *how.vector,
        {.rows = system->dofs(),
         .columns = 1,
         .subject = how.where + ": 'vector'",
         .reason = fmt::format("there are {} degrees of freedom", system->dofs())});
  };
  find_spectrum(comm, description, *system, matrix_view(comm, description, *system), motion, log);
}

void structure_spectrum(MPI_Comm comm, const input::Case& description, core::Log& log) {
  const auto loaded = input::load_structure(comm, description, description.output.directory);
  const auto& structure = loaded.structure;
  for (const auto& warning : structure.warnings) log.warn("{}", warning);
  if (structure.nonlinear)
    core::input_error("{}: a spectrum needs a linear model, without 'nonlinear: true'",
                      structure.source);
  StructureView view(comm, loaded, 0);
  const auto rigid = structure::rigid_motions(structure, loaded.plan.back().conditions.front());
  const auto motion = [&](const input::SpectrumSpec::Direction& how) {
    core::Vector result = view.system().make_displacement();
    for (std::size_t i = 0; i < 3; ++i) core::check(VecAXPY(result, how.direction[i], rigid[i]));
    return result;
  };
  find_spectrum(comm, description, view.system(), view.view(), motion, log);
}

}  // namespace

void carry_out_spectrum(MPI_Comm comm, const input::Case& description, core::Log& log) {
  if (!description.title.empty()) log.note("{}", description.title);
  if (description.model)
    structure_spectrum(comm, description, log);
  else
    matrix_spectrum(comm, description, log);
}

}  // namespace sparkdyn::job
