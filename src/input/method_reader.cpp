// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>
#include <set>

#include "case_sections.hpp"

namespace sparkdyn::input {
namespace {

using tableau::Mixture;
using tableau::Splitting;

/// Besides `family` itself.
std::vector<std::string> keys_of(const run::MethodFamily& family) {
  std::vector<std::string> keys;
  for (const run::MethodKey& key : family.keys) keys.push_back(key.name);
  if (family.splits != run::SplitBy::nothing) keys.emplace_back("splitting");
  if (family.splits == run::SplitBy::radius) {
    keys.emplace_back("accuracy");
    keys.emplace_back("frequency");
  }
  return keys;
}

void require_own_keys(const Section& method, const run::MethodFamily& family) {
  const auto own = keys_of(family);
  for (const auto& [key, value] : method.tree().members) {
    if (key == "family" || std::find(own.begin(), own.end(), key) != own.end()) continue;
    std::set<std::string> owners;
    for (const run::MethodFamily& other : run::method_families()) {
      const auto keys = keys_of(other);
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) owners.insert(other.name);
    }
    fail(value, "'{}' in 'method' belongs to the family {}; the family {} has {}", key,
         fmt::join(owners, " or "), family.name, fmt::join(own, ", "));
  }
}

tableau::Family read_family(const Tree& at, const std::string& name, const std::string& what) {
  if (const auto family = tableau::find_family(name)) return *family;
  std::vector<std::string> names;
  for (const tableau::Family family : tableau::all_families)
    names.emplace_back(tableau::name(family));
  fail(at, "{} cannot use '{}'; allowed: {}", what, name, core::allowed(name, names));
}

Mixture read_weights(const Tree& tree, const std::string& what) {
  std::map<tableau::Family, double> weights;
  for (const auto& [letter, weight] : tree.members)
    weights[read_family(weight, letter, what)] = as_number(weight, "a weight of " + what);
  std::optional<Mixture> mixture;
  located(tree, [&] { mixture = Mixture::weights(weights); });
  return *mixture;
}

}  // namespace

Mixture read_mixture(const Tree& tree, const std::string& term) {
  const std::string what = fmt::format("'{}' in 'splitting'", term);
  if (tree.kind != Tree::Kind::mapping)
    return Mixture::pure(read_family(tree, as_text(tree, what), what));
  const bool by_radius = std::any_of(tree.members.begin(), tree.members.end(),
                                     [](const auto& item) { return item.key == "rho_infinity"; });
  if (!by_radius) return read_weights(tree, what);
  const Section section(tree, term, keys::one_radius_table());
  return Mixture::rho_infinity(section.number("rho_infinity", std::nullopt, 0, 1));
}

namespace {

std::set<std::string> regions_of(tableau::Term term, const SystemSpec& system) {
  std::set<std::string> regions;
  const bool proportional = system.damping.rayleigh && system.damping.rayleigh->beta != 0;
  if (term == tableau::Term::elastic || (term == tableau::Term::damping && proportional))
    for (const auto& item : system.stiffness) regions.insert(item.region);
  if (term == tableau::Term::damping)
    for (const auto& item : system.damping.matrices) regions.insert(item.region);
  if (term == tableau::Term::load)
    for (const auto& item : system.loads) regions.insert(item.region);
  regions.erase("");
  return regions;
}

void require_model_term(const Tree& at, const std::string& key, tableau::Term term) {
  if (term != tableau::Term::elastic && term != tableau::Term::damping)
    fail(at, "'{}' in 'splitting': only 'elastic' and 'damping' can differ by region in a model",
         key);
}

/// A splitting for a region that is nowhere would silently do nothing.
void require_known_term(const Tree& at, const std::string& key, const SystemSpec* system) {
  const std::size_t split = key.find('@');
  const std::string kind = key.substr(0, split);
  const auto term = tableau::find_term(kind);
  if (!term) {
    std::vector<std::string> names;
    for (const tableau::Term each : tableau::all_terms) names.emplace_back(tableau::name(each));
    fail(at, "unknown key '{}' in 'splitting'; allowed: {}", key, core::allowed(kind, names));
  }
  if (split == std::string::npos) return;
  const std::string region = key.substr(split + 1);
  if (!system) {
    require_model_term(at, key, *term);
    return;
  }
  const auto known = regions_of(*term, *system);
  if (known.contains(region)) return;
  const std::vector<std::string> names(known.begin(), known.end());
  fail(at, "'{}' in 'splitting': no {} term of the system has the region '{}'{}", key, kind, region,
       names.empty() ? "" : "; regions: " + core::allowed(region, names));
}

/// `read` gives what a term is set to; tree may be null.
template <typename AnySplitting, typename Read>
AnySplitting read_splitting(const Tree* tree, AnySplitting splitting, const SystemSpec* system,
                            const char* example, Read read) {
  if (tree == nullptr) return splitting;
  if (tree->kind != Tree::Kind::mapping)
    fail(*tree, "'splitting' in 'method' must be a mapping of terms, e.g. {{elastic: {}}}",
         example);
  for (const auto& [term, value] : tree->members) {
    require_known_term(value, term, system);
    const auto mixture = read(value, term);
    located(value, [&] { splitting.set(term, mixture); });
  }
  return splitting;
}

bool is_plain_number(const Tree& tree) {
  return tree.kind == Tree::Kind::scalar && !tree.scalar.empty() &&
         std::string_view("0123456789.+-").find(tree.scalar.front()) != std::string::npos;
}

/// A splitting with a letter in it, and no family: it can only be that of Lobatto's nodes.
bool implies_letters(const Section& method) {
  const Tree* splitting = method.find("splitting");
  if (method.find("family") || !splitting || splitting->kind != Tree::Kind::mapping) return false;
  return std::any_of(splitting->members.begin(), splitting->members.end(),
                     [](const auto& item) { return !is_plain_number(item.value); });
}

/// A letter here, or a number there, is taken for what it is and not for a misspelling.
Mixture read_letters(const Tree& tree, const std::string& term) {
  if (is_plain_number(tree))
    fail(tree,
         "'{}: {}' in 'splitting': the family lobatto mixes its letters, e.g. {{rho_infinity: {}}} "
         "or C; a number alone is for the family gauss-lobatto, whose nodes are others",
         term, tree.scalar, tree.scalar);
  return read_mixture(tree, term);
}

double read_radius(const Tree& tree, const std::string& term) {
  if (tree.kind != Tree::Kind::scalar)
    fail(tree,
         "'{}' in 'splitting': the family gauss-lobatto takes one number, a rho_infinity from 0 to "
         "1; mixtures of letters are for the family lobatto, whose nodes are others",
         term);
  double value = 0;
  located(tree, [&] { value = tableau::parse_rho_infinity(term, tree.scalar); });
  return value;
}

}  // namespace

