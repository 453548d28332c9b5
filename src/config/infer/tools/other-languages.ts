import { findExecutable, searchPath } from "../../../system/process/find-executable.ts";
import type { CheckInput } from "../../schema/schema.ts";
import type { InferredCheck } from "../inferred.ts";
import type { InferenceSource } from "../repository.ts";
import type { Role } from "../scripts/tool-use.ts";
import { ROLES } from "../scripts/usual-scripts.ts";

/** A program of another language that the repository is set up for. */
interface Foreign {
  readonly role: Role;
  readonly words: readonly [string, ...string[]];
  readonly because: string;
}

/** Checks of other languages, all about the whole project. If their program is missing, they are only offered. */
export function inferOthers(
  repository: InferenceSource,
  taken: readonly string[],
): { readonly checks: readonly InferredCheck[]; readonly offers: readonly InferredCheck[] } {
  const names = new Set(taken);
  const tools = [...python(repository), ...rust(repository), ...go(repository)];
  const found = [...tools, ...targets(repository, tools, names)];
  const checks: InferredCheck[] = [];
  const offers: InferredCheck[] = [];
  for (const { role, words, because } of found) {
    const [program, ...args] = words;
    const name = [
      role,
      words
        .slice(0, 2)
        .join(":")
        .replaceAll(/[^\w:]/g, ""),
      words.join(":").replaceAll(/[^\w:]/g, ""),
    ].find((each) => !names.has(each));
    if (name === undefined) continue;
    names.add(name);
    const command = locate(program, repository);
    const fields: CheckInput = { name, ...ROLES[role], command: command ?? program, args };
    const check: InferredCheck = { fields, because, cost: "everything", note: null };
    if (command === null) offers.push({ ...check, because: `${because}; ${program} is not installed here` });
    else checks.push(check);
  }
  return { checks, offers };
}

/** How to start it: from the environment of the project, or from the PATH; null if it is not found. */
function locate(program: string, { root, env, isDirectory, text }: InferenceSource): string | null {
  const candidates = [".venv", "venv"].map((directory) => `${directory}/bin/${program}`);
  const inProject = candidates.find(
    (path) => isDirectory(path.replace(/\/bin\/.*/, "/bin")) && text(path) !== "",
  );
  if (inProject !== undefined) return inProject;
  const path = searchPath({ cwd: root, root, env });
  return findExecutable(program, { cwd: root, path }).type === "found" ? program : null;
}

function python(repository: InferenceSource): readonly Foreign[] {
  const project = repository.text("pyproject.toml");
  const setup = repository.text("setup.cfg") + repository.text("tox.ini");
  const has = (...names: readonly string[]): boolean => names.some((name) => repository.isFile(name));
  const found: Foreign[] = [];
  if (/^\[tool\.ruff\b/m.test(project) || has("ruff.toml", ".ruff.toml")) {
    const because = has("ruff.toml", ".ruff.toml") ? "ruff.toml" : "[tool.ruff] in pyproject.toml";
    found.push({ role: "lint", words: ["ruff", "check"], because });
    const formats =
      /^\[tool\.ruff\.format\]/m.test(project) ||
      /^\[format\]/m.test(repository.text("ruff.toml") + repository.text(".ruff.toml"));
    if (formats) found.push({ role: "format", words: ["ruff", "format", "--check"], because });
  }
  if (/^\[tool\.mypy\b/m.test(project) || /^\[mypy\]/m.test(setup) || has("mypy.ini", ".mypy.ini"))
    found.push({ role: "type-check", words: ["mypy", "."], because: "the settings of mypy" });
  if (
    /^\[tool\.pytest\b/m.test(project) ||
    /^\[tool:pytest\]/m.test(setup) ||
    has("pytest.ini", "conftest.py", "tests/conftest.py")
  )
    found.push({ role: "test", words: ["pytest"], because: "the settings of pytest" });
  return found;
}

function rust(repository: InferenceSource): readonly Foreign[] {
  if (!repository.isFile("Cargo.toml")) return [];
  const workflows = repository.match([".github/workflows/*.{yml,yaml}", ".gitlab-ci.yml"]);
  const lints =
    /^\[(?:workspace\.)?lints\.clippy\]/m.test(repository.text("Cargo.toml")) ||
    repository.isFile("clippy.toml") ||
    repository.isFile(".clippy.toml") ||
    workflows.some((path) => /\bclippy\b/.test(repository.text(path)));
  return [
    ...(lints ? [{ role: "lint", words: ["cargo", "clippy"], because: "clippy is set up" } as const] : []),
    { role: "test", words: ["cargo", "test"], because: "Cargo.toml" },
  ];
}

function go(repository: InferenceSource): readonly Foreign[] {
  if (!repository.isFile("go.mod")) return [];
  return [
    { role: "lint", words: ["go", "vet", "./..."], because: "go.mod" },
    { role: "test", words: ["go", "test", "./..."], because: "go.mod" },
  ];
}

const TARGETS: Readonly<Record<string, Role>> = { lint: "lint", test: "test", check: "test" };

/** Targets that do something new. */
function targets(
  repository: InferenceSource,
  tools: readonly Foreign[],
  taken: ReadonlySet<string>,
): readonly Foreign[] {
  const makefile = ["GNUmakefile", "makefile", "Makefile"].find((name) => repository.isFile(name));
  const justfile = ["justfile", "Justfile", ".justfile"].find((name) => repository.isFile(name));
  const [program, file] = makefile === undefined ? ["just", justfile] : ["make", makefile];
  if (file === undefined) return [];
  const text = repository.text(file);
  return Object.entries(TARGETS).flatMap(([target, role]): Foreign[] => {
    const found = new RegExp(
      `^@?${target}\\b${program === "just" ? "[^:\\n]*" : "[^:=\\n]*"}:(?!=)([^\\n]*(?:\\n[\\t ]+[^\\n]*)*)`,
      "m",
    ).exec(text);
    if (found === null || taken.has(role)) return [];
    const recipe = found[1] as string;
    // It only calls known commands, or other targets of these names.
    const isKnown =
      tools.some(({ words }) => recipe.includes(words.slice(0, 2).join(" "))) ||
      tools.some((tool) => tool.role === role && target !== "check");
    const gathers = target === "check" && /\b(?:lint|test)\b/.test(recipe);
    return isKnown || gathers
      ? []
      : [{ role, words: [program as string, target], because: `the target ${target} of ${file}` }];
  });
}
