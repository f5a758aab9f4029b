// SPDX-License-Identifier: BSD-3-Clause
#include "linear/mumps.hpp"

#include <dmumps_c.h>
#include <petscsys.h>
#include <zmumps_c.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/mpi_type.hpp"
#include "linear/large_pages.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::linear {
namespace {

template <typename Scalar>
struct Mumps;
template <>
struct Mumps<double> {
  using Struct = DMUMPS_STRUC_C;
  using Value = double;
  static void call(Struct* data) { dmumps_c(data); }
};
template <>
struct Mumps<std::complex<double>> {
  using Struct = ZMUMPS_STRUC_C;
  using Value = mumps_double_complex;
  static void call(Struct* data) { zmumps_c(data); }
};

std::string control_name(const std::string& prefix, int i) {
  return fmt::format("-{}mat_mumps_icntl_{}", prefix, i);
}

constexpr int job_initialise = -1;
constexpr int job_end = -2;
constexpr int job_analyse = 1;
constexpr int job_factor = 2;
constexpr int job_solve = 3;
constexpr int workspace_too_small = -9;
constexpr int workspace_too_small_integer = -8;
constexpr int given_workspace_too_small = -11;
constexpr int numerically_singular = -10;
constexpr double millions = 1e6;

/// Sizes beyond 32 bits are given and told in millions, with a minus sign.
double count_of(int told) {
  return told >= 0 ? told : -millions * told;
}
int told(double count) {
  return count <= std::numeric_limits<int>::max() ? static_cast<int>(std::ceil(count))
                                                  : -static_cast<int>(std::ceil(count / millions));
}

std::string explain(int code, int detail) {
  switch (code) {
    case -6:
      return fmt::format("the matrix is structurally singular (rank {})", detail);
    case numerically_singular:
      return fmt::format("the matrix is singular ({} pivots were found)", detail);
    case -13:
      return "not enough memory for the factors";
    default:
      return fmt::format("MUMPS returned INFOG(1) = {}, INFOG(2) = {}", code, detail);
  }
}

/// Where each solution entry MUMPS left on this rank has to go, and what arrives here.
struct Exchange {
  std::vector<int> send_counts, send_offsets, receive_counts, receive_offsets;
  std::vector<int> send_order;    // position in MUMPS' local solution, sorted by owner
  std::vector<int> receive_rows;  // local row of each value that arrives
};

Exchange plan_exchange(MPI_Comm comm, const std::vector<int>& first_rows,
                       std::span<const int> solution_rows) {
  const int ranks = core::size(comm);
  Exchange plan;
  plan.send_counts.assign(ranks, 0);
  std::vector<int> owners(solution_rows.size());
  for (std::size_t k = 0; k < solution_rows.size(); ++k) {
    const auto after = std::upper_bound(first_rows.begin(), first_rows.end(), solution_rows[k] - 1);
    owners[k] = static_cast<int>(after - first_rows.begin()) - 1;
    ++plan.send_counts[owners[k]];
  }
  const auto offsets = [&](const std::vector<int>& counts) {
    std::vector<int> result(counts.size(), 0);
    for (std::size_t r = 1; r < counts.size(); ++r) result[r] = result[r - 1] + counts[r - 1];
    return result;
  };
  plan.send_offsets = offsets(plan.send_counts);
  plan.send_order.resize(solution_rows.size());
  auto next = plan.send_offsets;
  for (std::size_t k = 0; k < solution_rows.size(); ++k)
    plan.send_order[next[owners[k]]++] = static_cast<int>(k);

  plan.receive_counts.resize(ranks);
  MPI_Alltoall(plan.send_counts.data(), 1, MPI_INT, plan.receive_counts.data(), 1, MPI_INT, comm);
  plan.receive_offsets = offsets(plan.receive_counts);
  std::vector<int> send_rows(solution_rows.size());
  for (std::size_t k = 0; k < send_rows.size(); ++k)
    send_rows[k] = solution_rows[plan.send_order[k]] - 1;
  plan.receive_rows.resize(plan.receive_offsets.back() + plan.receive_counts.back());
  MPI_Alltoallv(send_rows.data(), plan.send_counts.data(), plan.send_offsets.data(), MPI_INT,
                plan.receive_rows.data(), plan.receive_counts.data(), plan.receive_offsets.data(),
                MPI_INT, comm);
  const int begin = first_rows[core::rank(comm)];
  for (int& row : plan.receive_rows) row -= begin;
  return plan;
}

}  // namespace

