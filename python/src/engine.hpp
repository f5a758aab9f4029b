// SPDX-License-Identifier: BSD-3-Clause
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
  std::map<std::string, double> values;  ///< of the keys that run::method_families() lists
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

  /// From the state at hand in steps of size h, with a shorter last one, to `end`; the energy
  /// account and the number of the step go on. @note Collective.
  void aim(double end, double h);
  bool done() const { return integration_->done(); }
  /// One step. Throws core::Error (numerics) when it fails, and leaves the state as it was.
  /// @note Collective.
  void advance();

  MPI_Comm comm() const { return comm_; }
  double time() const { return integration_->time(); }
  long step() const { return integration_->step(); }
  /// The state at hand; what it computes when asked is collective.
  const run::Frame& frame() const { return integration_->frame(0); }
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

  MPI_Comm comm_;
  Nodes nodes_;
  std::vector<double> c_;  ///< where in a step loads are asked for
  std::vector<Force> forces_;
  std::vector<Functions> functions_;
  std::ostringstream said_;
  core::Log log_;
  std::size_t warned_ = 0;
  std::unique_ptr<run::Simulation> simulation_;
  std::unique_ptr<run::SystemIntegration> integration_;
};

}  // namespace sparkdyn::python
