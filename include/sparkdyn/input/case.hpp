#pragma once
// What a case file says, with every default filled in: plain data, no parsing and no MPI.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/input/model_spec.hpp"
#include "sparkdyn/input/problem_case.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"
#include "sparkdyn/tableau/splitting.hpp"

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

/// C = alpha M + beta Σ K_k; the part beta K_k keeps the region of K_k.
struct Rayleigh {
  double alpha = 0;
  double beta = 0;
};

struct DampingSpec {
  std::vector<MatrixItem> matrices;
  std::optional<Rayleigh> rayleigh;
};

/// vector · a(t): a load, or a prescribed value of the constraints (which has no region).
struct ShapedItem {
  FileReference vector;
  mechanics::AmplitudePtr amplitude;
  std::string region;
  std::string where = {};           ///< of the amplitude, or else of the vector
  std::string amplitude_text = {};  ///< {file: …}; empty: as the amplitude says itself
};

/// G q = Σ_k values_k; no values: zero.
struct ConstraintSpec {
  FileReference matrix;
  std::vector<ShapedItem> values;
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
  std::vector<ShapedItem> loads;
};

enum class MethodFamily { lobatto, newmark, hht, generalized_alpha };
std::string_view name(MethodFamily family);

/// Only the members of the family in use have a meaning.
struct MethodSpec {
  MethodFamily family = MethodFamily::lobatto;
  int stages = 3;                                                   ///< lobatto
  double rho_infinity = 0.8;                                        ///< lobatto, generalized-alpha
  tableau::Splitting splitting = tableau::Splitting::uniform(0.8);  ///< lobatto
  double beta = 0.25;                                               ///< newmark
  double gamma = 0.5;                                               ///< newmark
  double alpha = -0.05;                                             ///< hht
  bool given = false;          ///< the case has a method; else a deck decides
  bool damping_given = false;  ///< rho_infinity or splitting; else a deck's ALPHA decides
};

/// The last step is shorter when end − start is no multiple of the step.
struct TimeSpec {
  double start = 0;
  double end = 0;
  double step = 0;
};

enum class Strategy { automatic, decoupled, monolithic, krylov, multigrid };
std::string_view name(Strategy strategy);  ///< "auto" for automatic

/// Says on which ranks direct factors live.
enum class Factors { automatic, single, groups, spread };
std::string_view name(Factors factors);  ///< "auto" for automatic

struct SolverSpec {
  Strategy strategy = Strategy::automatic;
  Factors factors = Factors::automatic;
  double tolerance = 1e-10;
  bool tolerance_given = false;  ///< otherwise multigrid ties it to the method's error
  int max_iterations = 200;
};

enum class Quantity { displacement, velocity, acceleration, multiplier, reaction };
std::string_view name(Quantity quantity);

struct ProbeSpec {
  std::string name;  ///< unique; by default "displacement[12]"
  Quantity quantity = Quantity::displacement;
  long index = 1;  ///< degree of freedom, or constraint for the multiplier; counts from 1
  /// In a model one component of one or more nodes takes the place of the index.
  std::optional<NodeSelection> nodes = std::nullopt;
  int component = 0;
};

struct OutputSpec {
  std::filesystem::path directory = "out";
  std::string where;  ///< of the directory, "case.yaml:9" or "--set …"; empty: the usual one
  long every = 1;     ///< steps between stored states
  bool energy = true;
  bool stress = false;  ///< of a model: stress of the elements at stored states
  std::vector<ProbeSpec> probes;
};

/// When a run keeps what it needs to go on later; see docs/restart.md.
struct CheckpointSpec {
  bool given = false;
  long every = 0;               ///< steps; 0: not by steps
  double seconds = 0;           ///< of wall-clock time between them; 0: not by time
  int keep = 2;                 ///< how many stay
  double wall_clock_limit = 0;  ///< seconds since the program's start; 0: none
};

struct Case {
  std::string title;
  std::optional<SystemSpec> system;
  std::optional<ModelSpec> model;
  std::optional<ProblemSpec> problem;  ///< then method, time and solver are in here
  MethodSpec method;
  TimeSpec time;  ///< end is not after start when a deck decides
  SolverSpec solver;
  OutputSpec output;
  CheckpointSpec checkpoint;
  std::filesystem::path file;
};

/// The case as YAML with every default written out and every path absolute, so that it can be read
/// again, from any folder, to the same case.
std::string resolved(const Case& description);

}  // namespace sparkdyn::input
