// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The readers of the case's sections, each in its own file.

#include <functional>

#include "input/case.hpp"
#include "yaml_tree.hpp"

namespace sparkdyn::input {

/// Constant 1 when `tree` is null. `name` stands for the amplitude in messages; relative names of
/// files are relative to `folder`.
mechanics::AmplitudePtr read_amplitude(const Tree* tree, const std::string& name,
                                       const std::filesystem::path& folder);

/// Relative file names are taken relative to `folder`.
SystemSpec read_system(const Tree& tree, const std::filesystem::path& folder);

/// `modes` and `modal_damping` of a section that superposes modes.
Superposition read_superposition(const Section& section);

/// What `response:` says.
ResponseSpec read_response(const Tree& tree);
/// What `spectrum:` says, of a model or of matrices.
SpectrumSpec read_spectrum(const Tree& tree, const std::filesystem::path& folder, bool model);
/// Throws core::Error (input) at an amplitude that has no meaning: a history over time where a
/// `response` is wanted, a harmonic one where it is not.
void require_amplitudes_for(const Tree& root, bool response);

ModelSpec read_model(const Tree& tree, const std::filesystem::path& folder);

/// `tree` may be null. Regions named in the splitting must exist in the case's system, if there is
/// one; those of a model are checked when its mesh is read.
void read_method(const Tree* tree, Case& result);

/// A letter, {rho_infinity: r}, or weights of letters.
tableau::Mixture read_mixture(const Tree& tree, const std::string& term);

/// Fills in `problem` and `output` of a case that names a problem of `dae`.
void read_problem(const Section& root, const std::filesystem::path& folder, Case& result);

/// `tree` may be null.
dae::LocalModelOptions read_local_model(const Tree* tree, const dae::Problem& problem,
                                        const dae::Family& family);
/// When all of the problem is read: what does not go with a local model.
void check_local_model(const Section& root, const ProblemSpec& spec);

/// `alpha`, `composition` and `energy_projection` of a problem's method, and whether the problem
/// has the steps of its family.
void read_one_step(const Section& method, const dae::Problem& problem, ProblemMethod& result);
/// When all of the problem is read: what does not go with these.
void check_one_step(const Section& root, const ProblemSpec& spec);

/// Of the section `problem`: how it is formulated.
void read_formulation(const Tree& tree, ProblemSpec& spec);
/// When all of the problem is read: what does not go with its formulation.
void check_formulation(const Section& root, const ProblemSpec& spec);

/// `directory` of an output section.
void read_directory(const Section& section, const std::filesystem::path& folder,
                    OutputSpec& output);

/// The names of an enum in their order, up to its last value.
template <typename Enum>
std::vector<std::string> names_up_to(Enum last) {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(last); ++i) names.emplace_back(name(static_cast<Enum>(i)));
  return names;
}

/// Calls body(); puts the place in front of what core::Error or std::invalid_argument say.
void located(const Tree& at, const std::function<void()>& body);

}  // namespace sparkdyn::input
