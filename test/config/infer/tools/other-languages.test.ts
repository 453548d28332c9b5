import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderConfig } from "../../../../src/config/init/render-config.ts";
import { type Files, inferFrom, manifest } from "../rig.ts";

/** A PATH on which these programs are. */
function pathWith(...programs: readonly string[]): NodeJS.ProcessEnv {
  const directory = mkdtempSync(join(tmpdir(), "verification-path-"));
  for (const program of programs) {
    writeFileSync(join(directory, program), "#!/bin/sh\n");
    chmodSync(join(directory, program), 0o755);
  }
  return { PATH: directory };
}

const ALL = ["ruff", "pytest", "mypy", "cargo", "go", "make", "just"];

async function found(files: Files, programs: readonly string[] = ALL): Promise<readonly string[]> {
  const { checks, offers } = await inferFrom(files, pathWith(...programs));
  return [
    ...checks.map(({ fields }) => `${fields.name}: ${[fields.command, ...(fields.args ?? [])].join(" ")}`),
    ...offers.map(({ fields }) => `(${fields.name}: ${[fields.command, ...(fields.args ?? [])].join(" ")})`),
  ];
}

describe("outside JavaScript", () => {
  it.each<[string, Files, readonly string[]]>([
    [
      "ruff and pytest in pyproject.toml",
      { "pyproject.toml": "[tool.ruff]\n[tool.pytest.ini_options]\n" },
      ["lint: ruff check", "test: pytest"],
    ],
    ["ruff's formatter", { "ruff.toml": "[format]\n" }, ["lint: ruff check", "format: ruff format --check"]],
    ["mypy", { "setup.cfg": "[mypy]\n[tool:pytest]\n" }, ["type-check: mypy .", "test: pytest"]],
    ["a Python project that sets up nothing", { "pyproject.toml": "[project]\n" }, []],
    ["Cargo.toml", { "Cargo.toml": "[package]\n" }, ["test: cargo test"]],
    [
      "clippy in CI",
      { "Cargo.toml": "", ".github/workflows/ci.yml": "run: cargo clippy" },
      ["lint: cargo clippy", "test: cargo test"],
    ],
    ["go.mod", { "go.mod": "module x\n" }, ["lint: go vet ./...", "test: go test ./..."]],
    [
      "a Makefile",
      { Makefile: "lint:\n\tx\ntest: lint\n\ty\nclean:\n\tz\n" },
      ["lint: make lint", "test: make test"],
    ],
    ["a justfile", { justfile: "test arg='x':\n  y\n" }, ["test: just test"]],
    [
      "a Makefile that does what go.mod stands for",
      { "go.mod": "", Makefile: "test:\n\tgo test ./...\n" },
      ["lint: go vet ./...", "test: go test ./..."],
    ],
    ["a target that gathers others", { Makefile: "check: lint test\nlint:\n\tx\n" }, ["lint: make lint"]],
    ["a variable that is called like a target", { Makefile: "test := 1\n" }, []],
  ])("a tool outside JavaScript becomes a check: %s", async (_, files, expected) =>
    expect(await found(files)).toEqual(expected),
  );

  it("offers what is not installed", async () => {
    expect(await found({ "go.mod": "", "pyproject.toml": "[tool.ruff]" }, ["ruff"])).toEqual([
      "lint: ruff check",
      "(go:vet: go vet ./...)",
      "(test: go test ./...)",
    ]);
  });

  it("says in the written configuration why it is only offered", async () => {
    const inference = await inferFrom({ "go.mod": "" }, pathWith());
    const text = renderConfig(inference, "npx verification");
    expect(text).toContain(
      "  # Not among the checks so far:\n  # (go.mod; go is not installed here)\n  # - name: lint\n",
    );
    expect(inference.checks).toEqual([]);
  });

  it("takes a program from the environment of the project", async () => {
    expect(await found({ "ruff.toml": "", ".venv/bin/ruff": "#!" }, [])).toEqual([
      "lint: .venv/bin/ruff check",
    ]);
  });

  it("takes no target for what a script does already", async () => {
    const files = {
      "package.json": manifest({ test: "vitest run" }),
      Makefile: "test:\n\tnpm test\nlint:\n\tx\n",
    };
    expect(await found(files)).toEqual(["test: ", "lint: make lint"]);
  });
});
