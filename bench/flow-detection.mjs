// From the start of `flow build` to the first question, on a repository with 10,000 commits, beside what cannot be
// done without: starting Node and asking git.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const COMMITS = 10_000;
const FILES = 200;
const ROUNDS = 7;
const bin = join(import.meta.dirname, "../bin/verification");
const directory = mkdtempSync(join(tmpdir(), "verification-bench-"));
const git = (...args) => execFileSync("git", args, { cwd: directory, encoding: "utf8" }).trim();

/** Every commit edits one of the files; each file imports the one before it. */
function importHistory() {
  git("init", "--quiet", "--initial-branch=main");
  const content = (file, at) => `${file > 0 ? `import "./f${file - 1}.ts";\n` : ""}export const v = ${at};\n`;
  const stream = [];
  for (let at = 0; at < COMMITS; at++) {
    const message = `commit ${at}`;
    stream.push(`commit refs/heads/main\ncommitter b <b@example.com> ${1_700_000_000 + at} +0000`);
    stream.push(`data ${message.length}\n${message}`);
    for (const file of at === 0 ? Array.from({ length: FILES }, (_, index) => index) : [at % FILES]) {
      const text = content(file, at);
      stream.push(`M 100644 inline src/f${file}.ts\ndata ${text.length}\n${text}`);
    }
  }
  execFileSync("git", ["fast-import", "--quiet"], { cwd: directory, input: `${stream.join("\n")}\n` });
  git("reset", "--quiet", "--hard", "main");
}

function item(slug, since, cited) {
  const dir = join(directory, "docs/requirements", slug);
  mkdirSync(dir, { recursive: true });
  const phases = ["00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture", "04-design"];
  const hash = git("rev-parse", "--short", `HEAD~${since}`);
  writeFileSync(join(dir, "meta.json"), JSON.stringify({ phases_completed: phases, codebase_hash: hash }));
  writeFileSync(join(dir, "quick-scan.md"), cited.map((file) => `- \`${file}\`\n`).join(""));
}

function time(command, args) {
  const start = performance.now();
  const { status } = spawnSync(command, args, { cwd: directory, stdio: "ignore" });
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
  return performance.now() - start;
}

function untilAsked(slug, text) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, "flow", "build", slug], { cwd: directory });
    let [shown, took] = ["", 0];
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      shown += chunk;
      if (took === 0 && shown.includes(text)) took = performance.now() - start;
    });
    child.on("close", () => (took > 0 ? resolve(took) : reject(new Error(`never asked: ${shown}`))));
  });
}

async function fastest(measure) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) best = Math.min(best, await measure());
  return best;
}

importHistory();
item("current", 0, ["src/f1.ts"]);
item("near", 15, ["README.md"]);
item("far", COMMITS - 1, ["src/f1.ts", "src/f199.ts"]);
// Cites what did not change itself, so that the graph has to be asked.
item("graph", 3, ["src/f150.ts"]);
const node = await fastest(() => time(process.execPath, ["-e", "0"]));
const log = await fastest(() => time("git", ["log", "-1"]));
const rows = [
  ["at the same commit", await fastest(() => untilAsked("current", "BUILD SUMMARY"))],
  ["15 commits behind, nothing cited", await fastest(() => untilAsked("near", "Suggested:"))],
  ["9,999 commits behind, cited files changed", await fastest(() => untilAsked("far", "Suggested:"))],
  ["3 commits behind, through the graph", await fastest(() => untilAsked("graph", "Suggested:"))],
];
rmSync(directory, { recursive: true });
console.log(`start to first question, ${COMMITS} commits, ${FILES} files, fastest of ${ROUNDS} rounds`);
console.log(`  node -e 0 and git log -1                    ${(node + log).toFixed(0)} ms`);
for (const [name, took] of rows)
  console.log(`  ${name.padEnd(43)} ${took.toFixed(0)} ms, ${(took / (node + log)).toFixed(2)} times that`);
