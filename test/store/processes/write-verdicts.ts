import { basename, dirname } from "node:path";
import { createKey } from "../../../src/store/key.ts";
import { openStore } from "../../../src/store/open-store.ts";
import type { PathSetId, WeakKey } from "../../../src/vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../../src/vocabulary/tree/path.ts";

/** Stores verdicts one after the other, and prints the name of each when it is stored. */
const [dir = "", writer = "", count = "0"] = process.argv.slice(2);
const own = { base: dirname(dir), path: basename(dir) };
const store = await openStore({
  place: { own, shared: own, worktree: "", origin: "#1" },
  surroundings: "",
  key: createKey(Buffer.alloc(32, 7)),
  create: true,
  engine: "1.0.0",
  now: Date.now,
  ttlDays: 30,
  maxBytes: 1e9,
});
process.stdout.write("ready\n");
let told = 0;
const tell = (): void => {
  for (const warning of store.warnings.slice(told)) process.stdout.write(`warning: ${warning}\n`);
  told = store.warnings.length;
};
tell();
for (let at = 0; at < Number(count); at += 1) {
  const name = `${writer}-${at}`;
  store.verdicts.putMany([
    {
      fingerprint: name as Fingerprint,
      weakKey: name as WeakKey,
      pathSet: "set" as PathSetId,
      kind: "predicted",
      platform: "linux x64",
      surroundings: null,
      isShareable: true,
      check: "lint",
      target: name as RepoPath,
      status: "passed",
      exitCode: 0,
      durationMs: at,
      findings: [],
      stdout: `output of ${name} `.repeat(1 + (at % 50)),
      stderr: "",
      runId: writer,
      components: {},
    },
  ]);
  store.nodes.putMany([[name, { name }]]);
  store.history.recordExecutions([
    { fingerprint: name as Fingerprint, check: "lint", target: "", runId: writer, status: "passed", at },
  ]);
  tell();
  process.stdout.write(`${name}\n`);
}
store.history.recordRun({
  runId: writer,
  startedAt: 0,
  duration: 0,
  mode: "full",
  requestedMode: "full",
  trigger: null,
  reason: null,
  success: true,
  counts: {},
  commit: null,
  branch: null,
  worktree: "",
  baseline: null,
  checks: [],
});
store.close();
tell();
