// SPDX-License-Identifier: BSD-3-Clause
#include "input/deck.hpp"

#include <fmt/format.h>

#include "../file_access.hpp"
#include "core/package.hpp"
#include "discrete_cards.hpp"
#include "keyword.hpp"
#include "lexer.hpp"
#include "parts.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {
namespace deck {
namespace {

namespace fs = std::filesystem;

/// A block and what reads it.
struct Planned {
  const Block* block = nullptr;
  const Keyword* keyword = nullptr;
  /// Read in the order of phases, before the steps.
  bool is_definition() const {
    return keyword->phase != Phase::steps && (!block->in_step || keyword->scope == Scope::anywhere);
  }
};

/// Which step each block stands in, and whether it may stand there.
class Planner {
 public:
  std::vector<Planned> plan(std::vector<Block>& blocks) {
    std::vector<Planned> result;
    for (Block& block : blocks) {
      const Keyword& keyword = keyword_of(block);
      block.title = fmt::format("*{}", keyword.name);
      place(block, keyword);
      result.push_back({&block, &keyword});
    }
    if (step_ != nullptr) step_->fail("the step has no *END STEP; is the file cut off?");
    return result;
  }
  bool has_steps() const { return ended_; }

 private:
  void place(Block& block, const Keyword& keyword) {
    if (block.keyword == "STEP") {
      if (step_ != nullptr)
        block.fail("the step that begins at {} has no *END STEP yet", step_->where());
      step_ = &block;
    }
    block.in_step = step_ != nullptr;
    if (keyword.scope == Scope::step && !block.in_step)
      block.fail("it belongs between *STEP and *END STEP");
    if (keyword.scope == Scope::model && (block.in_step || ended_))
      block.fail("it belongs before the first *STEP");
    if (keyword.scope == Scope::both && ended_ && !block.in_step)
      block.fail("after the first step it belongs between *STEP and *END STEP");
    if (block.keyword == "ENDSTEP") {
      step_ = nullptr;
      ended_ = true;
    }
  }

  const Block* step_ = nullptr;
  bool ended_ = false;
};

void read_definitions(const std::vector<Planned>& plan, Builder& builder) {
  for (int phase = 0; phase < static_cast<int>(Phase::steps); ++phase) {
    for (const Planned& item : plan)
      if (item.is_definition() && item.keyword->phase == static_cast<Phase>(phase))
        item.keyword->read(*item.block, builder);
    if (static_cast<Phase>(phase) == Phase::sections) require_sections(builder);
  }
  if (builder.coupling) builder.coupling->block->fail("*KINEMATIC or *DISTRIBUTING must follow");
}

struct Result {
  Deck deck;
  std::vector<Table> tables;
};

Result parse(std::string_view text, const fs::path& file) {
  Source source = cut(text, file);
  if (source.blocks.empty())
    core::input_error("{}: there is no keyword in the file; is this an Abaqus or CalculiX deck?",
                      file.string());
  std::vector<std::string> notes;
  flatten_parts(source, notes);
  Planner planner;
  const std::vector<Planned> plan = planner.plan(source.blocks);
  Builder builder(file.string());
  for (const Planned& item : plan)
    if (item.keyword->phase == Phase::sets && !item.block->in_step)
      builder.set_cards.push_back(item.block);
  read_definitions(plan, builder);
  if (!planner.has_steps())
    core::input_error("{}: there is no *STEP that says what to compute; is the file cut off?",
                      file.string());
  if (builder.mesh().cells.empty())
    core::input_error("{}: the deck has no elements", file.string());
  for (const Planned& item : plan)
    if (!item.is_definition() && item.block->in_step) item.keyword->read(*item.block, builder);
  builder.deck.warnings.insert(builder.deck.warnings.begin(), notes.begin(), notes.end());
  for (std::string& warning : builder.in_force.take_warnings())
    builder.deck.warnings.push_back(std::move(warning));
  return {std::move(builder.deck), builder.amplitudes.tables()};
}

void fill_amplitudes(structure::Model& model, const std::vector<Table>& tables) {
  for (const Table& table : tables) model.amplitudes.push_back(mechanics::table_amplitude(table));
}

std::string packed(const Result& result) {
  core::Packer packer;
  packer.add(std::string_view(result.deck.title)).add(result.deck.warnings);
  packer.add(result.tables.size());
  for (const Table& table : result.tables) {
    std::vector<double> numbers;
    for (const auto& [time, value] : table) numbers.insert(numbers.end(), {time, value});
    packer.add(numbers);
  }
  packer.add(result.deck.steps.size());
  for (const DeckStep& step : result.deck.steps) {
    packer.add(step.kind).add(std::string_view(step.where)).add(step.start).add(step.duration);
    packer.add(step.increment).add(step.fixed_increment).add(step.alpha).add(step.modal);
    packer.add(step.modes).add(step.rayleigh);
    packer.add(step.stress).add(step.every);
    std::vector<double> ratios;
    for (const ModalRatio& item : step.ratios)
      ratios.insert(ratios.end(), {double(item.first), double(item.last), item.ratio});
    packer.add(ratios);
  }
  return packer.take();
}

Result unpacked(const std::string& bytes) {
  core::Unpacker unpacker(bytes);
  Result result;
  unpacker.get(result.deck.title).get(result.deck.warnings);
  std::size_t count = 0;
  unpacker.get(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> numbers;
    unpacker.get(numbers);
    Table& table = result.tables.emplace_back();
    for (std::size_t k = 0; k + 1 < numbers.size(); k += 2)
      table.emplace_back(numbers[k], numbers[k + 1]);
  }
  unpacker.get(count);
  for (std::size_t i = 0; i < count; ++i) {
    DeckStep& step = result.deck.steps.emplace_back();
    unpacker.get(step.kind).get(step.where).get(step.start).get(step.duration);
    unpacker.get(step.increment).get(step.fixed_increment).get(step.alpha).get(step.modal);
    unpacker.get(step.modes).get(step.rayleigh);
    unpacker.get(step.stress).get(step.every);
    std::vector<double> ratios;
    unpacker.get(ratios);
    for (std::size_t k = 0; k + 2 < ratios.size(); k += 3)
      step.ratios.push_back(
          {static_cast<int>(ratios[k]), static_cast<int>(ratios[k + 1]), ratios[k + 2]});
  }
  return result;
}

}  // namespace
}  // namespace deck

Deck parse_deck(std::string_view text, const std::filesystem::path& file) {
  deck::Result result = deck::parse(text, file);
  deck::fill_amplitudes(result.deck.model, result.tables);
  return std::move(result.deck);
}

Deck read_deck(MPI_Comm comm, const std::filesystem::path& file) {
  deck::Result result;
  core::on_rank_zero(comm, [&] {
    const std::string text = read_all(file);
    result = deck::parse(text, file);
  });
  const bool first = core::rank(comm) == 0;
  const std::string bytes = core::broadcast_bytes(comm, first ? deck::packed(result) : "");
  if (!first) result = deck::unpacked(bytes);
  deck::fill_amplitudes(result.deck.model, result.tables);
  return std::move(result.deck);
}

}  // namespace sparkdyn::input
