// SPDX-License-Identifier: BSD-3-Clause
#include "early_sets.hpp"

#include <algorithm>
#include <set>

#include "set_cards.hpp"
#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Index;

/// Reads the cards of a set that stand before the asker, and those of the sets named on them.
class EarlySets {
 public:
  EarlySets(const Block& asker, std::string_view keyword, Builder& builder)
      : asker_(asker), keyword_(keyword), builder_(builder) {}

  void read(const std::string& name) {
    if (!seen_.insert(name).second) return;
    for (const Block* card : builder_.set_cards) {
      if (card >= &asker_) break;  // blocks lie one after another as in the deck
      if (card->keyword != keyword_ || card->require(keyword_) != name) continue;
      if (card->has("UNSORTED") && asker_.keyword == "NFILL")
        asker_.fail("the set '{}' is UNSORTED ({}); nodes are paired by their numbers", name,
                    card->where());
      read_members(*card);
      if (keyword_ == "NSET")
        read_node_set(*card, builder_);
      else
        read_cell_set(*card, builder_);
    }
  }

 private:
  void read_members(const Block& card) {
    Lines lines(card);
    while (auto line = lines.next())
      while (!line->done()) {
        const std::string_view field = line->next();
        if (!field.empty() && !to_integer(field)) read(normal_name(field));
      }
  }

  const Block& asker_;
  std::string keyword_;
  Builder& builder_;
  std::set<std::string> seen_;
};

template <typename Groups>
std::vector<Index> members(const Block& asker, const std::string& name, const Groups& groups,
                           std::string_view what, const Builder& builder) {
  const auto found = groups.find(name);
  if (found == groups.end())
    asker.fail("the {} set '{}' is not defined before this keyword{}", what, name.substr(0, 80),
               close_name(name, groups));
  builder.spend(found->second.size(), asker);
  return found->second;
}

}  // namespace

std::vector<Index> early_node_set(const Block& asker, const std::string& name, Builder& builder) {
  EarlySets(asker, "NSET", builder).read(name);
  auto nodes = members(asker, name, builder.mesh().node_groups, "node", builder);
  std::sort(nodes.begin(), nodes.end(),
            [&](Index a, Index b) { return builder.number_of(a) < builder.number_of(b); });
  return nodes;
}

std::vector<Index> early_cell_set(const Block& asker, const std::string& name, Builder& builder) {
  EarlySets(asker, "ELSET", builder).read(name);
  return members(asker, name, builder.mesh().cell_groups, "element", builder);
}

}  // namespace sparkdyn::input::deck
