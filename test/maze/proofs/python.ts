import type { Proof } from "../proof.ts";

export const PYTHON: readonly Proof[] = [
  {
    tool: "pytest",
    from: "python",
    files: {
      "pyproject.toml": '[tool.ruff]\nextend = "ruff.shared.toml"\n\n[tool.pytest.ini_options]\naddopts = "-p no:cacheprovider"\n',
      "packages/a/py/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef seven():\n    return 7\n",
      "packages/a/py/helper.py": "def double(number):\n    return 2 * number\n",
      "packages/a/py/test_sum.py": "from helper import double\n\n\ndef test_doubles(seven):\n    assert double(seven) == 14\n",
      "packages/b/py/test_bare.py": "def test_is():\n    assert True\n",
    },
    checks: [
      { type: "test", command: "python3", args: ["-m", "pytest", "-q", "{files}"], files: ["packages/*/py/test_*.py"] },
    ],
  },
  {
    tool: "ruff",
    from: "python",
    files: {
      "ruff.shared.toml": "line-length = 100\n",
      "packages/a/ruff.toml": "line-length = 100\n",
    },
    checks: [{ type: "lint", command: "ruff", args: ["check", "--no-cache", "{files}"], files: ["packages/*/py/test_*.py"] }],
  },
];
