# SPDX-License-Identifier: BSD-3-Clause
"""`sparkdyn schema`: editors that check a case by it say what `sparkdyn check` says. The cases of docs and
examples pass; thirty slips are flagged by both; docs/case_keys.md is what the program prints."""

import json
import re
import unittest

import numpy as np
from cli import ROOT, CliTest

try:
    import yaml
except ImportError:
    yaml = None


class Yaml12(yaml.SafeLoader if yaml else object):
    """YAML 1.2 as editors read it: 210e9 is a number, `yes` and 0:30:00 are texts."""


if yaml:
    Yaml12.yaml_implicit_resolvers = {
        first: [(tag, rule) for tag, rule in rules
                if tag not in ("tag:yaml.org,2002:float", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:int",
                               "tag:yaml.org,2002:timestamp")]
        for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()}
    Yaml12.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|True|TRUE|false|False|FALSE)$"),
                                 list("tTfF"))
    Yaml12.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?[0-9]+$"), list("-+0123456789"))
    Yaml12.add_implicit_resolver(
        "tag:yaml.org,2002:float",
        re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$"), list("-+.0123456789"))


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


TYPES = {"object": lambda v: isinstance(v, dict), "array": lambda v: isinstance(v, list),
         "string": lambda v: isinstance(v, str), "boolean": lambda v: isinstance(v, bool),
         "number": is_number, "integer": lambda v: is_number(v) and float(v).is_integer(),
         "null": lambda v: v is None}


class Checker:
    """What of draft 07 the schema uses; any other word is an error here, not passed over."""

    def __init__(self, schema):
        self.definitions = schema["definitions"]
        self.root = schema

    def complaints(self, value):
        return list(self._check(value, self.root, "the case"))

    def _fits(self, value, schema):
        return next(self._check(value, schema, ""), None) is None

    def _check(self, value, schema, place):
        for word, said in schema.items():
            yield from getattr(self, "_" + word.lstrip("$"))(value, said, place, schema)

    def _nothing(self, *_):
        return ()

    _schema = _title = _description = _default = _definitions = _then = _nothing

    def _ref(self, value, name, place, _):
        yield from self._check(value, self.definitions[name.removeprefix("#/definitions/").replace("%20", " ")],
                               place)

    def _type(self, value, names, place, _):
        names = [names] if isinstance(names, str) else names
        if not any(TYPES[name](value) for name in names):
            yield f"{place}: {value!r} is no {' or '.join(names)}"

    def _enum(self, value, words, place, _):
        if not any(value == word and isinstance(value, bool) == isinstance(word, bool) for word in words):
            yield f"{place}: {value!r} is none of {words}"

    def _minimum(self, value, least, place, _):
        if is_number(value) and value < least:
            yield f"{place}: {value} is below {least}"

    def _exclusiveMinimum(self, value, least, place, _):
        if is_number(value) and value <= least:
            yield f"{place}: {value} is not above {least}"

    def _maximum(self, value, most, place, _):
        if is_number(value) and value > most:
            yield f"{place}: {value} is above {most}"

    def _minLength(self, value, least, place, _):
        if isinstance(value, str) and len(value) < least:
            yield f"{place}: too short"

    def _pattern(self, value, pattern, place, _):
        if isinstance(value, str) and not re.search(pattern, value):
            yield f"{place}: {value!r} does not match {pattern}"

    def _minItems(self, value, least, place, _):
        if isinstance(value, list) and len(value) < least:
            yield f"{place}: fewer than {least}"

    def _maxItems(self, value, most, place, _):
        if isinstance(value, list) and len(value) > most:
            yield f"{place}: more than {most}"

    def _items(self, value, schema, place, _):
        for position, item in enumerate(value if isinstance(value, list) else []):
            yield from self._check(item, schema, f"{place}[{position}]")

    def _properties(self, value, schemas, place, _):
        for key, item in value.items() if isinstance(value, dict) else []:
            if key in schemas:
                yield from self._check(item, schemas[key], f"{place}.{key}")

    def _additionalProperties(self, value, schema, place, around):
        for key, item in value.items() if isinstance(value, dict) else []:
            if key in around.get("properties", {}):
                continue
            if schema is False:
                yield f"{place}: unknown key {key!r}"
            else:
                yield from self._check(item, schema, f"{place}.{key}")

    def _propertyNames(self, value, schema, place, _):
        for key in value if isinstance(value, dict) else []:
            yield from self._check(str(key), schema, f"{place}: name")

    def _required(self, value, keys, place, _):
        for key in keys if isinstance(value, dict) else []:
            if key not in value:
                yield f"{place}: {key!r} is missing"

    def _allOf(self, value, schemas, place, _):
        for schema in schemas:
            yield from self._check(value, schema, place)

    def _anyOf(self, value, schemas, place, _):
        if not any(self._fits(value, schema) for schema in schemas):
            yield f"{place}: {value!r} fits none of the alternatives"

    def _oneOf(self, value, schemas, place, _):
        if sum(self._fits(value, schema) for schema in schemas) != 1:
            yield f"{place}: not exactly one of the alternatives"

    def _not(self, value, schema, place, _):
        if self._fits(value, schema):
            yield f"{place}: what must not be"

    def _if(self, value, schema, place, around):
        if self._fits(value, schema):
            yield from self._check(value, around["then"], place)


MATRICES = """system: {mass: M.mtx, stiffness: K.mtx, loads: [{vector: f.mtx, amplitude: {sine: {frequency: 2}}}]}
method: {stages: 3, rho_infinity: 0.5}
time: {end: 1, step: 0.1}
output: {directory: out, probes: [{dof: 1}]}
"""
BEAM = """model:
  mesh: MESH/beam_hex8.msh
  materials: {steel: {E: 210e9, nu: 0.3, density: 7850}}
  elements: [{group: beam, material: steel}]
  supports: [{group: root, fix: all}]
  loads: [{surface: tip, traction: [0, 0, -1e5]}]
time: {end: 0.02, step: 0.001}
output: {directory: out, probes: [{name: tip, point: [1, 0.05, 0.05], component: z}]}
"""
PENDULUM = "problem: {name: pendulum}\nmethod: {family: gauss, stages: 3}\ntime: {end: 1, step: 0.1}\n"

# What people write, and how: (case, right, wrong).
SLIPS = [
    (MATRICES, "step: 0.1", "stepp: 0.1"),
    (MATRICES, "method:", "metod:"),
    (MATRICES, "rho_infinity: 0.5", "rho: 0.5"),
    (MATRICES, "rho_infinity: 0.5", "rho_infinity: 1.5"),
    (MATRICES, "rho_infinity: 0.5", "rho_infinity: '0,5 '"),
    (MATRICES, "stages: 3", "stages: 3.5"),
    (MATRICES, "stages: 3", "stages: 20"),
    (MATRICES, "stages: 3", "family: newmark, stages: 3"),
    (MATRICES, "stages: 3, rho_infinity: 0.5", "family: newmarkk"),
    (MATRICES, "stages: 3, rho_infinity: 0.5", "frequency: 50"),
    (MATRICES, "step: 0.1", "step: -0.1"),
    (MATRICES, "step: 0.1", "step: 0,1"),
    (MATRICES, "end: 1, ", ""),
    (MATRICES, "stiffness: K.mtx, ", ""),
    (MATRICES, "sine: {frequency: 2}", "sine: 2"),
    (MATRICES, "sine: {frequency: 2}", "sine: {frequenzy: 2}"),
    (MATRICES, "sine: {frequency: 2}", "sine: {frequency: 2}, constant: 1"),
    (MATRICES, "sine: {frequency: 2}", "table: [[0, 0, 1]]"),
    (MATRICES, "{dof: 1}", "{dof: 0}"),
    (MATRICES, "{dof: 1}", "{dof: 1, component: x}"),
    (MATRICES, "{dof: 1}", "{dof: 1, constraint: 1}"),
    (MATRICES, "directory: out", "every: 0"),
    (MATRICES, "directory: out", "every: 2, interval: 0.1"),
    (BEAM, "E: 210e9", "e: 210e9"),
    (BEAM, "nu: 0.3, ", ""),
    (BEAM, "density: 7850", "rho: 7850"),
    (BEAM, "group: beam, material: steel", "group: beam, material: steel, type: hex9"),
    (BEAM, "fix: all", "fix: everything"),
    (BEAM, "fix: all", "fix: x, move: y"),
    (BEAM, "fix: all", "fix: x, value: 1"),
    (BEAM, "group: root, fix", "fix"),
    (BEAM, "traction: [0, 0, -1e5]", "traction: -1e5"),
    (BEAM, "traction: [0, 0, -1e5]", "traction: [0, -1e5]"),
    (BEAM, "surface: tip, traction", "traction"),
    (BEAM, "traction: [0, 0, -1e5]", "traction: [0, 0, -1e5], pressure: 2"),
    (BEAM, "component: z", "component: w"),
    (BEAM, "  supports: [{group: root, fix: all}]", "  supports: {group: root, fix: all}"),
    (BEAM, "model:\n", "system: {mass: M.mtx, stiffness: K.mtx}\nmodel:\n"),
    (BEAM, "  mesh: MESH/beam_hex8.msh\n", ""),
    (BEAM, "  mesh: MESH/beam_hex8.msh", "  mesh: MESH/beam_hex8.msh\n  deck: beam.inp"),
    (PENDULUM, "name: pendulum", "name: pendulumm"),
    (PENDULUM, "name: pendulum", "name: pendulum, gravitty: 9.81"),
    (PENDULUM, "family: gauss", "family: gauss, rho_infinity: 0.5"),
]


@unittest.skipIf(yaml is None, "needs python3-yaml")
class Schema(CliTest):
    def setUp(self):
        super().setUp()
        self.files(M=np.eye(3), K=np.diag([1.0, 2.0, 3.0]), f=np.array([0.0, 0.0, 1.0]))
        self.checker = Checker(json.loads(self.printed()))

    def printed(self, *options):
        result = self.sparkdyn("schema", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def complaints(self, text):
        return self.checker.complaints(yaml.load(text, Yaml12))

    def test_what_is_right_passes(self):
        for text in (MATRICES, BEAM, PENDULUM):
            self.assertEqual(self.complaints(text), [])
            result = self.sparkdyn("check", self.case(text.replace("MESH", str(ROOT / "meshes"))))
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(self.complaints(result.stdout), [], "the case as it would run")

    def test_slips_are_flagged_by_both(self):
        self.assertGreaterEqual(len(SLIPS), 30)
        for case, right, wrong in SLIPS:
            with self.subTest(wrong=wrong):
                self.assertIn(right, case)
                text = case.replace(right, wrong, 1)
                self.assertNotEqual(self.complaints(text), [], "the schema says nothing")
                result = self.sparkdyn("check", self.case(text.replace("MESH", str(ROOT / "meshes"))))
                self.assertEqual(result.returncode, 2, result.stdout + result.stderr)

    def test_cases_of_docs_and_examples_pass(self):
        count = 0
        files = [*ROOT.glob("examples/*/*.yaml")]
        texts = [(file.relative_to(ROOT), file.read_text()) for file in files]
        for page in [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("docs/tutorials/*.md")]:
            texts += [(page.name, text) for text in re.findall(r"```yaml\n(.*?)```", page.read_text(), re.S)]
        for name, text in texts:
            data = yaml.load(text, Yaml12)
            if not isinstance(data, dict) or not {"system", "model", "problem"} & set(data):
                continue  # a part of a case
            with self.subTest(name=str(name), text=text[:80]):
                self.assertEqual(self.checker.complaints(data), [])
                count += 1
        self.assertGreater(count, 25)

    def test_the_page_of_keys_is_what_the_program_prints(self):
        page = ROOT / "docs" / "case_keys.md"
        self.assertEqual(page.read_text(), self.printed("--markdown"),
                         "write it anew: build/bin/sparkdyn schema --markdown >docs/case_keys.md")

    def test_every_key_of_the_page_is_in_the_schema_and_no_other(self):
        page = self.printed("--markdown")
        sections = re.split(r"\n## ", page)[1:]
        for text in sections:
            name = text.splitlines()[0]
            keys = re.findall(r"^\| `(\w+)` \|", text, re.M)
            self.assertEqual(sorted(keys), sorted(self.checker.definitions[name]["properties"]), name)
        self.assertGreater(len(sections), 40)


if __name__ == "__main__":
    unittest.main()
