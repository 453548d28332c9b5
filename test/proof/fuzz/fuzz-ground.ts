import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadKey, type StoreKey } from "../../../src/store/key.ts";
import { runHosted } from "../../rig/command-host.ts";
import { IDENTITY } from "../../rig/git-identity.ts";
import type { Ended } from "../../rig/rig.ts";
import { readEnded, type Answer } from "../reading.ts";
import type { Files } from "../sample-tree.ts";
import { restoreSnapshot, takeSnapshot, type Snapshot } from "./snapshot.ts";
import { CONFIGURED, FLOW, GREEN, RED } from "./fuzz-tree.ts";

/** Whoever takes longer than this hangs. It is no measure of speed. */
const PATIENCE_MS = 120_000;

/** A repository that was verified, what a run says of it, and all that must be there again before the next case. */
export interface FuzzGround {
  readonly name: GroundName;
  readonly directory: string;
  readonly root: string;
  readonly snapshot: Snapshot;
  readonly truth: Answer;
  readonly key: StoreKey;
  /** Below the directory. */
  readonly database: string;
  run(args: readonly string[]): Promise<Ended>;
  restore(): void;
  remove(): void;
}

const GROUNDS = {
  red: { files: RED, git: false },
  green: { files: GREEN, git: false },
  "red-git": { files: RED, git: true },
  "green-git": { files: GREEN, git: true },
  config: { files: CONFIGURED, git: false },
  flow: { files: FLOW, git: false },
} as const;

export type GroundName = keyof typeof GROUNDS;

/** What must not be touched, whatever leads there. */
const VICTIMS: Files = { "victim/file": "precious\n", "victim/directory/file": "precious too\n" };

export async function createGround(name: GroundName): Promise<FuzzGround> {
  const { files, git } = GROUNDS[name];
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "verification-fuzz-")));
  const root = join(directory, "repository");
  const home = join(directory, "home");
  const env = {
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    PATH: process.env["PATH"],
    GIT_CEILING_DIRECTORIES: directory,
  };
  mkdirSync(home);
  write(directory, VICTIMS);
  write(root, files);
  if (git)
    for (const args of [
      ["init", "--quiet", "--template="],
      ["add", "--all"],
      ["commit", "--quiet", "--message", "first"],
    ])
      execFileSync("git", [...IDENTITY, ...args], { cwd: root, env, stdio: "pipe" });
  const run = (args: readonly string[]): Promise<Ended> =>
    runHosted({ args, cwd: root, env }, { patience: PATIENCE_MS });
  const first = await run(["--json"]);
  if (first.status === 2) throw new Error(first.stderr);
  const receipt = await run(["receipt", "--json"]);
  write(root, { "receipt.json": receipt.status === 0 ? receipt.stdout : RECEIPT });
  await run(["--json"]);
  // Nothing is left in SQLite's log after this, and a line in the journal after the next, where there is git.
  await run(["cache", "prune"]);
  const ended = await run(["--json"]);
  const key = loadKey({ HOME: home }, { create: false, root });
  if (key === "none yet" || "problem" in key) throw new Error(JSON.stringify(key));
  const shared = git ? "repository/.git/verification" : "repository/.verification-cache";
  const database = readdirSync(join(directory, shared)).find((each) => each.endsWith(".db")) as string;
  const snapshot = takeSnapshot(directory);
  return {
    name,
    directory,
    root,
    snapshot,
    truth: readEnded(ended).answer,
    key,
    database: `${shared}/${database}`,
    run,
    restore: () => restoreSnapshot(directory, snapshot),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Of a tree that was green, for one that is red. */
const RECEIPT = `{ "engine": "1", "commit": null, "gitTree": null, "uncommittedFiles": 0, "tree": "", "files": 1, "profiles": [], "verifiedAt": "2026-01-01T00:00:00.000Z", "checks": [], "leftOut": [], "digest": "" }\n`;

function write(directory: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}
