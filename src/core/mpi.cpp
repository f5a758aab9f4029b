// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/core/mpi.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::core {

Communicator duplicate(MPI_Comm comm) {
  Communicator copy;
  MPI_Comm_dup(comm, copy.out());
  return copy;
}

int rank(MPI_Comm comm) {
  int value = 0;
  MPI_Comm_rank(comm, &value);
  return value;
}

int size(MPI_Comm comm) {
  int value = 1;
  MPI_Comm_size(comm, &value);
  return value;
}

void collectively(MPI_Comm comm, const std::function<void()>& body) {
  std::optional<Error> failure;
  try {
    body();
  } catch (const Error& error) {
    failure = error;
  } catch (const std::exception& error) {
    failure = Error(Failure::internal, error.what());
  }
  const int none = std::numeric_limits<int>::max();
  int mine = failure ? rank(comm) : none;
  int first = none;
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == none) return;
  int kind = failure ? static_cast<int>(failure->kind()) : 0;
  MPI_Bcast(&kind, 1, MPI_INT, first, comm);
  const std::string message = broadcast(comm, failure ? failure->what() : "", first);
  throw Error(static_cast<Failure>(kind), message);
}

void on_rank_zero(MPI_Comm comm, const std::function<void()>& body) {
  collectively(comm, [&] {
    if (rank(comm) == 0) body();
  });
}

std::string broadcast(MPI_Comm comm, std::string text, int root) {
  unsigned long long length = text.size();
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG_LONG, root, comm);
  text.resize(length);
  constexpr unsigned long long most = 1 << 30;  // MPI counts are int
  for (unsigned long long done = 0; done < length; done += most)
    MPI_Bcast(text.data() + done, static_cast<int>(std::min(most, length - done)), MPI_CHAR, root,
              comm);
  return text;
}

double sum(MPI_Comm comm, double value) {
  double result = value;
  MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_SUM, comm);
  return result;
}

double maximum(MPI_Comm comm, double value) {
  // NaN when any rank's value is: MPI_MAX may drop it, and a run would go on.
  const bool number = !std::isnan(value);
  const std::array<double, 2> mine = {number ? value : -std::numeric_limits<double>::infinity(),
                                      number ? 0.0 : 1.0};
  std::array<double, 2> all = mine;
  MPI_Allreduce(mine.data(), all.data(), 2, MPI_DOUBLE, MPI_MAX, comm);
  return all[1] > 0 ? std::numeric_limits<double>::quiet_NaN() : all[0];
}

double minimum(MPI_Comm comm, double value) {
  return -maximum(comm, -value);
}

bool any(MPI_Comm comm, bool value) {
  int mine = value ? 1 : 0;
  int result = 0;
  MPI_Allreduce(&mine, &result, 1, MPI_INT, MPI_LOR, comm);
  return result != 0;
}

Located maximum_location(MPI_Comm comm, Located mine) {
  Located result;
  result.value = maximum(comm, mine.value);
  const long long none = std::numeric_limits<long long>::max();
  const bool here = std::isnan(result.value) ? std::isnan(mine.value) : mine.value == result.value;
  const long long candidate = here && mine.index >= 0 ? mine.index : none;
  MPI_Allreduce(&candidate, &result.index, 1, MPI_LONG_LONG, MPI_MIN, comm);
  if (result.index == none) result.index = -1;
  return result;
}

}  // namespace sparkdyn::core
