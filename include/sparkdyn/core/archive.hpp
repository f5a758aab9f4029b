// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a run remembers, listed once for both directions: the same call keeps a quantity or gives it
// back, so that a run that goes on makes the same bits as one that was never interrupted:
//
//   void carry(Archive& archive) {
//     archive.number("start", start_);
//     archive.vector("averaged", Space::displacement, averaged_);
//   }

#include <string>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::core {

/// How a vector is numbered: as q, or as λ.
enum class Space { displacement, multiplier };

/// All is collective: every rank lists the same quantities in the same order.
class Archive {
 public:
  virtual ~Archive() = default;

  /// True when quantities are given back, false when they are kept.
  virtual bool gives() const = 0;
  /// Whether the quantities of a part are kept or given back: those of a stepper mean nothing to
  /// another method.
  virtual bool takes(const std::string& part) const = 0;
  /// Numbers are the same on all ranks. Throws core::Error (input) when nothing was kept under the
  /// name.
  virtual void number(const std::string& name, double& value) = 0;
  /// As the other; whole numbers.
  virtual void number(const std::string& name, long& value) = 0;
  /// A vector of the solver's numbering: read when it is kept, written when it is given back.
  virtual void vector(const std::string& name, Space space, Vec values) = 0;
  /// What only its owner understands, used on rank 0. False when nothing was kept under the name.
  virtual bool bytes(const std::string& name, std::string& values) = 0;
};

/// The quantities of a part, whose names begin with its own.
class ArchivePart final : public Archive {
 public:
  /// `whole` must outlive it.
  ArchivePart(Archive& whole, std::string name) : whole_(&whole), name_(std::move(name)) {}

  bool gives() const override { return whole_->gives(); }
  bool takes(const std::string& part) const override { return whole_->takes(part); }
  void number(const std::string& name, double& value) override {
    whole_->number(name_ + "." + name, value);
  }
  /// As the other; whole numbers.
  void number(const std::string& name, long& value) override {
    whole_->number(name_ + "." + name, value);
  }
  void vector(const std::string& name, Space space, Vec values) override {
    whole_->vector(name_ + "-" + name, space, values);
  }
  bool bytes(const std::string& name, std::string& values) override {
    return whole_->bytes(name_ + "-" + name, values);
  }

 private:
  Archive* whole_;
  std::string name_;
};

}  // namespace sparkdyn::core
