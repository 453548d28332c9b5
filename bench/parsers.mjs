// How long reading a log takes: each format at 20, 40 and 80 MB. The time must grow with the log and no faster.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transformSync } from "oxc-transform";
import { SPECIMEN } from "../test/tools/specimen.mjs";

const ROOT = join(import.meta.dirname, "..");
const SIZE = Number(process.argv[2] ?? 20) * 1024 * 1024;
const compiled = compile();
const load = (file) => import(join(compiled, "src", file));
const { createLocate } = await load("run/parse/locate.js");
const { readPrinted } = await load("run/parse/printed.js");
const { parseOutput } = await load("run/parse/parse-output.js");
const isFile = (path) => Object.hasOwn(SPECIMEN, path);

const captured = (name) =>
  JSON.parse(readFileSync(join(ROOT, "test/run/parse/captured", `${name}.json`), "utf8"));
const text = (name) => (size) => {
  const { stdout, stderr } = captured(name);
  const unit = `${stdout}${stderr}\n`;
  return unit.repeat(Math.ceil(size / unit.length));
};
const list = (name, wrap) => (size) => {
  const unit = JSON.parse(captured(name).stdout);
  const [items, close] = wrap(unit);
  const part = JSON.stringify(items).slice(1, -1);
  return close(Array.from({ length: Math.ceil(size / part.length) }, () => part).join(","));
};

const LOGS = {
  "eslint json": list("eslint-json", (report) => [report, (all) => `[${all}]`]),
  "vitest json": list("vitest-json", (report) => [
    report.testResults,
    (all) => `{"numTotalTests":1,"testResults":[${all}]}`,
  ]),
  sarif: list("biome-sarif", (log) => [
    log.runs[0].results,
    (all) => `{"version":"2.1.0","runs":[{"results":[${all}]}]}`,
  ]),
  junit: (size) => {
    const unit = captured("pytest-junit").stdout.replace(/^<\?xml[^>]*\?>/, "");
    return `<testsuites>${unit.repeat(Math.ceil(size / unit.length))}</testsuites>`;
  },
  tap: text("node-tap"),
  "tsc plain": text("tsc-plain"),
  "eslint stylish": text("eslint-stylish"),
  "node:test": text("node-spec"),
  "vitest text": text("vitest-text"),
  "jest text": text("jest-text"),
  pytest: text("pytest"),
  gcc: text("gcc"),
  "github lines": text("knip-github"),
  "nothing known": (size) => "10:15:31 INFO server listening on port 3000 [worker 7]\n".repeat(size / 55),
  "one line": (size) => "x".repeat(size),
};

async function time(stdout) {
  const locate = createLocate({ roots: ["/repo"], cwd: ".", isFile });
  const before = process.cpuUsage();
  const parsed = await parseOutput("auto", readPrinted({ stdout, stderr: "", locate, targets: [] }), {
    passed: false,
  });
  // Time of computing, so that a busy machine does not spoil the ratios.
  const { user, system } = process.cpuUsage(before);
  return { took: (user + system) / 1000, found: parsed?.problems.length ?? 0 };
}

const sizes = [1, 2, 4].map((factor) => `${(SIZE >> 20) * factor} MB`.padStart(10));
console.log(`${"log".padEnd(15)}${sizes.join("")}  findings in the first`);
for (const [name, make] of Object.entries(LOGS)) {
  const times = [];
  let first = 0;
  for (const factor of [1, 2, 4]) {
    const log = make(SIZE * factor);
    const { took, found } = await time(log);
    if (factor === 1) first = found;
    times.push(`${(took / 1000).toFixed(2)} s`.padStart(10));
  }
  console.log(`${name.padEnd(15)}${times.join("")}${String(first).padStart(10)}`);
}
rmSync(compiled, { recursive: true, force: true });

/** The source without its types, where plain Node can run it. */
function compile() {
  const directory = mkdtempSync(join(tmpdir(), "verification-bench-"));
  symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"));
  const files = readdirSync(join(ROOT, "src"), { recursive: true }).filter((file) => file.endsWith(".ts"));
  for (const file of files) {
    const source = readFileSync(join(ROOT, "src", file), "utf8");
    const { code } = transformSync(file, source, { typescript: { rewriteImportExtensions: "rewrite" } });
    mkdirSync(join(directory, "src", dirname(file)), { recursive: true });
    writeFileSync(join(directory, "src", file.replace(/\.ts$/, ".js")), code);
  }
  cpSync(join(ROOT, "bench/package.json"), join(directory, "package.json"));
  return directory;
}
