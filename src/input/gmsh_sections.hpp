// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The sections of a .msh file of format 4.1 or 2.2, each read from after its name to before its
// end.

#include "gmsh_cursor.hpp"
#include "gmsh_raw.hpp"

namespace sparkdyn::input {

class GmshSections {
 public:
  enum class Version { v2, v4 };
  GmshSections(GmshCursor& cursor, Version version, GmshRaw& raw)
      : in_(cursor), version_(version), raw_(raw) {}

  void names();     ///< $PhysicalNames
  void entities();  ///< $Entities
  void nodes();
  void elements();

 private:
  void entity(int dimension);
  void nodes_v4();
  void nodes_v2();
  void elements_v4();
  void elements_v2_text();
  void elements_v2_binary();
  void start_nodes(std::int64_t count);
  void start_elements(std::int64_t count);
  void add_node(std::int64_t number);
  /// Leaves out the sign, which tells the orientation.
  std::int64_t group_number(std::int64_t signed_number) const;

  struct Kind;
  const Kind& kind(std::int64_t type) const;
  /// The element's number is `number`; its nodes follow.
  void add_cell(const Kind& kind, std::int64_t number);
  void add_cell_v2(const Kind& kind, std::int64_t number, std::int64_t physical);
  /// Gmsh writes an element of several physical groups several times in format 2.
  bool repeats_previous() const;
  void add_member(int dimension, std::int64_t physical, Index cell);

  GmshCursor& in_;
  Version version_;
  GmshRaw& raw_;
  std::map<Tagged, std::vector<std::int64_t>> groups_of_entity_;
  NumberIndex nodes_;
  NumberIndex elements_;
};

}  // namespace sparkdyn::input
