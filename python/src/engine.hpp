#pragma once
// A system of matrices stepped from Python: M v' = F(t) − C v − K q − Gᵀλ, 0 = Gq − c(t).

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <optional>
#include <sstream>

#include "matrices.hpp"
#include "sampled.hpp"
#include "sparkdyn/run/simulation.hpp"

namespace sparkdyn::python {

/// A term −K q (kind "elastic") or −C v ("damping").
struct TermPart {
  std::string kind, region;
  Matrix matrix;
};

/// vector·a(t). The amplitude is a number, an expression (text), a table (list of pairs) or
/// functions of Python (tuple: a, or a, a', a'').
struct ShapedPart {
  Numbers vector;
  py::object amplitude;
  std::string region;
};

struct MethodPart {
  std::string family = "lobatto";
  std::map<std::string, double> numbers;  ///< stages, rho_infinity, alpha, beta, gamma
  std::vector<std::pair<std::string, std::map<std::string, double>>> splitting;
  std::string strategy = "auto";
  std::optional<double> tolerance;
};

struct EngineParts {
  MPI_Comm comm = MPI_COMM_NULL;
  Matrix mass = {};
  std::vector<TermPart> terms = {};
  std::optional<Matrix> G = {};
  std::vector<ShapedPart> loads = {};
  std::vector<py::function> forces = {};  ///< F(t), this rank's entries
  std::vector<ShapedPart> prescribed = {};
  Numbers q = {}, v = {};
  double t = 0, step = 0;
  long steps = 1;  ///< about how many will be taken: a solver is chosen by it
  bool project = false;
  MethodPart method = {};
};

class Engine {
 public:
  /// Throws core::Error (input) for whatever is wrong with it. @note Collective.
  explicit Engine(EngineParts parts);

  /// One step of size h to the time `end`, which is t + h but for rounding. Throws core::Error
  /// (numerics) when it fails, and leaves the state as it was. @note Collective.
  void advance(double h, double end);

  MPI_Comm comm() const { return comm_; }
  double time() const { return simulation_->states().front().t; }
  long step() const { return step_; }
  Vec q() const { return simulation_->states().front().q; }
  Vec v() const { return simulation_->states().front().v; }
  /// Null where [M Gᵀ; G 0] is singular; λ also without constraints. @note Collective.
  Vec a();
  Vec lambda();
  const run::Energies& energies();  ///< @note Collective.
  const run::Violations& violations() const { return violations_; }
  std::string method() const { return simulation_->stepper().description(); }
  int order() const { return simulation_->stepper().order(); }
  std::string solver() const { return simulation_->solver_description(); }
  std::vector<std::string> take_warnings();

 private:
  struct Force {
    py::function function;
    std::vector<Vec> shapes;  ///< one for each node, owned by the system
  };
  struct Functions {
    std::shared_ptr<Sampled> amplitude;
    std::vector<py::function> derivatives;
  };

  mechanics::AmplitudePtr amplitude_of(const py::object& given);
  std::vector<mechanics::TimedVector> make_shaped(const std::vector<ShapedPart>& parts);
  void add_forces(const std::vector<py::function>& forces, PetscInt local,
                  std::vector<mechanics::TimedVector>& loads);
  void sample(double t, double h);
  bool solve_acceleration();

  MPI_Comm comm_;
  Nodes nodes_;
  std::vector<double> c_;  ///< where in a step loads are asked for
  std::vector<Force> forces_;
  std::vector<Functions> functions_;
  std::ostringstream said_;
  core::Log log_;
  std::size_t warned_ = 0;
  std::unique_ptr<run::Simulation> simulation_;
  std::unique_ptr<run::SystemIntegration> integration_;  ///< from the first step on
  std::optional<run::Energies> energies_;
  run::Violations violations_;
  long step_ = 0;
  bool solved_ = false;
};

}  // namespace sparkdyn::python
