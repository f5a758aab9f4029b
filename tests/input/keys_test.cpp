// SPDX-License-Identifier: BSD-3-Clause
// The tables of keys are walked from the root: at every place the reader knows just the keys of the
// table, takes the example of each, refuses what the table says it may not be, and fills in the
// default that the table names.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "input/case_reader.hpp"
#include "input/keys/table.hpp"
#include "sparkdyn/core/error.hpp"
#include "support.hpp"

namespace sparkdyn::input {
namespace {

using keys::Key;
using keys::Rule;
using keys::Table;
using keys::Value;

using Body = std::map<std::string, std::string>;

std::string flow(const Body& body) {
  std::string text;
  for (const auto& [key, value] : body)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", key, value);
  return "{" + text + "}";
}

Body minimal(const Table& table, const Body& wanted = {});
Body least(const Table& table);

std::string sample(const Value& value) {
  switch (value.kind) {
    case Value::Kind::section:
      return flow(least(value.table()));
    case Value::Kind::list:
      return "[" + sample(value.parts.front()) + "]";
    case Value::Kind::either:
      return sample(value.parts.back());
    default:
      ADD_FAILURE() << "a key without an example";
      return "~";
  }
}

std::string sample(const Key& key) {
  return key.example.empty() ? sample(key.value) : key.example;
}

/// `wanted` and the least that must stand beside it.
Body minimal(const Table& table, const Body& wanted) {
  Body body = wanted;
  const auto add = [&](const std::string& key) {
    if (!body.contains(key)) body[key] = sample(*table.find(key));
  };
  const auto any_of = [&](const std::vector<std::string>& names) {
    return std::ranges::any_of(names, [&](const auto& name) { return body.contains(name); });
  };
  for (const Key& key : table.keys)
    if (key.required) add(key.name);
  for (int round = 0; round < 4; ++round)
    for (const auto& [kind, names] : table.rules) {
      const std::vector<std::string> others(names.begin() + 1, names.end());
      if (kind == Rule::Kind::needs && body.contains(names.front()) && !any_of(others))
        add(others.front());
      const bool one = kind == Rule::Kind::one_of || kind == Rule::Kind::some_of;
      if (one && !any_of(names) && round > 0) add(names.front());
    }
  if (table.name == "time" && !body.contains("tolerance")) body.try_emplace("step", "0.01");
  return body;
}

/// The least of a table, or of the one that holds where no variant is asked for.
Body least(const Table& table) {
  if (table.variants)
    for (const auto& variant : table.variants())
      if (variant.key.empty()) return minimal(*variant.table);
  return minimal(table);
}

/// Without what a key of `wanted`, or what such a key needs, takes the place of.
void leave_room(const Table& table, Body wanted, Body& others) {
  for (const auto& [kind, names] : table.rules)
    if (kind == Rule::Kind::needs && wanted.contains(names.front()) &&
        std::none_of(names.begin() + 1, names.end(),
                     [&](const auto& name) { return wanted.contains(name); }))
      wanted[names[1]] = "";
  for (const auto& [kind, names] : table.rules)
    if (kind == Rule::Kind::one_of || kind == Rule::Kind::at_most_one)
      for (const auto& name : names)
        if (wanted.contains(name))
          for (const auto& other : names)
            if (other != name) others.erase(other);
}

/// Whether one of these must stand there, and none does.
bool lacks_one(const Table& table, const Body& body) {
  return std::ranges::any_of(table.rules, [&](const Rule& rule) {
    const bool one = rule.kind == Rule::Kind::one_of || rule.kind == Rule::Kind::some_of;
    return one &&
           std::ranges::none_of(rule.keys, [&](const auto& key) { return body.contains(key); });
  });
}

/// Where a table stands in a case: the text around its body.
using Around = std::function<std::string(const std::string&)>;

/// Keys that go only with others, in which no rule of a table can say.
const std::map<std::string, Body>& company() {
  static const std::map<std::string, Body> bodies{
      {"method with the family gauss-lobatto.accuracy", {{"frequency", "2"}}},
      {"problem pendulum.chart_every", {{"formulation", "state-space"}}},
      {"problem pendulum.projection", {{"formulation", "underlying"}}},
      {"a case with a model.spin",
       {{"model", "{nonlinear: true, nodes: {hub: [0, 0, 1]}, masses: [{group: hub, mass: 1}]}"}}},
      {"response.modes", {{"method", "modal"}}},
      {"response.modal_damping", {{"method", "modal"}, {"modes", "40"}}},
      {"spring.rest", {{"stiffness", "1"}}},
      {"mesh.size", {{"file", "beam.geo"}}},
      {"probe of a model.element",
       {{"quantity", "section_force"}, {"component", "N"}, {"end", "start"}}},
      {"probe of a model.end", {{"quantity", "section_force"}, {"component", "N"}}},
      {"probe of a model.side", {{"quantity", "nodal_stress"}, {"component", "xx"}}},
      {"probe of a model.quantity", {{"component", "x"}}},
      {"mesh.order", {{"file", "beam.geo"}}},
  };
  return bodies;
}

/// A list of a model that may turn.
std::string turning(const std::string& list) {
  return "model: {nonlinear: true, nodes: {hub: [0, 0, 1]}, " + list +
         "}\ntime: {end: 2, step: 0.01}";
}

/// Whole cases for tables and keys that need a problem or a method of their own.
const std::map<std::string, std::string>& places() {
  static const std::map<std::string, std::string> cases{
      {"spring.law", turning("springs: [@]")},
      {"spring.rate_law", turning("springs: [@]")},
      {"spring.rest", turning("springs: [@]")},
      {"spring.friction", turning("springs: [@]")},
      {"spring.stops", turning("springs: [@]")},
      {"support.release", turning("supports: [@]")},
      {"load of a model.follower", turning("loads: [@]")},
      {"constraint of a model.gear", turning("constraints: [@]")},
      {"constraint of a model.guide", turning("constraints: [@]")},
      {"constraint of a model.release", turning("constraints: [@]")},
      {"hinge joint.coordinate", turning("constraints: [{joint: @}]")},
      {"slider joint.coordinate", turning("constraints: [{joint: @}]")},
      {"cylindrical joint.coordinate", turning("constraints: [{joint: @}]")},
      {"projection", "problem: {name: unit-pendulum, formulation: dirac, projection: @}"},
      {"local_model",
       "problem: {name: harmonic-oscillator}\nmethod: {family: gauss, local_model: @}\n"
       "time: {end: 2, step: 0.2}"},
      {"damping that follows the solution",
       "problem: {name: rigid-on-stiff-pendulum}\nmethod: {damping: @}"},
      {"model of a deck", "model: @"},
      {"method with the family gauss-lobatto.accuracy",
       "system: {mass: M.mtx, stiffness: K.mtx}\ntime: {end: 2}\nmethod: @"},
      {"method with the family gauss-lobatto.frequency",
       "system: {mass: M.mtx, stiffness: K.mtx}\ntime: {end: 2}\nmethod: @"},
      {"initial value.rotation",
       "model: {nonlinear: true, nodes: {hub: [0, 0, 1]}, initial: {velocity: [@]}}\n"
       "time: {end: 2, step: 0.01}"},
      {"problem pendulum.chart_every", "problem: @\nmethod: {family: gauss}"},
      {"method of a problem with the family energy-momentum",
       "problem: {name: three-bodies}\nmethod: @"},
      {"method of a problem with the family alpha",
       "problem: {name: harmonic-oscillator}\nmethod: @"},
  };
  return cases;
}

/// Keys of methods that only some families and problems have.
const std::map<std::string, std::string>& key_places() {
  static const std::map<std::string, std::string> cases{
      {"composition", "problem: {name: harmonic-oscillator}\nmethod: @"},
      {"energy_projection",
       "problem: {name: n-particles, k13: 0, k14: 0, k23: 0, k24: 0}\nmethod: @"},
      {"local_model", "problem: {name: harmonic-oscillator}\ntime: {end: 2, step: 0.2}\nmethod: @"},
      {"damping", "problem: {name: rigid-on-stiff-pendulum}\nmethod: @"},
      {"time.backward", "problem: {name: pendulum}\ntime: @"},
  };
  return cases;
}

std::string with(const std::string& text, const std::string& body) {
  const std::size_t hole = text.find('@');
  return text.substr(0, hole) + body + text.substr(hole + 1);
}

class Walk {
 public:
  explicit Walk(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void root() {
    // Each of the three kinds of cases is a table of its own.
    auto variants = keys::case_table().variants();
    // Sections of models are tried in cases with times of their own.
    std::ranges::stable_partition(variants, [](const auto& v) { return v.key != "model.deck"; });
    for (const auto& variant : variants) {
      const Table& table = *variant.table;
      kept_.push_back(variant.table);
      visit(table, minimal(table, least_of(variant.key)),
            [](const std::string& body) { return body; });
    }
  }

  std::set<std::string> visited;
  int keys_tried = 0, refusals = 0, defaults = 0;

 private:
  static Body least_of(const std::string& kind) {
    if (kind == "problem") return {{"problem", "{name: pendulum}"}};
    if (kind == "model.deck") return {{"model", "{deck: a.inp}"}};
    return {{kind, kind == "system" ? "{mass: M.mtx, stiffness: K.mtx}"
                                    : "{mesh: a.msh, elements: [{group: a, material: b}]}"},
            {"time", "{end: 2, step: 0.01}"}};
  }

  /// Some keys are for one command alone.
  Case parsed(const std::string& text) {
    const Purpose usual = text.find("spin:") == text.npos ? Purpose::run : Purpose::modes;
    if (text.find("harmonic:") == text.npos)
      return parse_case(text, folder_ / "case.yaml", {}, usual);
    const std::vector<std::string> range{"response.from=1", "response.to=2"};
    return parse_case(text, folder_ / "case.yaml", range, Purpose::response);
  }

  std::string complaint(const std::string& text) {
    try {
      parsed(text);
      return "";
    } catch (const core::Error& error) {
      return error.what();
    }
  }

  void visit(const Table& table, const Body& least, const Around& around,
             const std::string& trigger = "") {
    if (!visited.insert(table.name).second) return;
    const auto place = places().find(table.name);
    const Around here = place == places().end() ? around : [&](const std::string& body) {
      return with(place->second, body);
    };
    if (table.variants) {
      visit_variants(table, here);
      return;
    }
    expect_table(table, least, here);
    for (const Key& key : table.keys) {
      if (key.name == trigger || is_tried_elsewhere(table, key)) continue;
      Body body = least;
      body.erase(key.name);
      visit_key(table, key, body, here);
    }
  }

  void visit_variants(const Table& table, const Around& around) {
    auto variants = table.variants();
    // Sections inside a problem are tried with this one.
    std::ranges::stable_partition(
        variants, [](const auto& v) { return v.value == "pendulum" || v.key.empty(); });
    for (const auto& variant : variants) {
      kept_.push_back(variant.table);
      Body wanted;
      if (!variant.key.empty())
        wanted[variant.key] =
            variant.value.empty() ? sample(*variant.table->find(variant.key)) : variant.value;
      visit(*variant.table, minimal(*variant.table, wanted), around, variant.key);
    }
  }

  /// What all problems share is tried with the pendulum.
  static bool is_tried_elsewhere(const Table& table, const Key& key) {
    if (table.name == "a case with a deck") return key.name == "model";
    if (table.name.starts_with("problem "))
      return table.name != "problem pendulum" && keys::any_problem_table().find(key.name);
    const std::string front = "method of a problem with the family ";
    if (!table.name.starts_with(front)) return false;
    const std::string family = table.name.substr(front.size());
    if (family == "energy-momentum" || family.ends_with("-midpoint")) return true;
    if (key.name == "composition") return family != "midpoint";
    return (key.name == "local_model" || key.name == "energy_projection") && family != "gauss";
  }

  /// The reader says which keys it knows when it meets another.
  void expect_table(const Table& table, const Body& least, const Around& around) {
    Body wrong = least;
    wrong["zzzzz"] = "1";
    const std::string said = complaint(around(flow(wrong)));
    const std::string known = fmt::format("allowed: {}", fmt::join(table.names(), ", "));
    EXPECT_TRUE(said.find("unknown key 'zzzzz'") != said.npos ||
                said.find("'zzzzz' in 'method'") != said.npos)
        << table.name << ": " << around(flow(wrong)) << "\n"
        << said;
    // Those of families and joints are asked for after those of all.
    const bool whole =
        table.name.find(" with ") == said.npos && table.name.find("joint") == said.npos;
    if (whole && !table.name.starts_with("model ") && !table.name.starts_with("a case")) {
      EXPECT_NE(said.find(known), said.npos) << table.name << "\n" << said << "\n" << known;
    }
  }

  void visit_key(const Table& table, const Key& key, Body others, const Around& around) {
    const std::string name = fmt::format("{}.{}", table.name, key.name);
    SCOPED_TRACE(name);
    EXPECT_FALSE(key.meaning.empty());
    const auto elsewhere = key_places().find(key.name);
    const bool method = table.name.starts_with("method of a problem");
    Around here = around;
    if (method && elsewhere != key_places().end())
      here = [elsewhere](const std::string& body) { return with(elsewhere->second, body); };
    if (const auto place = places().find(name); place != places().end())
      here = [place](const std::string& body) { return with(place->second, body); };
    const auto more = company().find(name);
    if (more != company().end())
      for (const auto& [beside, value] : more->second) others[beside] = value;
    std::string value = sample(key);
    adapt(table, key, others, value);
    leave_room(table, {{key.name, value}}, others);
    std::erase_if(others,
                  [&](const auto& entry) { return lonely(table, entry.first, others, key.name); });
    Body body = others;
    body[key.name] = value;
    body = minimal(table, body);
    const std::string text = here(flow(body));
    EXPECT_EQ(complaint(text), "") << text;
    ++keys_tried;
    for (const std::string& wrong : wrong_values(key.value)) {
      Body bad = body;
      bad[key.name] = wrong;
      EXPECT_NE(complaint(here(flow(bad))), "") << here(flow(bad));
      ++refusals;
    }
    expect_default(table, key, body, here);
    into(key.value, [&](const Table& inner, const std::string& hole) {
      visit(inner, input::least(inner), [=](const std::string& inside) {
        Body outer = body;
        outer[key.name] = with(hole, inside);
        return here(flow(outer));
      });
    });
  }

  /// A key of `others` that needs what `key` has driven out.
  static bool lonely(const Table& table, const std::string& name, const Body& others,
                     const std::string& key) {
    for (const auto& [kind, names] : table.rules) {
      if (kind != Rule::Kind::needs || names.front() != name) continue;
      const bool met = std::any_of(names.begin() + 1, names.end(), [&](const auto& other) {
        return others.contains(other) || other == key;
      });
      const auto* rule = table.find(name);
      if (!met && !rule->required) return true;
    }
    return false;
  }

  /// What the words of a table do not say: families, problems and directions that a key needs.
  static void adapt(const Table& table, const Key& key, Body& others, std::string& value) {
    if (table.name == "time of a problem" && key.name == "backward") others["end"] = "-1";
    if (table.name == "time of a problem" && key.name == "resolve_above")
      others["control"] = "standard";
    if (table.name.starts_with("method of a problem")) {
      if (key.name == "splitting" && others["family"] == "gauss-lobatto") value = "{elastic: 0.5}";
      if (key.name == "damping") value = "{regions: [stiff]}";
    }
  }

  static std::vector<std::string> wrong_values(const Value& value) {
    std::vector<std::string> wrong;
    switch (value.kind) {
      case Value::Kind::any:
        return {};
      case Value::Kind::number:
      case Value::Kind::integer:
        wrong = {"[1]", "word"};
        if (value.kind == Value::Kind::integer) wrong.emplace_back("1.5");
        if (value.least > -Value::unlimited)
          wrong.push_back(fmt::format("{}", value.above ? value.least : value.least - 1));
        if (value.most < Value::unlimited) wrong.push_back(fmt::format("{}", value.most + 1));
        return wrong;
      case Value::Kind::boolean:
        return {"maybe", "[true]"};
      case Value::Kind::choice:
        return {"zzzzz", "[1]"};
      case Value::Kind::text:
      case Value::Kind::file:
        return {"[1]"};
      case Value::Kind::list:
        return {"zzzzz", "{zzzzz: 1}"};
      default:
        return {"{zzzzz: 1}"};
    }
  }

  /// Written out or left out, a default is the same; sections of models are repeated as they stand.
  void expect_default(const Table& table, const Key& key, Body body, const Around& around) {
    if (key.usual.empty() || key.name == "scale") return;  // files are repeated as they stand
    Body without = body;
    without.erase(key.name);
    if (lacks_one(table, without)) return;
    body[key.name] = key.usual;
    const std::string written = around(flow(body));
    body.erase(key.name);
    const std::string left_out = around(flow(body));
    if (written.find("model:") != written.npos) {
      EXPECT_EQ(complaint(written), "") << written;
      return;
    }
    ASSERT_EQ(complaint(left_out), "") << left_out;
    EXPECT_EQ(resolved(parsed(written)), resolved(parsed(left_out))) << written;
    ++defaults;
  }

  /// Calls visit(table, text with a hole) for every section in the value.
  static void into(const Value& value,
                   const std::function<void(const Table&, const std::string&)>& visit) {
    const auto inner = [&](const Value& part, const std::string& around) {
      into(part,
           [&](const Table& table, const std::string& hole) { visit(table, with(around, hole)); });
    };
    if (value.kind == Value::Kind::section) visit(value.table(), "@");
    if (value.kind == Value::Kind::list) inner(value.parts.front(), "[@]");
    if (value.kind == Value::Kind::mapping) inner(value.parts.front(), "{load: @}");
    if (value.kind == Value::Kind::either)
      for (const Value& part : value.parts) inner(part, "@");
  }

  std::filesystem::path folder_;
  std::vector<std::shared_ptr<const Table>> kept_;
};

TEST(Keys, TheReaderKnowsJustWhatTheTablesSay) {
  const SharedFolder folder;
  folder.write("record.csv", "0, 0\n1, 1\n");
  Walk walk(folder.path());
  walk.root();
  EXPECT_GT(walk.visited.size(), 80U);
  EXPECT_GT(walk.keys_tried, 300);
  EXPECT_GT(walk.refusals, 600);
  EXPECT_GT(walk.defaults, 60);
  for (const char* name :
       {"tie", "sine", "a rho_infinity in a splitting", "local_model", "drive by angle",
        "drive by distance", "term of an equation", "probe of a problem"})
    EXPECT_TRUE(walk.visited.contains(name)) << name;
}

/// Keys that would do nothing where they stand.
TEST(Keys, MeaninglessOnesAreRefused) {
  const auto error = [](const std::string& model) {
    return error_of([&] {
      parse_case("model: {mesh: a.msh, elements: [{group: a, material: b}], " + model +
                     "}\ntime: {end: 1, step: 0.1}\n",
                 "case.yaml");
    });
  };
  expect_words(error("loads: [{gravity: [0, 0, -9.81], node: 3}]"), {"'node'", "force, moment"});
  expect_words(error("loads: [{force: [0, 0, 1], group: a, surface: b}]"),
               {"'surface'", "pressure, traction"});
  expect_words(error("loads: [{gravity: [0, 0, -9.81], total: true}]"), {"'total'"});
  const auto section = [](const std::string& text) {
    return error_of([&] {
      parse_case("model: {mesh: a.msh, elements: [{group: a, material: b, section: " + text +
                     "}]}\ntime: {end: 1, step: 0.1}\n",
                 "case.yaml");
    });
  };
  expect_words(section("{rectangle: [0.2, 0.1], I11: 1e-5}"), {"'I11'", "area"});
  expect_words(section("{rectangle: [0.2, 0.1], circle: 0.1}"), {"'rectangle'", "'circle'"});
  expect_words(section("{circle: -1}"), {"'circle'", "positive"});
  expect_words(error("damping: {frequencies: [1, 2]}"), {"'frequencies'", "without ratios"});
}

}  // namespace
}  // namespace sparkdyn::input
