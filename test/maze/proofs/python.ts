import type { Proof } from "../proof.ts";
import { HOW_LOADED } from "../reasons.ts";

export const PYTHON: readonly Proof[] = [
  {
    tool: "pytest",
    from: "tools",
    files: {
      "pyproject.toml":
        '[tool.ruff]\nextend = "ruff.shared.toml"\n\n[tool.pytest.ini_options]\naddopts = "-p no:cacheprovider"\n',
      "packages/a/py/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef seven():\n    return 7\n",
      "packages/a/py/helper.py": "def double(number):\n    return 2 * number\n",
      "packages/a/py/test_sum.py":
        "from helper import double\n\n\ndef test_doubles(seven):\n    assert double(seven) == 14\n",
      "packages/b/py/test_bare.py": "def test_is():\n    assert True\n",
    },
    checks: [
      {
        type: "test",
        command: "python3",
        args: ["-m", "pytest", "-q", "{files}"],
        files: ["packages/*/py/test_*.py"],
        env: { PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" },
      },
    ],
    open: {
      "{test,packages/*,packages/*/*}/{__init__.py,pyvenv.cfg,conda-meta/history}":
        "what the directories beside its way are, which it does not enter",
    },
  },
  {
    tool: "ruff",
    from: "table",
    files: {
      "ruff.shared.toml": "line-length = 100\n",
      "packages/a/ruff.toml": "line-length = 100\n",
    },
    checks: [
      {
        type: "lint",
        command: "ruff",
        args: ["check", "--no-cache", "{files}"],
        files: ["packages/*/py/test_*.py"],
      },
    ],
    open: {
      "packages/a/{,src/}helper":
        "whether a module is the project's own, for rules about the order of imports",
    },
    unsought: { "all of git": "only where it searches for files" },
    unopened: {
      ".gitignore": "only where it searches for files",
      "package.json": HOW_LOADED,
      "packages/a/package.json": HOW_LOADED,
      "packages/b/package.json": HOW_LOADED,
    },
  },
];
