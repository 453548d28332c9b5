import type { CheckInput } from "../../../src/index.ts";
import type { Scenario } from "../scenario.ts";

const IGNORED = { ".gitignore": "__pycache__/\n.pytest_cache/\n*.pyc\n" };

function python(name: string, args: readonly string[]): CheckInput {
  return { name, type: "test", command: "python3", args: [...args] };
}

const PYTEST: CheckInput = {
  name: "pytest",
  type: "test",
  command: "python3",
  args: ["-m", "pytest", "-q", "{files}"],
  files: ["**/test_*.py"],
  // Plugins of the machine read what the project has nothing to do with.
  env: { PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" },
};

/** Projects in Python, whose compiled modules hide what was read. */
export const PYTHON: readonly Scenario[] = [
  {
    name: "a warm __pycache__",
    kind: "python: __pycache__",
    files: {
      ...IGNORED,
      "app/__init__.py": "",
      "app/price.py": "def total(a, b):\n    return a + b\n",
      "main.py": "from app.price import total\nassert total(1, 2) == 3\n",
    },
    before: [{ shell: "python3 main.py && ls app/__pycache__/price.*.pyc" }],
    checks: [python("main", ["main.py"])],
    predicted: ["main"],
    mutations: [
      {
        name: "the module edited",
        steps: [{ write: { "app/price.py": "def total(a, b):\n    return a - b\n" } }],
        runs: ["main"],
      },
      { name: "the module deleted", steps: [{ delete: "app/price.py" }], runs: ["main"] },
    ],
  },
  {
    name: "a cold start leaves compiled modules behind",
    kind: "python: __pycache__",
    files: {
      ...IGNORED,
      "app/__init__.py": "",
      "app/price.py": "RATE = 2\n",
      "app/unused.py": "X = 1\n",
      "main.py": "from app.price import RATE\nassert RATE == 2\n",
    },
    checks: [python("main", ["main.py"])],
    mutations: [
      { name: "the module edited", steps: [{ write: { "app/price.py": "RATE = 3\n" } }], runs: ["main"] },
      {
        name: "a module of the same name appears first",
        steps: [{ write: { "app/price/__init__.py": "RATE = 4\n" } }],
        runs: ["main"],
      },
    ],
    idle: [{ write: { "app/unused.py": "X = 2\n" } }],
  },
  {
    name: "a package run with -m",
    kind: "python: -m",
    files: {
      ...IGNORED,
      "tool/__init__.py": "",
      "tool/__main__.py": "import sys\nfrom .rules import check\nsys.exit(check())\n",
      "tool/rules.py":
        "import json\nfrom pathlib import Path\ndef check():\n    return 0 if json.loads((Path(__file__).parent / 'rules.json').read_text())['ok'] else 1\n",
      "tool/rules.json": `{ "ok": true }\n`,
    },
    checks: [python("tool", ["-m", "tool"])],
    mutations: [
      {
        name: "its data edited",
        steps: [{ write: { "tool/rules.json": `{ "ok": false }\n` } }],
        runs: ["tool"],
      },
      {
        name: "its module edited",
        steps: [{ write: { "tool/rules.py": "def check():\n    return 1\n" } }],
        runs: ["tool"],
      },
    ],
  },
  {
    name: "a module by computed name",
    kind: "python: importlib",
    files: {
      ...IGNORED,
      "plugins/__init__.py": "",
      "plugins/alpha.py": "OK = True\n",
      "plugins/beta.py": "OK = True\n",
      "plugins.txt": "alpha\nbeta\n",
      "main.py":
        "import importlib\nfor name in open('plugins.txt').read().split():\n    assert importlib.import_module('plugins.' + name).OK\n",
    },
    checks: [python("plugins", ["main.py"])],
    mutations: [
      {
        name: "a plugin edited",
        steps: [{ write: { "plugins/beta.py": "OK = False\n" } }],
        runs: ["plugins"],
      },
      { name: "the list edited", steps: [{ write: { "plugins.txt": "gamma\n" } }], runs: ["plugins"] },
    ],
  },
  {
    name: "modules found by listing a package",
    kind: "python: pkgutil",
    files: {
      ...IGNORED,
      "rules/__init__.py": "",
      "rules/one.py": "LEVEL = 1\n",
      "main.py":
        "import importlib, pkgutil, rules\nfor each in pkgutil.iter_modules(rules.__path__):\n    assert importlib.import_module('rules.' + each.name).LEVEL == 1\n",
    },
    checks: [python("rules", ["main.py"])],
    mutations: [
      { name: "a rule added", steps: [{ write: { "rules/two.py": "LEVEL = 2\n" } }], runs: ["rules"] },
      { name: "a rule edited", steps: [{ write: { "rules/one.py": "LEVEL = 3\n" } }], runs: ["rules"] },
    ],
  },
  {
    name: "a module of the project shadows the library",
    kind: "python: shadowing",
    files: {
      ...IGNORED,
      "src/main.py": "import colorsys\nassert colorsys.rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0)\n",
    },
    checks: [python("main", ["src/main.py"])],
    mutations: [
      {
        name: "it appears",
        steps: [{ write: { "src/colorsys.py": "def rgb_to_hsv(r, g, b):\n    return None\n" } }],
        runs: ["main"],
      },
    ],
  },
  {
    name: "pytest with conftest.py",
    kind: "python: conftest",
    files: {
      ...IGNORED,
      "tests/conftest.py": "import pytest\n@pytest.fixture\ndef limit():\n    return 10\n",
      "tests/test_limit.py": "def test_limit(limit):\n    assert limit == 10\n",
      "tests/test_plain.py": "def test_plain():\n    assert True\n",
    },
    checks: [PYTEST],
    mutations: [
      {
        name: "the fixture edited",
        steps: [{ replace: ["tests/conftest.py", "10", "11"] }],
        runs: ["pytest tests/test_limit.py"],
      },
      {
        name: "a test broken",
        steps: [{ replace: ["tests/test_plain.py", "True", "False"] }],
        runs: ["pytest tests/test_plain.py"],
        keeps: "others",
      },
    ],
  },
  {
    name: "pytest with data in JSON",
    kind: "python: data files",
    files: {
      ...IGNORED,
      "tests/test_data.py":
        "import json, pathlib, pytest\nHERE = pathlib.Path(__file__).parent\nCASES = [json.loads(p.read_text()) for p in sorted((HERE / 'data').glob('*.json'))]\n@pytest.mark.parametrize('case', CASES)\ndef test_case(case):\n    assert case['in'] * 2 == case['out']\n",
      "tests/data/one.json": `{ "in": 1, "out": 2 }\n`,
      "tests/data/two.json": `{ "in": 2, "out": 4 }\n`,
    },
    checks: [PYTEST],
    mutations: [
      {
        name: "a case edited",
        steps: [{ write: { "tests/data/two.json": `{ "in": 2, "out": 5 }\n` } }],
        runs: ["pytest tests/test_data.py"],
      },
      {
        name: "a case added",
        steps: [{ write: { "tests/data/three.json": `{ "in": 3, "out": 5 }\n` } }],
        runs: ["pytest tests/test_data.py"],
      },
    ],
  },
  {
    name: "pytest takes configuration that appears",
    kind: "python: absent files",
    files: {
      ...IGNORED,
      "tests/test_warn.py":
        "import warnings\ndef test_warn():\n    warnings.warn('old', DeprecationWarning)\n",
    },
    checks: [PYTEST],
    mutations: [
      {
        name: "pytest.ini appears",
        steps: [{ write: { "pytest.ini": "[pytest]\nfilterwarnings = error\n" } }],
        runs: ["pytest tests/test_warn.py"],
      },
      {
        name: "conftest.py appears",
        steps: [{ write: { "conftest.py": "raise RuntimeError('no')\n" } }],
        runs: ["pytest tests/test_warn.py"],
      },
    ],
  },
  {
    name: "unittest finds its tests",
    kind: "python: unittest",
    files: {
      ...IGNORED,
      "tests/__init__.py": "",
      "tests/test_one.py":
        "import unittest\nclass One(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(1, 1)\n",
    },
    checks: [python("unittest", ["-m", "unittest", "discover", "-s", "tests", "-t", "."])],
    mutations: [
      {
        name: "a failing test added",
        steps: [
          {
            write: {
              "tests/test_two.py":
                "import unittest\nclass Two(unittest.TestCase):\n    def test_two(self):\n        self.assertEqual(1, 2)\n",
            },
          },
        ],
        runs: ["unittest"],
      },
      {
        name: "a test edited",
        steps: [{ replace: ["tests/test_one.py", "(1, 1)", "(1, 2)"] }],
        runs: ["unittest"],
      },
    ],
  },
];
