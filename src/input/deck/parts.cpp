// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

#include <algorithm>
#include <map>

#include "instance.hpp"
#include "rewritten.hpp"
#include "sparkdyn/core/error.hpp"
#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

constexpr std::size_t most_copied =
    20'000'000;  // lines in all instances: a small deck may not ask for any amount

bool is_number(const Block& block) {
  return block.keyword == "NODE" || block.keyword == "ELEMENT" || block.keyword == "NGEN" ||
         block.keyword == "ELGEN";
}

long long largest_label(const std::vector<Block>& blocks) {
  long long largest = 0;
  for (const Block& block : blocks) {
    if (!is_number(block)) continue;
    Lines lines(block);
    while (auto line = lines.next())
      if (const auto number = to_integer(line->next())) largest = std::max(largest, *number);
  }
  return largest;
}

/// Instances are numbered apart by a power of ten.
long long distance_of_numbers(const std::vector<Block>& blocks) {
  constexpr long long least = 1'000'000, most = 100'000'000'000'000;
  const long long largest = largest_label(blocks);
  long long distance = least;
  while (distance <= 2 * largest && distance < most) distance *= 10;
  return distance;
}

class Flattener {
 public:
  Flattener(Source& source, std::vector<std::string>& notes)
      : source_(source), notes_(notes), blocks_(std::move(source.blocks)) {
    source_.blocks.clear();
    bool assembly = false;
    for (const Block& block : blocks_) {
      if (block.keyword == "ASSEMBLY") assembly = true;
      if (block.keyword == "ENDASSEMBLY") assembly = false;
      if (assembly && block.keyword == "INSTANCE") in_instance_ = true;
      if (block.keyword == "ENDINSTANCE") in_instance_ = false;
      if (assembly && !in_instance_ && is_number(block)) own_numbers_ = true;
    }
    in_instance_ = false;
    distance_ = distance_of_numbers(blocks_);
  }

  void run() {
    for (const Block& block : blocks_) take(block);
    if (part_ != nullptr) part_->fail("the part has no *END PART; is the file cut off?");
    if (!instances_.empty() && in_instance_)
      instance_block_->fail("the instance has no *END INSTANCE; is the file cut off?");
    if (assembly_ != nullptr) assembly_->fail("the assembly has no *END ASSEMBLY");
    if (instances_.empty() && !parts_.empty())
      parts_.begin()->second.begin->fail("there is a part, but no *INSTANCE of one");
  }

 private:
  struct Part {
    const Block* begin = nullptr;
    std::vector<const Block*> blocks;
  };

  void take(const Block& block) {
    const std::string& keyword = block.keyword;
    if (keyword == "PART") return begin_part(block);
    if (keyword == "ENDPART") return end_part(block);
    if (keyword == "ASSEMBLY") return begin_assembly(block);
    if (keyword == "ENDASSEMBLY") return end_assembly(block);
    if (keyword == "INSTANCE") return begin_instance(block);
    if (keyword == "ENDINSTANCE") return end_instance(block);
    if (part_ != nullptr) return current_part().blocks.push_back(&block);
    if (in_instance_) return copy(instances_.back(), block);
    if ((keyword == "NSET" || keyword == "ELSET") && block.has("INSTANCE"))
      return add([&](std::string& text) {
        return instance_called(block, block.require("INSTANCE")).members(block, text);
      });
    add([&](std::string& text) { return with_references(block, text); });
  }

  void begin_part(const Block& block) {
    if (part_ != nullptr || assembly_ != nullptr)
      block.fail("the {} that begins at {} has not ended", part_ ? "part" : "assembly",
                 (part_ ? part_ : assembly_)->where());
    const std::string& name = block.require("NAME");
    if (!parts_.try_emplace(name, Part{&block, {}}).second)
      block.fail("the part '{}' is already defined", name);
    part_ = &block;
  }
  void end_part(const Block& block) {
    if (part_ == nullptr) block.fail("there is no *PART before it");
    part_ = nullptr;
  }
  Part& current_part() { return parts_.at(part_->require("NAME")); }

  void begin_assembly(const Block& block) {
    if (part_ != nullptr || assembly_ != nullptr) block.fail("it belongs behind the parts, once");
    assembly_ = &block;
  }
  void end_assembly(const Block& block) {
    if (assembly_ == nullptr) block.fail("there is no *ASSEMBLY before it");
    if (in_instance_)
      block.fail("the instance '{}' has no *END INSTANCE", instances_.back().name());
    assembly_ = nullptr;
  }

