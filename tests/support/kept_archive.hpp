// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// An archive in memory: keeps first, and gives back after turn().

#include <map>
#include <string>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::support {

class KeptArchive final : public core::Archive {
 public:
  /// From here on what was kept is given back, but for the parts named here.
  void turn(std::string left_out = "") {
    gives_ = true;
    left_out_ = std::move(left_out);
  }

  bool gives() const override { return gives_; }
  bool takes(const std::string& part) const override { return part != left_out_; }
  void number(const std::string& name, double& value) override { carry(numbers, name, value); }
  void number(const std::string& name, long& value) override { carry(counts, name, value); }
  void vector(const std::string& name, core::Space, Vec values) override {
    if (!gives_) vectors[name] = core::make_copy(values);
    if (gives_) core::copy(vectors.at(name), values);
  }
  bool bytes(const std::string& name, std::string& values) override {
    if (gives_ && !texts.contains(name)) return false;
    carry(texts, name, values);
    return true;
  }

  std::map<std::string, double> numbers;
  std::map<std::string, long> counts;
  std::map<std::string, std::string> texts;
  std::map<std::string, core::Vector> vectors;

 private:
  template <typename Value>
  void carry(std::map<std::string, Value>& all, const std::string& name, Value& value) {
    if (!gives_) all[name] = value;
    if (gives_ && !all.contains(name)) core::input_error("no '{}' was kept", name);
    value = all.at(name);
  }

  bool gives_ = false;
  std::string left_out_ = " ";
};

}  // namespace sparkdyn::support
