#include <algorithm>
#include <map>
#include <set>

#include "case_sections.hpp"

namespace sparkdyn::input {
namespace {

using tableau::Mixture;
using tableau::Splitting;

/// The keys of each family, besides `family` itself.
const std::map<std::string, std::vector<std::string>>& keys_of_families() {
  static const std::map<std::string, std::vector<std::string>> keys{
      {"lobatto", {"stages", "rho_infinity", "splitting"}},
      {"newmark", {"beta", "gamma"}},
      {"hht", {"alpha"}},
      {"generalized-alpha", {"rho_infinity"}}};
  return keys;
}

void require_own_keys(const Section& method, const std::string& family) {
  const auto& own = keys_of_families().at(family);
  for (const auto& [key, value] : method.tree().members) {
    if (key == "family" || std::find(own.begin(), own.end(), key) != own.end()) continue;
    std::vector<std::string> owners;
    for (const auto& [other, keys] : keys_of_families())
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) owners.push_back(other);
    fail(value, "'{}' in 'method' belongs to the family {}; the family {} has {}", key,
         fmt::join(owners, " or "), family, fmt::join(own, ", "));
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
  const Section section(tree, term, {"rho_infinity"});
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

Splitting read_splitting(const Tree* tree, double rho_infinity, const SystemSpec* system) {
  Splitting splitting = Splitting::uniform(rho_infinity);
  if (tree == nullptr) return splitting;
  if (tree->kind != Tree::Kind::mapping)
    fail(*tree, "'splitting' in 'method' must be a mapping of terms, e.g. {{elastic: C}}");
  for (const auto& [term, value] : tree->members) {
    require_known_term(value, term, system);
    const Mixture mixture = read_mixture(value, term);
    located(value, [&] { splitting.set(term, mixture); });
  }
  return splitting;
}

}  // namespace

MethodSpec read_method(const Tree* tree, const SystemSpec* system) {
  MethodSpec spec;
  if (tree == nullptr) return spec;
  const Section method(*tree, "method",
                       {"family", "stages", "rho_infinity", "splitting", "beta", "gamma", "alpha"});
  spec.given = true;
  spec.damping_given = method.find("rho_infinity") || method.find("splitting");
  spec.family = static_cast<MethodFamily>(
      method.choice("family", 0, names_up_to(MethodFamily::generalized_alpha)));
  require_own_keys(method, std::string(name(spec.family)));
  spec.stages = static_cast<int>(method.integer("stages", spec.stages, 2, 12));
  spec.rho_infinity = method.number("rho_infinity", spec.rho_infinity, 0, 1);
  spec.splitting = read_splitting(method.find("splitting"), spec.rho_infinity, system);
  spec.beta = method.number("beta", spec.beta, 0, 1);
  spec.gamma = method.number("gamma", spec.gamma, 0, 1);
  spec.alpha = method.number("alpha", spec.alpha, -1.0 / 3.0, 0);
  return spec;
}

}  // namespace sparkdyn::input
