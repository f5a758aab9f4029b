// SPDX-License-Identifier: BSD-3-Clause
#include "output/checkpoint_archive.hpp"

#include <algorithm>

namespace sparkdyn::output {

void KeepingArchive::vector(const std::string& name, core::Space space, Vec values) {
  vectors_.push_back(order_->make(space, values));
  order_->to_file(space, values, vectors_.back());
  to_->vectors.push_back({name, vectors_.back()});
}

bool KeepingArchive::bytes(const std::string& name, std::string& values) {
  to_->files[name] = values;
  return true;
}

bool GivingArchive::takes(const std::string& part) const {
  return std::find(left_out_.begin(), left_out_.end(), part) == left_out_.end();
}

void GivingArchive::number(const std::string& name, double& value) {
  value = reader_->facts(load_case_).number(name);
}

void GivingArchive::number(const std::string& name, long& value) {
  value = reader_->facts(load_case_).integer(name);
}

void GivingArchive::vector(const std::string& name, core::Space space, Vec values) {
  const core::Vector in_file = order_->make(space, values);
  reader_->read(load_case_, name, in_file);
  order_->from_file(space, in_file, values);
}

bool GivingArchive::bytes(const std::string& name, std::string& values) {
  const auto found = files_.find(name);
  if (found == files_.end()) return false;
  values = found->second;
  return true;
}

}  // namespace sparkdyn::output