  void begin_instance(const Block& block) {
    if (assembly_ == nullptr || in_instance_)
      block.fail("it belongs between *ASSEMBLY and *END ASSEMBLY");
    for (const Parameter& parameter : block.parameters)
      if (parameter.name != "NAME" && parameter.name != "PART")
        block.fail("the parameter {} is not supported; supported: NAME, PART",
                   parameter.name.substr(0, 40));
    const auto number = static_cast<long long>(instances_.size()) + (own_numbers_ ? 1 : 0);
    for (const Instance& other : instances_)
      if (other.name() == block.require("NAME"))
        block.fail("the instance '{}' is already defined", other.name());
    instances_.emplace_back(block, number * distance_);
    in_instance_ = true;
    instance_block_ = &block;
    const Instance& instance = instances_.back();
    if (instance.offset() > 0)
      notes_.push_back(fmt::format(
          "{}: nodes and elements of the instance '{}' are numbered from {} on: number 1 is {}",
          block.where(), instance.name(), instance.offset(), instance.offset() + 1));
    if (instance.part().empty()) return;  // it has its own mesh
    const auto part = parts_.find(instance.part());
    if (part == parts_.end()) block.fail("the part '{}' is not defined", instance.part());
    for (const Block* each : part->second.blocks) copy(instance, *each);
  }
  void end_instance(const Block& block) {
    if (!in_instance_) block.fail("there is no *INSTANCE before it");
    in_instance_ = false;
  }

  void copy(const Instance& instance, const Block& block) {
    for (const Segment& segment : block.data) copied_ += 1 + segment.text.size() / 8;
    if (copied_ > most_copied)
      block.fail("the instances hold too much: more than {} lines", most_copied);
    add([&](std::string& text) { return instance.copy(block, text); });
  }

  template <typename Make>
  void add(const Make& make) {
    std::string& text = source_.texts.emplace_back();
    source_.blocks.push_back(make(text));
  }

  const Instance& instance_called(const Block& block, const std::string& name) const {
    const auto found = std::find_if(instances_.begin(), instances_.end(),
                                    [&](const Instance& item) { return item.name() == name; });
    if (found == instances_.end()) block.fail("there is no instance '{}' before it", name);
    return *found;
  }

  /// "INSTANCE.12" becomes a number; "INSTANCE.SET" is what the set is called already.
  std::string resolved(std::string_view field) const {
    const std::size_t dot = field.find('.');
    if (dot == field.npos || dot == 0) return std::string(field);
    const std::string name = normal_name(field.substr(0, dot));
    const std::string_view rest = field.substr(dot + 1);
    for (const Instance& instance : instances_)
      if (instance.name() == name && to_integer(rest)) return instance.reference(rest);
    return std::string(field);
  }

  Block with_references(const Block& block, std::string& text) const {
    const bool refers = std::any_of(block.data.begin(), block.data.end(), [&](const Segment& part) {
      return part.text.find('.') != part.text.npos;
    });
    Block result = block;
    if (refers && !instances_.empty() && block.keyword != "HEADING")
      result = rewritten(block, text, [&](int, std::string_view line, Place) {
        const auto fields = fields_of(line);
        std::vector<std::string> made;
        for (const std::string_view field : fields) made.push_back(resolved(field));
        return joined(made);
      });
    for (Parameter& parameter : result.parameters) parameter.value = resolved(parameter.value);
    return result;
  }

  Source& source_;
  std::vector<std::string>& notes_;
  std::vector<Block> blocks_;
  std::map<std::string, Part> parts_;
  std::vector<Instance> instances_;
  const Block *part_ = nullptr, *assembly_ = nullptr, *instance_block_ = nullptr;
  bool in_instance_ = false, own_numbers_ = false;
  std::size_t copied_ = 0;
  long long distance_ = 0;
};

}  // namespace

bool has_parts(const Source& source) {
  return std::any_of(source.blocks.begin(), source.blocks.end(), [](const Block& block) {
    return block.keyword == "PART" || block.keyword == "ASSEMBLY" || block.keyword == "INSTANCE" ||
           block.keyword == "ENDPART" || block.keyword == "ENDASSEMBLY" ||
           block.keyword == "ENDINSTANCE";
  });
}

void flatten_parts(Source& source, std::vector<std::string>& notes) {
  if (has_parts(source)) Flattener(source, notes).run();
}

}  // namespace sparkdyn::input::deck
