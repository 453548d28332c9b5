// A workspace as people have them: packages in layers, each on a few of the layer below, all of them on `base`.
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin } from "./package.mjs";

/** How many packages a layer has; the last layer is what nothing depends on. */
const LAYER = 10;

/** The file that every other file reaches, and one that nothing reaches. */
export const BASE_FILE = "packages/base/src/index.ts";
export const leafFile = ({ packages, filesPerPackage }) =>
  `packages/p${packages - 1}/src/f${filesPerPackage - 4}.ts`;

/**
 * Each package holds `filesPerPackage` files: package.json, src/index.ts, one test, and the rest sources that
 * import each other.
 */
export function generateRepository(directory, { packages, filesPerPackage, peers = null }) {
  const names = ["base", ...Array.from({ length: packages - 1 }, (_, index) => `p${index + 1}`)];
  mkdirSync(join(directory, "node_modules/@bench"), { recursive: true });
  mkdirSync(join(directory, "node_modules/.bin"));
  for (const [index, name] of names.entries()) {
    writePackage(join(directory, "packages", name), {
      name,
      dependencies: dependenciesOf(index, names),
      files: filesPerPackage,
    });
    symlinkSync(`../../packages/${name}`, join(directory, "node_modules/@bench", name));
  }
  writeRoot(directory, names);
  if (peers !== null) {
    for (const tool of ["turbo", "@turbo"])
      symlinkSync(join(peers, tool), join(directory, "node_modules", tool));
    symlinkSync("../turbo/bin/turbo", join(directory, "node_modules/.bin/turbo"));
  }
  symlinkSync(bin(), join(directory, "node_modules/.bin/verification"));
  commitAll(directory);
}

/** `base`, and two packages of the layer below. */
function dependenciesOf(index, names) {
  if (index === 0) return [];
  const below = (Math.floor((index - 1) / LAYER) - 1) * LAYER + 1;
  if (below < 1) return ["base"];
  return ["base", names[below + (index % LAYER)], names[below + ((index + 3) % LAYER)]];
}

function writePackage(folder, { name, dependencies, files }) {
  mkdirSync(join(folder, "src"), { recursive: true });
  mkdirSync(join(folder, "test"));
  const tool = (what) => `node ../../tools/check.mjs ${what}`;
  writeJson(join(folder, "package.json"), {
    name: `@bench/${name}`,
    version: "1.0.0",
    private: true,
    type: "module",
    exports: { ".": "./src/index.ts" },
    scripts: { lint: tool("src test"), types: tool("src test"), test: tool("test") },
    dependencies: Object.fromEntries(dependencies.map((each) => [`@bench/${each}`, "1.0.0"])),
  });
  const sources = files - 3;
  for (let file = 0; file < sources; file++)
    writeFileSync(join(folder, "src", `f${file}.ts`), sourceText(name, file));
  writeFileSync(join(folder, "src/index.ts"), indexText(name, dependencies, sources));
  writeFileSync(
    join(folder, "test/index.test.ts"),
    `import { describe${name} } from "../src/index.ts";\n\nif (describe${name}([1, 2, 3]).total !== 6) throw new Error("sum");\n`,
  );
}

/** About a kilobyte; imports a few files before it and the package's own index never, so that there is no cycle. */
function sourceText(name, file) {
  const imports = [file - 1, file - 7, file - 30].filter((at) => at >= 0 && file % 5 !== 0);
  const base = name === "base" ? "" : `import { describebase, type Summary } from "@bench/base";\n`;
  const summary = name === "base" ? `export interface Summary${file} {\n  readonly total: number;\n}\n` : "";
  const type = name === "base" ? `Summary${file}` : "Summary";
  return `${base}${imports.map((at) => `import { sum${at} } from "./f${at}.ts";\n`).join("")}
/** How many values are looked at in file ${file} of ${name}. */
export const LIMIT${file}: number = ${file + 1};

${summary}export interface Options${file} {
  readonly values: readonly number[];
  readonly label?: string;
  readonly limit?: number;
}

/** Sums the values up to the limit. */
export function sum${file}(values: readonly number[], limit: number = LIMIT${file}): number {
  let total = 0;
  for (const value of values.slice(0, limit)) {
    if (value < 0) continue;
    total += value;
  }
  return total${imports.map((at) => ` + 0 * sum${at}(values)`).join("")};
}

export function describe${file}({ values, label = "file ${file}", limit = 10 }: Options${file}): ${type} {
  const total = sum${file}(values, limit);
  if (label.length === 0) throw new Error("a label is needed");
  return ${name === "base" ? "{ total }" : "describebase([total])"};
}
`;
}

