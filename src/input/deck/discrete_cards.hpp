// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// *MASS, *ROTARY INERTIA, *SPRING, *DASHPOT, and how elements get their section.

#include "builder.hpp"

namespace sparkdyn::input::deck {

/// Every cell must take its section from that keyword.
void require_kind(const Block& block, const Builder& builder,
                  const std::vector<structure::Index>& cells, SectionKeyword kind);
/// A cell that has a section already is an error.
void assign_section(const Block& block, Builder& builder,
                    const std::vector<structure::Index>& cells, const structure::Section& section);
/// Throws core::Error naming the first cell that has none.
void require_sections(const Builder& builder);

void read_mass(const Block& block, Builder& builder);
void read_rotary_inertia(const Block& block, Builder& builder);
void read_spring(const Block& block, Builder& builder);
void read_dashpot(const Block& block, Builder& builder);

}  // namespace sparkdyn::input::deck