namespace {

/// `stages: auto`, or none beside an accuracy.
bool chooses_stages(const Section& method) {
  const Tree* stages = method.find("stages");
  if (stages && stages->scalar == "auto") return true;
  return !stages && method.find("accuracy");
}

void read_accuracy(const Section& method, Case& result) {
  const Tree* accuracy = method.find("accuracy");
  if (accuracy) result.accuracy = method.number("accuracy", std::nullopt, 1e-12, 0.1);
  if (const Tree* frequency = method.find("frequency")) {
    if (!accuracy) fail(*frequency, "'frequency' in 'method' has a meaning only beside 'accuracy'");
    result.frequency = method.number("frequency", std::nullopt, 0);
    if (!(*result.frequency > 0)) fail(*frequency, "'frequency' in 'method' must be above zero");
  }
  if (!accuracy && chooses_stages(method))
    fail(method.require("stages"),
         "'stages: auto' in 'method' needs an 'accuracy', e.g. 'accuracy: 1e-4'");
  if (accuracy && method.find("splitting"))
    fail(*accuracy,
         "'accuracy' in 'method' is for one rho_infinity; with a 'splitting' give stages "
         "and step");
}

}  // namespace

void read_method(const Tree* tree, Case& result) {
  if (tree == nullptr) return;
  const Section method(*tree, "method", keys::method_table());
  std::vector<std::string> names;
  for (const run::MethodFamily& family : run::method_families()) names.push_back(family.name);
  names.emplace_back("modal");
  if (const Tree* family = method.find("family"); family && family->scalar == "modal") {
    for (const auto& [key, value] : tree->members)
      if (key != "family" && key != "modes" && key != "modal_damping")
        fail(value,
             "'{}' in 'method' does not go with the family modal, which has modes, modal_damping",
             key);
    result.superposition = read_superposition(method);
    return;
  }
  for (const char* key : {"modes", "modal_damping"})
    if (const Tree* given = method.find(key))
      fail(*given, "'{}' in 'method' belongs to the family modal", key);
  const run::MethodFamily& family = implies_letters(method)
                                        ? *run::find_method_family("lobatto")
                                        : run::method_families()[method.choice("family", 0, names)];
  require_own_keys(method, family);
  result.method_given = true;
  result.damping_given = method.find("rho_infinity") || method.find("splitting");
  result.method.family = &family;
  read_accuracy(method, result);
  for (const run::MethodKey& key : family.keys)
    if (!(key.name == "stages" && chooses_stages(method)))
      result.method.values[key.name] =
          key.whole ? static_cast<double>(method.integer(key.name, static_cast<long>(key.usual),
                                                         static_cast<long>(key.least),
                                                         static_cast<long>(key.most)))
                    : method.number(key.name, key.usual, key.least, key.most);
  const SystemSpec* system = result.system ? &*result.system : nullptr;
  if (family.splits == run::SplitBy::letters)
    result.method.splitting = read_splitting(method.find("splitting"), result.method.letters(),
                                             system, "C", read_letters);
  if (family.splits == run::SplitBy::radius)
    result.method.radii = read_splitting(method.find("splitting"), result.method.term_radii(),
                                         system, "0.8", read_radius);
}

}  // namespace sparkdyn::input