template <typename Scalar>
struct MumpsFactor<Scalar>::Data {
  using Library = Mumps<Scalar>;
  using Value = typename Library::Value;

  core::Communicator comm;
  bool distributed = false;
  typename Library::Struct mumps{};
  Triplets<Scalar> entries;  // 1-based
  std::vector<int> order;    // 1-based
  int local_rows = 0;
  std::vector<int> first_rows;  // of every rank
  std::vector<int> right_hand_rows;
  std::vector<int> solution_rows;
  std::vector<Scalar> solution, send, receive;
  Exchange exchange;
  double workspace_entries = 0;  // of this rank, by the analysis
  LargePages workspace;          // where the factors are, if they are large

  ~Data() {
    if (comm.empty()) return;
    mumps.job = job_end;
    Library::call(&mumps);
  }

  int& icntl(int i) { return mumps.icntl[i - 1]; }

  int call(int job) {
    mumps.job = job;
    Library::call(&mumps);
    return mumps.infog[0];
  }

  void initialise(MPI_Comm parent, int global_size, const Options& options) {
    comm = core::duplicate(parent);
    distributed = core::size(comm) > 1;
    mumps.comm_fortran = MPI_Comm_c2f(comm);
    mumps.par = 1;
    mumps.sym = options.symmetry == Symmetry::symmetric ? 2 : 0;
    call(job_initialise);
    for (int stream = 1; stream <= 3; ++stream) icntl(stream) = -1;
    icntl(4) = 0;
    icntl(14) = 30;
    mumps.n = global_size;
    // In [M Gᵀ; G 0] with unknowns without mass its pairs have led to useless factors, see
    // factor_without_pairs().
    if (options.prefix == "mass_constraint_") icntl(12) = 1;
    if (options.detect_null_pivots) {
      icntl(24) = 1;
      if (options.null_pivot_threshold > 0) mumps.cntl[2] = options.null_pivot_threshold;
    }
    // A root factored by ScaLAPACK would not tell the signs of its pivots.
    if (options.inertia) icntl(13) = 1;
    if (options.order) take_order(*options.order);
    read_options(options.prefix);
  }

  /// By the host, with both assembled and distributed entries.
  void take_order(const std::vector<int>& places) {
    icntl(7) = 1;
    icntl(28) = 1;
    if (core::rank(comm) != 0) return;
    order.resize(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) order[i] = places[i] + 1;
    mumps.perm_in = order.data();
  }

  void read_options(const std::string& prefix) {
    for (int i = 1; i <= 60; ++i) {
      PetscInt value = 0;
      PetscBool set = PETSC_FALSE;
      const std::string name = control_name(prefix, i);
      core::check(PetscOptionsGetInt(nullptr, nullptr, name.c_str(), &value, &set));
      if (set) icntl(i) = static_cast<int>(value);
    }
    for (int i = 1; i <= 15; ++i) {
      PetscReal value = 0;
      PetscBool set = PETSC_FALSE;
      const std::string name = fmt::format("-{}mat_mumps_cntl_{}", prefix, i);
      core::check(PetscOptionsGetReal(nullptr, nullptr, name.c_str(), &value, &set));
      if (set) mumps.cntl[i - 1] = value;
    }
  }

  void attach(Triplets<Scalar> given) {
    entries = std::move(given);
    for (int& i : entries.rows) ++i;
    for (int& j : entries.columns) ++j;
    auto* values = reinterpret_cast<Value*>(entries.values.data());
    const auto count = static_cast<MUMPS_INT8>(entries.values.size());
    // On one rank the centralised form allows MUMPS' better preprocessing of saddle points.
    icntl(18) = distributed ? 3 : 0;
    mumps.nnz_loc = mumps.nnz = count;
    mumps.irn_loc = mumps.irn = entries.rows.data();
    mumps.jcn_loc = mumps.jcn = entries.columns.data();
    mumps.a_loc = mumps.a = values;
  }

  void lay_out_rows() {
    const int ranks = core::size(comm);
    std::vector<int> counts(ranks);
    MPI_Allgather(&local_rows, 1, MPI_INT, counts.data(), 1, MPI_INT, comm);
    first_rows.assign(ranks, 0);
    for (int r = 1; r < ranks; ++r) first_rows[r] = first_rows[r - 1] + counts[r - 1];
    right_hand_rows.resize(local_rows);
    for (int i = 0; i < local_rows; ++i) right_hand_rows[i] = first_rows[core::rank(comm)] + i + 1;
  }

