#include "sparkdyn/core/group_factor.hpp"

#include <algorithm>
#include <numeric>

namespace sparkdyn::core {
namespace {

template <typename T>
MPI_Datatype type_of();
template <>
MPI_Datatype type_of<int>() {
  return MPI_INT;
}
template <>
MPI_Datatype type_of<double>() {
  return MPI_DOUBLE;
}
template <>
MPI_Datatype type_of<std::complex<double>>() {
  return MPI_C_DOUBLE_COMPLEX;
}

/// Messages on their way; the buffers must live until wait().
class Messages {
 public:
  explicit Messages(MPI_Comm comm) : comm_(comm) {}
  template <typename T>
  void send(const T* data, std::size_t count, int to) {
    MPI_Isend(data, static_cast<int>(count), type_of<T>(), to, 0, comm_, &requests_.emplace_back());
  }
  template <typename T>
  void receive(T* data, std::size_t count, int from) {
    MPI_Irecv(data, static_cast<int>(count), type_of<T>(), from, 0, comm_,
              &requests_.emplace_back());
  }
  void wait() {
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    requests_.clear();
  }

 private:
  MPI_Comm comm_;
  std::vector<MPI_Request> requests_;
};

Communicator group_communicator(MPI_Comm comm, Group group) {
  const int rank = core::rank(comm);
  const bool member = rank >= group.first && rank < group.first + group.count;
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split(comm, member ? 0 : MPI_UNDEFINED, rank, &part);
  return Communicator(part);
}

}  // namespace

template <typename Scalar>
GroupFactor<Scalar>::GroupFactor(MPI_Comm comm, Group group, int global_size, int local_rows,
                                 Triplets<Scalar> entries, Options options)
    : comm_(comm),
      group_(group),
      rank_(rank(comm)),
      ranks_(size(comm)),
      local_rows_(local_rows),
      global_size_(global_size),
      options_(std::move(options)),
      messages_(duplicate(comm)),
      group_comm_(group_communicator(comm, group)) {
  if (member())
    for (int r = 0; r < ranks_; ++r)
      if (holder(r) == rank_) clients_.push_back(r);
  if (alone()) {  // and then all ranks are, or none sends to this one
    client_rows_ = {local_rows_};
    rows_ = local_rows_;
    entries_ = std::move(entries);
    return;
  }
  const std::array<int, 2> mine{local_rows_, static_cast<int>(entries.values.size())};
  std::vector<std::array<int, 2>> sizes(clients_.size());
  Messages messages(messages_);
  for (std::size_t k = 0; k < clients_.size(); ++k)
    messages.receive(sizes[k].data(), 2, clients_[k]);
  messages.send(mine.data(), 2, holder(rank_));
  messages.wait();

  std::size_t total = 0;
  for (const auto& [rows, count] : sizes) {
    client_rows_.push_back(rows);
    rows_ += rows;
    total += static_cast<std::size_t>(count);
  }
  entries_.rows.resize(total);
  entries_.columns.resize(total);
  entries_.values.resize(total);
  std::size_t at = 0;
  for (std::size_t k = 0; k < clients_.size(); ++k) {
    const auto count = static_cast<std::size_t>(sizes[k][1]);
    messages.receive(entries_.rows.data() + at, count, clients_[k]);
    messages.receive(entries_.columns.data() + at, count, clients_[k]);
    messages.receive(entries_.values.data() + at, count, clients_[k]);
    at += count;
  }
  messages.send(entries.rows.data(), entries.rows.size(), holder(rank_));
  messages.send(entries.columns.data(), entries.columns.size(), holder(rank_));
  messages.send(entries.values.data(), entries.values.size(), holder(rank_));
  messages.wait();
}

/// Contiguous ranks go to the same member, so that the rows of the members are in order.
template <typename Scalar>
int GroupFactor<Scalar>::holder(int rank) const {
  return group_.first + static_cast<int>(static_cast<long long>(rank) * group_.count / ranks_);
}

template <typename Scalar>
void GroupFactor<Scalar>::factor() {
  if (!member()) return;
  try {
    factor_.emplace(group_comm_, global_size_, rows_, std::move(entries_), options_);
    about_ = {factor_->factor_entries(), factor_->memory(),
              static_cast<double>(factor_->negative_pivots())};
  } catch (const Error& error) {
    failure_ = error;
  }
  entries_ = {};
}

template <typename Scalar>
void GroupFactor<Scalar>::agree() {
  collectively(comm_, [&] {
    if (failure_) throw Error(*failure_);
  });
  MPI_Bcast(about_.data(), 3, MPI_DOUBLE, group_.first, comm_);
}

template <typename Scalar>
void GroupFactor<Scalar>::send(std::span<const Scalar> right, int count) {
  count_ = count;
  if (alone()) {
    x_.assign(right.begin(), right.end());
    return;
  }
  x_.resize(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(count));
  Messages messages(messages_);
  for (int c = 0; c < count; ++c) {
    Scalar* to = x_.data() + static_cast<std::size_t>(c) * static_cast<std::size_t>(rows_);
    for (std::size_t k = 0; k < clients_.size(); to += client_rows_[k], ++k)
      messages.receive(to, static_cast<std::size_t>(client_rows_[k]), clients_[k]);
    messages.send(
        right.data() + static_cast<std::size_t>(c) * static_cast<std::size_t>(local_rows_),
        static_cast<std::size_t>(local_rows_), holder(rank_));
  }
  messages.wait();
}

template <typename Scalar>
void GroupFactor<Scalar>::solve() {
  if (!member()) return;
  try {
    factor_->solve(x_, count_);
  } catch (const Error& error) {
    failure_ = error;  // told to all by receive()
  }
}

template <typename Scalar>
void GroupFactor<Scalar>::receive(std::span<Scalar> left, int count) {
  if (alone()) std::copy(x_.begin(), x_.end(), left.begin());
  Messages messages(messages_);
  for (int c = 0; c < count && !alone(); ++c) {
    messages.receive(
        left.data() + static_cast<std::size_t>(c) * static_cast<std::size_t>(local_rows_),
        static_cast<std::size_t>(local_rows_), holder(rank_));
    const Scalar* from = x_.data() + static_cast<std::size_t>(c) * static_cast<std::size_t>(rows_);
    for (std::size_t k = 0; k < clients_.size(); from += client_rows_[k], ++k)
      messages.send(from, static_cast<std::size_t>(client_rows_[k]), clients_[k]);
  }
  messages.wait();
  collectively(comm_, [&] {
    if (failure_) throw Error(*failure_);
  });
}

template class GroupFactor<double>;
template class GroupFactor<std::complex<double>>;

}  // namespace sparkdyn::core
