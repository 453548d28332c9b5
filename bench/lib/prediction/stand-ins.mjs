// Puts stand-ins where the programs of installed tools are. The packages stay: to the engine it is the tool of that version.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, extname, join } from "node:path";

const PROGRAM = readFileSync(join(import.meta.dirname, "stand-in.cjs"), "utf8");

/** Gives the variables to run the engine with: a `node` that passes every `--test` is found first. */
export function standIn(root, { checks, directory }) {
  const programs = join(directory, "programs");
  mkdirSync(programs);
  const node = join(programs, "node");
  writeFileSync(node, nodeProgram());
  chmodSync(node, 0o755);
  for (const { tool, check } of checks) {
    if (tool === "node") continue;
    const modules = findModules(join(root, check.cwd ?? ""), { root, tool });
    replaceProgram(realpathSync(join(modules, tool)), tool);
    moveShim(join(modules, ".bin", tool), root);
  }
  return { PATH: `${programs}${delimiter}${process.env.PATH}` };
}

function nodeProgram() {
  const pass = "printf 'TAP version 13\\n1..0\\n'; exit 0";
  return `#!/bin/sh\ncase " $* " in *" --test "*) ${pass};; esac\nexec '${process.execPath}' "$@"\n`;
}

/** The directory of packages that has the tool, from a directory up to the root. */
function findModules(directory, { root, tool }) {
  for (let at = directory; ; at = dirname(at)) {
    const modules = join(at, "node_modules");
    if (existsSync(join(modules, tool))) return modules;
    if (at === root) throw new Error(`${tool} is not installed in ${directory}`);
  }
}

function replaceProgram(home, tool) {
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const program = realpathSync(join(home, typeof bin === "string" ? bin : bin[tool]));
  const real = program.replace(/(?=\.\w+$)/, ".real");
  if (existsSync(real)) return;
  const { mode, mtime } = statSync(program);
  renameSync(program, real);
  writeWithTime(program, standInText({ program, tool, real }), { mode, mtime });
}

/** A module where the program is one, because Node reads it by its name and its package. */
function standInText({ program, tool, real }) {
  const text = PROGRAM.replace("{tool}", tool).replace("{real}", real);
  const extension = extname(program);
  const isModule =
    extension === ".mjs" || (extension === ".js" && packageType(dirname(program)) === "module");
  if (!isModule) return text;
  const head =
    'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n';
  return text.replace("\n", `\n${head}`);
}

function packageType(directory) {
  const file = join(directory, "package.json");
  if (!existsSync(file)) return packageType(dirname(directory));
  return JSON.parse(readFileSync(file, "utf8")).type ?? "commonjs";
}

/** What pnpm writes to start a program names the place in which it was installed, and that was another. */
function moveShim(shim, root) {
  const stat = lstatSync(shim);
  if (!stat.isFile()) return;
  const text = readFileSync(shim, "utf8");
  const moved = text.replaceAll(/(?<=[":])\/[^":]*?(?=\/node_modules\/\.pnpm\/)/g, root);
  if (moved !== text) writeWithTime(shim, moved, stat);
}

/** What is newer than the installer's record would count as made by somebody else. */
function writeWithTime(file, text, { mode, mtime }) {
  writeFileSync(file, text, { mode });
  utimesSync(file, mtime, mtime);
}
