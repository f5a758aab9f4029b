// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a case file says, with every default filled in: plain data, no parsing and no MPI.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/model_spec.hpp"
#include "input/problem_case.hpp"
#include "sparkdyn/linear/wish.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"
#include "sparkdyn/mechanics/quantity.hpp"
#include "sparkdyn/mechanics/rayleigh.hpp"
#include "sparkdyn/run/method.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::input {

/// A file named in the case, and the place that names it.
struct FileReference {
  std::filesystem::path path;  ///< relative names are already taken relative to the case file
  std::string written;         ///< as it stands in the case
  std::string where;           ///< "case.yaml:9" or "--set system.mass=M.mtx", for messages
};

struct MatrixItem {
  FileReference file;
  std::string region;  ///< empty: the whole structure
};

struct DampingSpec {
  std::vector<MatrixItem> matrices;
  /// C = alpha M + beta Σ K_k; the part beta K_k keeps the region of K_k.
  std::optional<mechanics::Rayleigh> rayleigh;
};

/// vector · a(t): a load, or a prescribed value of the constraints (which has no region).
struct TimedVectorItem {
  FileReference vector;
  mechanics::AmplitudePtr amplitude;
  std::string region;
  std::string where = {};           ///< of the amplitude, or else of the vector
  std::string amplitude_text = {};  ///< {file: …}; empty: as the amplitude says itself
};

/// G q = Σ_k values_k; no values: zero.
struct ConstraintSpec {
  FileReference matrix;
  std::vector<TimedVectorItem> values;
};

struct InitialSpec {
  std::optional<FileReference> displacement;  ///< zero when not given
  std::optional<FileReference> velocity;      ///< zero when not given
  bool project = false;                       ///< move both onto the constraints before the start
};

struct SystemSpec {
  FileReference mass;
  std::vector<MatrixItem> stiffness;
  DampingSpec damping;
  std::optional<ConstraintSpec> constraints;
  InitialSpec initial;
  std::vector<TimedVectorItem> loads;
};

using mechanics::Quantity;

struct ProbeSpec {
  std::string name;  ///< unique; by default "displacement[12]"
  Quantity quantity = Quantity::displacement;
  long index = 1;  ///< degree of freedom, or constraint for the multiplier; counts from 1
  /// In a model one component of one or more nodes takes the place of the index.
  std::optional<NodeSelection> nodes = std::nullopt;
  int component = 0;
  int field = -1;  ///< of field_quantities(); its component then
  std::optional<std::int64_t> element = std::nullopt;  ///< of a field of elements, not a group
  bool second = false;                                 ///< second end, or bottom of a shell
  bool sum = false;                                    ///< over a group
  double scale = 1;
  std::optional<NodeSelection> minus = std::nullopt;  ///< whose value is taken off
  std::string where = {};                             ///< of the place
};

struct OutputSpec {
  std::filesystem::path directory = "out";
  std::string where;  ///< of the directory, "case.yaml:9" or "--set …"; empty: the usual one
  long every = 1;     ///< steps between stored states
  std::vector<double> times = {};  ///< of stored states instead
  double interval = 0;             ///< between them; 0: none
  bool energy = true;
  bool report = true;           ///< write report.html when the run ends
  bool error_estimate = false;  ///< carry the error of displacements and velocities along
  bool stress = false;          ///< of a model: stress of the elements at stored states
  bool nodal_stress = false;    ///< at the nodes
  bool section_forces = false;  ///< of beams, trusses and shells
  std::vector<ProbeSpec> probes;
};

/// A steady spin about an axis: the structure's supports and loads turn with it.
struct SpinSpec {
  structure::Vector axis{}, through{};  ///< of length 1; a point of it
  std::vector<double> speeds;           ///< radians per unit of time, ascending
};

struct Case {
  /// What `times` and `interval` of the output ask for.
  run::OutputTimes output_times() const;

  std::string title;
  std::optional<SystemSpec> system;
  std::optional<ModelSpec> model;
  std::optional<ProblemSpec> problem;  ///< then method, time and solver are in here
  run::MethodOptions method;
  bool method_given = false;        ///< the case has a method; else a deck decides
  bool damping_given = false;       ///< rho_infinity or splitting; else a deck's ALPHA decides
  std::optional<double> accuracy;   ///< wanted: stages or step, or both, follow from it
  std::optional<double> frequency;  ///< the highest of interest, cycles per unit of time
  bool step_chosen = false;  ///< by the accuracy; runs that estimate their error may change it
  double longest_step = 0;   ///< that such runs may take
  std::string chosen;        ///< what followed, for the user
  run::TimeSpan time{0.0, 0.0, 0.0, 0};  ///< end is not after start when a deck decides
  /// States of rest are wanted instead of motion, at the times of the steps.
  bool rest = false;
  std::optional<SpinSpec> spin;  ///< of modes, in a nonlinear model
  linear::SolverWish solver;
  OutputSpec output;
  run::CheckpointOptions checkpoint;
  std::filesystem::path file;
};

/// The case as YAML with every default written out and every path absolute, so that it can be read
/// again, from any folder, to the same case.
std::string resolved(const Case& description);

}  // namespace sparkdyn::input
