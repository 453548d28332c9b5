// First paint of the dashboard with a long past, as a ratio to an empty page: `npm run build && node bench/dashboard.mjs`.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { build } from "tsdown";

const COMMAND = join(import.meta.dirname, "../bin/verification");
const [RUNS, FINDINGS, TRIES] = [10_000, 20_000, 7];
const place = realpathSync(mkdtempSync(join(tmpdir(), "verification-bench-")));
const root = join(place, "repository");
const env = { PATH: process.env.PATH, HOME: join(place, "home"), GIT_CONFIG_NOSYSTEM: "1" };
mkdirSync(env.HOME, { recursive: true });
mkdirSync(root);
execFileSync("git", ["init", "--quiet", root], { env });
writeFileSync(
  join(root, ".verification.yml"),
  'execution: { trace: off }\nchecks:\n  - name: a\n    command: sh\n    args: ["-c", "exit 1"]\n  - name: b\n    command: "true"\n',
);
const run = (...args) =>
  spawnSync(process.execPath, [COMMAND, ...args], { cwd: root, env, encoding: "utf8" });
run();

// Runs go through the product's own store, so that they are sealed with its key; findings into the log of the last run.
const ROOT = join(import.meta.dirname, "..");
const built = mkdtempSync(join(ROOT, "node_modules/.cache-dashboard-"));
await build({
  cwd: ROOT,
  config: false,
  entry: { past: join(import.meta.dirname, "lib/long-past.ts") },
  outDir: built,
  platform: "node",
  target: "node20.19",
  format: "esm",
  fixedExtension: false,
  dts: false,
  clean: false,
  logLevel: "error",
  inputOptions: { external: [/^(?:oxc-|@photostructure\/|@parcel\/)/] },
});
process.env.HOME = env.HOME;
const { makeLongPast } = await import(pathToFileURL(join(built, "past.js")).href);
await makeLongPast(root, RUNS);
rmSync(built, { recursive: true, force: true });

const own = join(root, ".verification-cache");
const log = join(
  own,
  readdirSync(own).find((name) => name.startsWith("run-")),
);
const lines = readFileSync(log, "utf8").trimEnd().split("\n");
const end = JSON.parse(lines.pop());
end.end.findings = FINDINGS;
const finding = (index) => ({
  type: "finding",
  finding: {
    id: String(index),
    check: "a",
    category: "style",
    severity: index % 3 === 0 ? "error" : "warning",
    message: `Something is wrong here, number ${index}`,
    file: `src/part-${index % 400}/file.ts`,
    line: index,
    column: 3,
    code: `rule-${index % 40}`,
    state: index % 10 === 0 ? "new" : "old",
  },
});
writeFileSync(
  log,
  [
    ...lines.filter((line) => !line.includes('"type":"finding"')),
    ...Array.from({ length: FINDINGS }, (_, index) => JSON.stringify(finding(index))),
    JSON.stringify(end),
    "",
  ].join("\n"),
);

const empty = join(place, "empty");
mkdirSync(empty);
writeFileSync(join(empty, ".verification.yml"), 'checks:\n  - name: a\n    command: "true"\n');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const serve = async (cwd) => {
  const child = spawn(process.execPath, [COMMAND, "ui", "--no-open"], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const address = await new Promise((resolve) =>
    createInterface({ input: child.stdout }).once("line", resolve),
  );
  return { child, address };
};
/** From the address to the first contentful paint, and to what the view is about; the middle of several. */
async function measure(cwd, hash, ready) {
  const { child, address } = await serve(cwd);
  const paints = [];
  const shown = [];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    await page.locator("main h1").first().waitFor();
    const start = performance.now();
    await page.goto(`${new URL(address).origin}/?${attempt}${hash}`);
    await page.locator(ready).first().waitFor();
    shown.push(performance.now() - start);
    paints.push(
      await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0),
    );
    await context.close();
  }
  child.kill("SIGINT");
  const middle = (values) => values.sort((one, other) => one - other)[Math.floor(TRIES / 2)];
  return { paint: middle(paints), shown: middle(shown) };
}

try {
  const none = await measure(empty, "#/now", "main h1");
  process.stdout.write(
    `empty page                 first paint ${none.paint.toFixed(0)} ms, shown ${none.shown.toFixed(0)} ms\n`,
  );
  for (const [hash, ready] of [
    ["#/now", ".verdict h1"],
    ["#/findings", ".finding-row"],
    ["#/history", ".run-row"],
  ]) {
    const full = await measure(root, hash, ready);
    const ratio = (figure) => (full[figure] / none[figure]).toFixed(2);
    process.stdout.write(
      `${hash.padEnd(12)} ${RUNS} runs, ${FINDINGS} findings  first paint ${full.paint.toFixed(0)} ms (${ratio("paint")}×), shown ${full.shown.toFixed(0)} ms (${ratio("shown")}×)\n`,
    );
  }
} finally {
  await browser.close();
  rmSync(place, { recursive: true, force: true });
}
