// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The keys that a section of a case file may have, as data: the readers refuse every other key, and
// `sparkdyn schema` and docs/case_keys.md are made of the same tables. A key is added by a line
// here.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "value.hpp"

namespace sparkdyn::input::keys {

struct Key {
  std::string name;
  Value value;
  std::string meaning;       ///< one line
  std::string unit = {};     ///< in words: "length", "force/length²"
  std::string usual = {};    ///< what is taken when it is not given, as it would be written
  std::string example = {};  ///< of a value that is no section
  bool required = false;
};

/// What the presence of one key says of others.
struct Rule {
  enum class Kind {
    one_of,       ///< exactly one of the keys
    some_of,      ///< at least one of them
    at_most_one,  //
    needs         ///< the first needs one of the others
  };
  Kind kind;
  std::vector<std::string> keys;
};

struct Variant;

struct Table {
  std::string name;     ///< unique: "time of a problem"
  std::string meaning;  ///< one or two sentences
  std::vector<Key> keys;
  std::vector<Rule> rules = {};
  /// Tables that hold instead where a key is given, or has a certain value.
  std::function<std::vector<Variant>()> variants = {};

  const Key* find(std::string_view key) const;
  std::vector<std::string> names() const;
};

struct Variant {
  std::string key;    ///< "model.deck": deck in model; empty: where no variant before it holds
  std::string value;  ///< empty: whenever the key is given
  std::shared_ptr<const Table> table;
};

/// `table` with these keys only.
Table restricted(const Table& table, std::string name, const std::vector<std::string>& keys);
/// `amplitude`, which multiplies `of`.
Key amplitude_key(std::string of);
/// `modes` and `modal_damping`, where modes are superposed.
Key modes_key();
Key modal_damping_key();
/// What entries of a splitting may be called: elastic, elastic@joint.
std::string term_pattern();
/// Of a spring: those of structure::MotionLaw.
std::vector<Key> motion_law_keys();
/// node, group and point, before others.
std::vector<Key> with_places(std::vector<Key> keys);

// The whole case; what is inside is reached through its values.
const Table& case_table();
const Table& checkpoint_table();
const Table& time_table();
const Table& deck_time_table();
const Table& solver_table();
const Table& spin_table();
const Table& method_table();
const Table& one_radius_table();  ///< {rho_infinity: r} of a splitting
const Table& output_table();
const Table& model_output_table();
const Table& probe_table();
const Table& model_probe_table();
const Table& amplitude_table();
const Table& sine_table();
const Table& harmonic_table();
const Table& response_table();
const Table& spectrum_table();
const Table& spectrum_of_model_table();
const Table& direction_of_model_table();
const Table& direction_of_system_table();
const Table& spectrum_of_system_table();
const Table& spectrum_direction_table();
const Table& rayleigh_table();

// system:
const Table& system_table();
const Table& matrix_table();
const Table& damping_table();
const Table& value_table();
const Table& constraint_matrix_table();
const Table& initial_table();
const Table& load_table();

// model:
const Table& model_table();
const Table& deck_model_table();
const Table& mesh_table();
const Table& model_damping_table();
const Table& material_table();
const Table& element_table();
const Table& beam_section_table();
const Table& spring_table();
const Table& friction_table();
const Table& stops_table();
const Table& mass_table();
const Table& bushing_table();
/// What ends of beams let go, in the order of BeamSection::release_start.
const std::vector<std::string>& released_components();
const Table& support_table();
const Table& model_load_table();
const Table& ground_motion_table();
const Table& model_initial_table();
const Table& initial_value_table();
const Table& model_constraint_table();
const Table& equation_table();
const Table& equation_term_table();
const Table& rigid_body_table();
const Table& rigid_bar_table();
const Table& joint_table();
const Table& angle_drive_table();
const Table& distance_drive_table();
const Table& coupling_table();
const Table& tie_table();
const Table& gear_table();
const Table& guide_table();
const Table& release_table();

// problem:
const Table& any_problem_table();
const Table& problem_table(const std::string& name);
const Table& projection_table();
const Table& local_model_table();
const Table& problem_initial_table();
const Table& problem_method_table();
const Table& problem_damping_table();
const Table& problem_time_table();
const Table& problem_solver_table();
const Table& problem_probe_table();
const Table& problem_output_table();

}  // namespace sparkdyn::input::keys