  void analyse(MPI_Comm parent, int global_size, int rows_here, Triplets<Scalar> given,
               const Options& options) {
    local_rows = rows_here;
    initialise(parent, global_size, options);
    attach(std::move(given));
    lay_out_rows();
    const int code = call(job_analyse);
    if (code < 0)
      core::numerics_error("analysis of the matrix failed: {}", explain(code, mumps.infog[1]));
    workspace_entries = count_of(mumps.info[7]);
  }

  /// Each rank may give MUMPS a place for its factors or leave that to MUMPS, as it must when
  /// options send them to disk, limit or compress them.
  void provide_workspace() {
    constexpr double worth_it = 32e6;  // bytes: some caches hold less than that
    const int size = told(workspace_entries * (1 + icntl(14) / 100.0));
    const double bytes = count_of(size) * sizeof(Scalar);
    const bool special = icntl(22) != 0 || icntl(23) != 0 || icntl(35) != 0;
    workspace = LargePages(special || bytes < worth_it ? 0 : static_cast<std::size_t>(bytes));
    mumps.lwk_user = workspace.empty() ? 0 : size;
    mumps.wk_user = static_cast<Value*>(workspace.data());
  }

  int try_to_factor() {
    provide_workspace();
    return call(job_factor);
  }

  int factor_with_room() {
    int code = try_to_factor();
    // The estimate of the workspace is exceeded when many pivots are delayed, as in saddle points.
    for (int attempt = 0;
         attempt < 6 && (code == workspace_too_small || code == workspace_too_small_integer ||
                         code == given_workspace_too_small);
         ++attempt) {
      icntl(14) = 2 * icntl(14) + 50;
      code = try_to_factor();
    }
    return code;
  }

  /// The pairs of pivots that MUMPS chooses beforehand in a symmetric matrix, and the scaling that
  /// goes with them, have been seen to call saddle points singular that are far from it: only what
  /// is singular without them is.
  int factor_without_pairs() {
    icntl(12) = 1;
    const int code = call(job_analyse);
    if (code < 0) return code;
    workspace_entries = count_of(mumps.info[7]);
    return factor_with_room();
  }

  void factor() {
    int code = factor_with_room();
    if (code == numerically_singular && mumps.sym == 2 && icntl(12) == 0)
      code = factor_without_pairs();
    if (code < 0) core::numerics_error("factorization failed: {}", explain(code, mumps.infog[1]));
    const bool refines = icntl(10) != 0 || icntl(11) != 0;
    if (!refines) entries = {};  // solves read the factors alone
  }

  void solve_centralised(std::span<Scalar> x, int count) {
    mumps.nrhs = count;
    mumps.lrhs = mumps.n;
    mumps.rhs = reinterpret_cast<Value*>(x.data());
    icntl(20) = 0;
    icntl(21) = 0;
    finish_solve();
  }

  void finish_solve() {
    const int code = call(job_solve);
    if (code < 0) core::numerics_error("solve failed: {}", explain(code, mumps.infog[1]));
  }

  void solve_distributed(std::span<Scalar> x, int count) {
    const int held = mumps.info[22];
    const bool first = exchange.send_counts.empty();
    solution_rows.resize(std::max(held, 1));
    solution.resize(static_cast<std::size_t>(std::max(held, 1)) * count);
    mumps.nrhs = count;
    mumps.lrhs_loc = std::max(local_rows, 1);
    mumps.nloc_rhs = local_rows;
    mumps.irhs_loc = right_hand_rows.data();
    mumps.rhs_loc = reinterpret_cast<Value*>(x.data());
    mumps.lsol_loc = std::max(held, 1);
    mumps.isol_loc = solution_rows.data();
    mumps.sol_loc = reinterpret_cast<Value*>(solution.data());
    icntl(20) = 10;
    icntl(21) = 1;
    finish_solve();
    if (first) exchange = plan_exchange(comm, first_rows, std::span(solution_rows).first(held));
    for (int k = 0; k < count; ++k) redistribute(x, k, held);
  }

  void redistribute(std::span<Scalar> x, int which, int held) {
    send.resize(exchange.send_order.size());
    receive.resize(exchange.receive_rows.size());
    const Scalar* from = solution.data() + static_cast<std::size_t>(which) * std::max(held, 1);
    for (std::size_t k = 0; k < send.size(); ++k) send[k] = from[exchange.send_order[k]];
    MPI_Alltoallv(send.data(), exchange.send_counts.data(), exchange.send_offsets.data(),
                  core::mpi_type<Scalar>(), receive.data(), exchange.receive_counts.data(),
                  exchange.receive_offsets.data(), core::mpi_type<Scalar>(), comm);
    Scalar* to = x.data() + static_cast<std::size_t>(which) * local_rows;
    for (std::size_t k = 0; k < receive.size(); ++k) to[exchange.receive_rows[k]] = receive[k];
  }
};