function indexText(name, dependencies, sources) {
  const imports = dependencies.map((each) => `import { describe${each} } from "@bench/${each}";\n`).join("");
  const last = sources > 0 ? sources - 1 : 0;
  const summary = name === "base" ? "export interface Summary {\n  readonly total: number;\n}\n\n" : "";
  const type = name === "base" ? "" : `import type { Summary } from "@bench/base";\n`;
  const calls = dependencies.map((each) => `  describe${each}(values);\n`).join("");
  const local = sources > 0 && name !== "base" ? `import { sum${last} } from "./f${last}.ts";\n` : "";
  return `${imports}${type}${local}
${summary}export function describe${name}(values: readonly number[]): Summary {
${calls}  let total = 0;
  for (const value of values) total += value;
  return { total };
}
`;
}

function writeRoot(directory, names) {
  writeJson(join(directory, "package.json"), {
    name: "bench-workspace",
    private: true,
    packageManager: "npm@10.8.2",
    workspaces: ["packages/*"],
  });
  const links = names.flatMap((name) => [
    [`node_modules/@bench/${name}`, { resolved: `packages/${name}`, link: true }],
    [`packages/${name}`, { name: `@bench/${name}`, version: "1.0.0" }],
  ]);
  writeJson(join(directory, "package-lock.json"), {
    name: "bench-workspace",
    lockfileVersion: 3,
    requires: true,
    packages: { "": { name: "bench-workspace", workspaces: ["packages/*"] }, ...Object.fromEntries(links) },
  });
  // `transit` is turbo's way to say that a task depends on the sources of other packages but waits for nothing.
  writeJson(join(directory, "turbo.json"), {
    globalDependencies: ["tools/**"],
    tasks: {
      transit: { dependsOn: ["^transit"] },
      lint: {},
      types: { dependsOn: ["transit"] },
      test: { dependsOn: ["transit"] },
    },
  });
  const check = (name, type, files) => ({
    name,
    type,
    command: "node",
    args: ["tools/check.mjs", "{files}"],
    files: [files],
  });
  const lint = check("lint", "lint", "packages/**/*.ts");
  const types = check("types", "type-check", "packages/**/*.ts");
  const test = check("test", "test", "packages/*/test/*.test.ts");
  writeJson(join(directory, ".verification.json"), { checks: [lint, types] });
  // Watched, the tool is seen to follow nothing.
  const execution = { trace: "off" };
  writeJson(join(directory, "with-tests.json"), { checks: [lint, test], execution });
  writeFileSync(
    join(directory, ".gitignore"),
    [
      ".verification-cache/",
      ".verification/",
      ".verification-baseline.json",
      "node_modules",
      ".turbo",
      "",
    ].join("\n"),
  );
  mkdirSync(join(directory, "tools"));
  writeFileSync(join(directory, "tools/check.mjs"), TOOL);
}

/** The one tool of all checks, for us and for turbo: reads what it is given and looks for a forbidden word. */
const TOOL = `import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

function look(path) {
  if (statSync(path).isDirectory()) return readdirSync(path).forEach((name) => look(join(path, name)));
  if (/\\bdebugger\\b/.test(readFileSync(path, "utf8"))) {
    console.error(path + ": debugger");
    process.exitCode = 1;
  }
}
process.argv.slice(2).forEach(look);
`;

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function commitAll(directory) {
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@example.com", ...args], {
      cwd: directory,
      stdio: "ignore",
    });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "generated");
}
