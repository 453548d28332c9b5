import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { constants, deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { findDatabase, keyOf, withDatabase } from "../rig/forge.ts";
import { rigWith } from "../rig/incremental.ts";
import { PACKAGE_ROOT } from "../rig/package-root.ts";
import { shell, type Ended, type Rig } from "../rig/rig.ts";

/** Ten megabytes that take ten kilobytes, over and over, and an end. */
function bomb(): Buffer {
  const block = deflateRawSync(Buffer.alloc(10_000_000, 0x20), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: 70 }, () => block), Buffer.from([3, 0])]);
}

/** Runs the command in a process of its own; also says how large it was at most, in KB. */
async function measured(rig: Rig, args: readonly string[]): Promise<Ended & { readonly peak: number }> {
  const file = join(dirname(rig.root), "peak");
  rmSync(file, { force: true });
  const preload = join(PACKAGE_ROOT, "test/rig/peak-memory.cjs");
  const ended = await rig.start(args, { env: { NODE_OPTIONS: `--require ${preload}`, PEAK_FILE: file } })
    .ended;
  const peak = Math.max(...readFileSync(file, "utf8").trim().split("\n").map(Number));
  return { ...ended, peak };
}

const BODIES: Readonly<Record<string, () => string | Buffer>> = {
  "inflates to 700 MB": bomb,
  "is no JSON": () => "{ no JSON",
  "is deflated, but not JSON": () => deflateRawSync("no JSON".repeat(1000)),
  "is not deflated": () => Buffer.alloc(5000, 0xee),
  "is JSON of another shape": () => '{"status":"passed"}',
  "is nested a million deep": () => "[".repeat(1_000_000),
};

describe.each(["signed with the user's key", "not signed"])("a row whose body, %s,", (how) => {
  it.each(Object.entries(BODIES))("%s is a miss, and takes no memory", async (_, body) => {
    const rig = rigWith(shell("bad", "! grep BAD a.txt", { replayFailures: true }));
    rig.write("a.txt", "BAD\n");
    rig.commitAll();
    await rig.json();
    const key = keyOf({ HOME: rig.home });
    const bytes = body();
    await withDatabase(findDatabase(join(rig.root, ".git/verification"), key), (raw) => {
      for (const table of ["verdicts", "path_sets", "nodes", "extractions", "files", "runs", "executions"])
        for (const row of raw.prepare(`SELECT * FROM ${table}`).all()) {
          const place = table === "verdicts" ? `verdicts ${String(row["origin"])}` : table;
          const seal =
            how === "not signed" ? String(row["seal"]) : key.sign([place, String(row["key"]), bytes]);
          raw
            .prepare(`UPDATE ${table} SET body = ?, seal = ? WHERE key = ?`)
            .run(bytes, seal, String(row["key"]));
        }
    });
    rmSync(join(rig.root, ".verification-cache/last-run.sealed"), { force: true });
    for (const args of [["history"], ["--json"]]) {
      const { status, stderr, peak } = await measured(rig, args);
      expect({ args, status }).toEqual({ args, status: args[0] === "--json" ? 1 : 0 });
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(peak).toBeLessThan(400_000);
    }
  });
});