template <typename Scalar>
MumpsFactor<Scalar>::MumpsFactor(MPI_Comm comm, int global_size, int local_rows,
                                 Triplets<Scalar> entries, const Options& options)
    : data_(std::make_unique<Data>()) {
  data_->analyse(comm, global_size, local_rows, std::move(entries), options);
  data_->factor();
}

template <typename Scalar>
MumpsFactor<Scalar>::~MumpsFactor() = default;
template <typename Scalar>
MumpsFactor<Scalar>::MumpsFactor(MumpsFactor&&) noexcept = default;
template <typename Scalar>
MumpsFactor<Scalar>& MumpsFactor<Scalar>::operator=(MumpsFactor&&) noexcept = default;

template <typename Scalar>
void MumpsFactor<Scalar>::solve(std::span<Scalar> x, int count) {
  if (data_->distributed)
    data_->solve_distributed(x, count);
  else
    data_->solve_centralised(x, count);
}

template <typename Scalar>
std::vector<int> MumpsFactor<Scalar>::null_pivots() const {
  int count = data_->mumps.infog[27];
  std::vector<int> rows(count);
  if (core::rank(data_->comm) == 0)
    for (int k = 0; k < count; ++k) rows[k] = data_->mumps.pivnul_list[k] - 1;
  MPI_Bcast(rows.data(), count, MPI_INT, 0, data_->comm);
  return rows;
}

template <typename Scalar>
std::vector<std::vector<Scalar>> MumpsFactor<Scalar>::null_space(int most) {
  auto& mumps = data_->mumps;
  const int count = std::min(mumps.infog[27], most);
  std::vector<std::vector<Scalar>> basis(count, std::vector<Scalar>(mumps.n));
  for (int k = 0; k < count; ++k) {
    std::vector<Scalar>& vector = basis[k];
    mumps.nrhs = 1;
    mumps.lrhs = mumps.n;
    mumps.rhs = reinterpret_cast<typename Data::Value*>(vector.data());
    data_->icntl(20) = 0;
    data_->icntl(21) = 0;
    data_->icntl(25) = k + 1;
    data_->finish_solve();
    MPI_Bcast(vector.data(), mumps.n, core::mpi_type<Scalar>(), 0, data_->comm);
  }
  data_->icntl(25) = 0;
  return basis;
}

template <typename Scalar>
double MumpsFactor<Scalar>::factor_entries() const {
  return count_of(data_->mumps.infog[28]);
}

template <typename Scalar>
double MumpsFactor<Scalar>::memory() const {
  return millions * data_->mumps.infog[18];
}

template <typename Scalar>
int MumpsFactor<Scalar>::negative_pivots() const {
  return data_->mumps.infog[11];
}

bool ordering_chosen(const std::string& prefix) {
  PetscBool set = PETSC_FALSE;
  core::check(PetscOptionsHasName(nullptr, nullptr, control_name(prefix, 7).c_str(), &set));
  return set == PETSC_TRUE;
}

bool controls_chosen(const std::string& prefix) {
  char* text = nullptr;
  core::check(PetscOptionsGetAll(nullptr, &text));
  const bool found = std::string(text).find("-" + prefix + "mat_mumps_") != std::string::npos;
  core::check(PetscFree(text));
  return found;
}

template <typename Scalar>
FactorEstimate estimate_factor(MPI_Comm comm, int global_size, int local_rows,
                               Triplets<Scalar> entries,
                               const typename MumpsFactor<Scalar>::Options& options) {
  typename MumpsFactor<Scalar>::Data data;
  data.analyse(comm, global_size, local_rows, std::move(entries), options);
  return {.entries = count_of(data.mumps.infog[19]),
          .bytes = millions * data.mumps.infog[16],
          .operations = data.mumps.rinfog[0]};
}

template class MumpsFactor<double>;
template class MumpsFactor<std::complex<double>>;
template FactorEstimate estimate_factor(MPI_Comm, int, int, Triplets<double>,
                                        const MumpsFactor<double>::Options&);
template FactorEstimate estimate_factor(MPI_Comm, int, int, Triplets<std::complex<double>>,
                                        const MumpsFactor<std::complex<double>>::Options&);

}  // namespace sparkdyn::linear
