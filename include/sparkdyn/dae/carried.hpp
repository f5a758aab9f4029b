// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a run carries from step to step, as one list of numbers: a run that goes on from it makes
// the same bits as one that was never interrupted. What is carried is listed once, for both
// directions:
//
//   void carry(Carried& carried) { carried(h_)(last_); }

#include <Eigen/Core>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

/// Numbers that are kept, or given back in the same order.
class Carried {
 public:
  /// Keeps.
  Carried() = default;
  /// Gives back what was kept. Throws core::Error (input) when that was something else.
  explicit Carried(std::vector<double> numbers) : numbers_(std::move(numbers)), gives_(true) {}

  bool gives() const { return gives_; }                            ///< back; else it keeps
  const std::vector<double>& numbers() const { return numbers_; }  ///< what was kept

  /// A number.
  Carried& operator()(double& value) {
    if (!gives_) {
      numbers_.push_back(value);
      return *this;
    }
    require(1);
    value = numbers_[next_++];
    return *this;
  }
  /// Counts, flags and choices.
  template <typename T>
  requires std::is_integral_v<T> || std::is_enum_v<T> Carried& operator()(T& value) {
    double number = static_cast<double>(value);
    (*this)(number);
    value = static_cast<T>(number);
    return *this;
  }
  /// Size and entries.
  Carried& operator()(Eigen::VectorXd& values) {
    values.resize(size(values.size()));
    return entries(values.data(), values.size());
  }
  /// Sizes and entries.
  Carried& operator()(Eigen::MatrixXd& values) {
    const Eigen::Index rows = size(values.rows()), columns = size(values.cols());
    values.resize(rows, columns);
    return entries(values.data(), values.size());
  }
  /// A point.
  Carried& operator()(Point& at) { return (*this)(at.t)(at.y)(at.z)(at.u); }
  /// Values only: the names are the same on both sides.
  Carried& operator()(std::map<std::string, double>& values) {
    for (auto& [name, value] : values) (*this)(value);
    return *this;
  }
  /// Whether it is there, and then what it is.
  template <typename T>
  Carried& operator()(std::optional<T>& value) {
    bool there = value.has_value();
    (*this)(there);
    if (gives_) value = there ? std::optional<T>(T{}) : std::nullopt;
    return there ? (*this)(*value) : *this;
  }
  /// A thing that lists its own parts.
  template <typename T>
  requires requires(T& thing, Carried& carried) { thing.carry(carried); }
  Carried& operator()(T& thing) {
    thing.carry(*this);
    return *this;
  }

 private:
  void require(std::size_t count) const {
    if (count > numbers_.size() - next_)
      core::input_error("what was kept of the run is of another method or problem");
  }
  /// The size that is kept, or that was kept when it is given back.
  Eigen::Index size(Eigen::Index now) {
    double number = static_cast<double>(now);
    (*this)(number);
    if (gives_ && !(number >= 0.0 && number <= static_cast<double>(numbers_.size())))
      core::input_error("what was kept of the run is of another method or problem");
    return static_cast<Eigen::Index>(number);
  }
  Carried& entries(double* values, Eigen::Index count) {
    if (!gives_) {
      numbers_.insert(numbers_.end(), values, values + count);
      return *this;
    }
    require(static_cast<std::size_t>(count));
    std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(next_), count, values);
    next_ += static_cast<std::size_t>(count);
    return *this;
  }

  std::vector<double> numbers_;
  std::size_t next_ = 0;
  bool gives_ = false;
};

}  // namespace sparkdyn::dae
