import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { VerificationResult } from "../../src/index.ts";
import { giveToNobody, runAsNobody } from "../rig/as-nobody.ts";
import { everything } from "../rig/everything.ts";
import { rigWith } from "../rig/incremental.ts";
import { shell, type Rig } from "../rig/rig.ts";
import { mountSmallDisk } from "../store/small-disk.ts";

function repository(): Rig {
  const rig = rigWith(shell("good", "true"), shell("bad", "exit 4", { replayFailures: true }));
  rig.write("a.md", "# A\n");
  rig.commitAll();
  return rig;
}

const LOOKING: readonly (readonly string[])[] = [
  ["status"],
  ["explain", "good"],
  ["graph", "a.md"],
  ["--dry-run"],
  ["history"],
  ["metrics"],
  ["flaky"],
  ["cache", "stats"],
  ["cache", "invalidated"],
  ["receipt"],
  ["receipt", "--check", "a.md"],
  ["replay", "--help"],
  ["flow", "list"],
  ["hooks", "status"],
];
const RUN: readonly string[] = [];
const TIDYING: readonly (readonly string[])[] = [
  ["cache", "prune"],
  ["cache", "clear"],
];

const warned = (stderr: string): readonly string[] => stderr.match(/^(warning|error): .*$/gm) ?? [];

it("what only looks writes nothing where nothing was ever verified", async () => {
  const rig = repository();
  const around = dirname(rig.root);
  const before = everything(around);
  for (const args of [...LOOKING, ...TIDYING]) {
    const { status } = await rig.verification(args);
    expect({ args, status }).not.toMatchObject({ status: 3 });
    expect({ args, around: everything(around) }).toEqual({ args, around: before });
  }
});

const CACHE = ".verification-cache";
const SHARED = ".git/verification";
const NAMES = [
  ".gitignore",
  "CACHEDIR.TAG",
  "last-run.sealed",
  "runs.jsonl",
  "findings.sealed",
  "units.sealed",
  "units.bin",
  "graph.bin",
  "configuration.sealed",
  "tracer.sealed",
  "mark",
];

describe("a link in place of what the tool keeps is not followed", () => {
  const places = [CACHE, SHARED, ...[CACHE, SHARED].flatMap((dir) => NAMES.map((name) => `${dir}/${name}`))];
  // Only where it is met does a run say so: what is only read is as if it were not there.
  const isSaid = (place: string): boolean => !/json|sealed|bin|mark$/.test(place);
  const LINKED = "is a link, which is not followed";

  it.each(places)("a link in place of what the tool keeps is not followed: %s", async (place) => {
    const rig = repository();
    const victims = join(dirname(rig.root), "victims");
    mkdirSync(join(victims, "directory"), { recursive: true });
    writeFileSync(join(victims, "file"), "precious\n");
    writeFileSync(join(victims, "directory/file"), "precious too\n");
    const before = everything(victims);
    const target = place === CACHE || place === SHARED ? "directory" : "file";
    for (const name of [target, "nothing"]) {
      for (const dir of [CACHE, SHARED]) rmSync(join(rig.root, dir), { recursive: true, force: true });
      mkdirSync(dirname(join(rig.root, place)), { recursive: true });
      symlinkSync(join(victims, name), join(rig.root, place));
      const said = new Set<string>();
      for (const args of [...LOOKING, ...TIDYING, RUN, RUN, ["--new-only"], ...TIDYING, ...LOOKING]) {
        const { status, stderr } = await rig.verification(args);
        expect({ args, isRight: args === RUN ? status === 1 : status !== 3 }).toEqual({
          args,
          isRight: true,
        });
        expect({ args, victims: everything(victims) }).toEqual({ args, victims: before });
        if (args === RUN) for (const line of warned(stderr)) said.add(line);
      }
      expect([...said].map((line) => line.includes(LINKED))).toEqual(isSaid(place) ? [true] : []);
    }
  });
});

describe("a key that cannot be used", () => {
  const KEY = ".local/state/incremental-verification/store.key";
  const spoil: Readonly<Record<string, (file: string) => void>> = {
    "is a link": (file) => {
      cpSync(file, `${file}.real`);
      rmSync(file);
      symlinkSync(`${file}.real`, file);
    },
    "is open to other users": (file) => chmodSync(file, 0o644),
    "is not a key of this program": (file) => writeFileSync(file, ""),
    "cannot be read": (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    ...(process.getuid?.() === 0
      ? { "belongs to another user": (file: string): void => chownSync(file, 12_345, 12_345) }
      : {}),
  };

  it.each(Object.entries(spoil))("%s: nothing is cached, and one line says why", async (words, change) => {
    const rig = repository();
    await rig.verification();
    change(join(rig.home, KEY));
    const before = everything(rig.home);
    for (let run = 0; run < 2; run += 1) {
      const { status, result } = await rig.json();
      expect({ status, filesVerified: result.filesVerified }).toEqual({ status: 1, filesVerified: 2 });
      expect(result.warnings).toEqual([expect.stringContaining(words)]);
    }
    expect(everything(rig.home)).toEqual(before);
  });

  it("a key that is too short cannot be used", async () => {
    const rig = repository();
    const { status, result } = await rig.json([], { env: { VERIFICATION_STORE_KEY: "short" } });
    expect(status).toBe(1);
    expect(result.warnings).toEqual([expect.stringMatching(/^VERIFICATION_STORE_KEY has 5 characters/)]);
    expect(existsSync(join(rig.root, SHARED))).toBe(false);
  });

  it("is missing where nothing says where home is: nothing is cached, and one line says why", () => {
    const rig = repository();
    giveToNobody(rig);
    const { status, stderr } = runAsNobody(rig, [], {
      HOME: join(rig.home, "not/there"),
      XDG_STATE_HOME: "/proc",
    });
    expect(status).toBe(1);
    expect(warned(stderr)).toHaveLength(1);
    expect(existsSync(join(rig.root, SHARED))).toBe(false);
  });
});

it("two users in one repository do not disturb each other", async () => {
  const rig = repository();
  const other = join(dirname(rig.root), "other");
  mkdirSync(other);
  await rig.verification();
  const first = await rig.json([], { env: { HOME: other } });
  expect(first.result).toMatchObject({
    success: false,
    filesVerified: 2,
    warnings: ["The cache was not written with your key, so this run starts without it."],
  });
  for (let turn = 0; turn < 2; turn += 1)
    for (const HOME of [rig.home, other])
      expect((await rig.json([], { env: { HOME } })).result).toMatchObject({
        success: false,
        filesVerified: 0,
        warnings: [],
      });
});

describe("what may not be written to", () => {
  const CLOSED = [
    { name: "home", directories: ["home"], said: 1, isKept: false },
    { name: "git's directory", directories: ["repository/.git"], said: 0, isKept: true },
    { name: "the repository", directories: ["repository", "repository/.git"], said: 1, isKept: false },
    { name: "everything", directories: ["home", "repository", "repository/.git"], said: 1, isKept: false },
  ];

  it.each(CLOSED)("$name: the verdicts are right, and it is said", ({ directories, said, isKept }) => {
    const rig = repository();
    giveToNobody(rig);
    const close = (mode: number): void =>
      directories.forEach((each) => chmodSync(join(dirname(rig.root), each), mode));
    close(0o555);
    try {
      for (let run = 0; run < 2; run += 1) {
        const { status, stdout, stderr } = runAsNobody(rig, []);
        expect(status).toBe(1);
        expect(stdout).toContain("✗ bad failed");
        expect(warned(stderr).filter((line) => !line.includes("baseline"))).toHaveLength(said);
      }
      expect(existsSync(join(rig.root, SHARED))).toBe(false);
      expect(existsSync(join(rig.root, CACHE, "last-run.sealed"))).toBe(isKept);
    } finally {
      close(0o755);
    }
  });

  it.each(["read-only", "full"])(
    "a disk that is %s leaves the verdicts right, and it is said",
    async (how) => {
      const rig = repository();
      const disk = mountSmallDisk("600k");
      const cwd = disk === null ? rig.root : join(disk.dir, "repository");
      if (disk !== null) {
        cpSync(rig.root, cwd, { recursive: true });
        if (how === "read-only") disk.makeReadOnly();
        else execFileSync("sh", ["-c", `cat /dev/zero > "${disk.dir}/filler" 2>&1 || :`]);
      }
      // Where nothing may be mounted, every call that writes fails as it would there.
      const error = how === "full" ? "ENOSPC" : "EROFS";
      const fault = {
        root: cwd,
        places: ["cache"],
        kinds: ["write", "mkdir", "sql-open", "sql-write"],
        error,
      };
      const preload = join(import.meta.dirname, "../rig/faults.cjs");
      const env = { NODE_OPTIONS: `--require ${preload}`, FAULT: JSON.stringify(fault) };
      for (let run = 0; run < 2; run += 1) {
        const { ended } = rig.start(["--json"], { cwd, env: disk === null ? env : {} });
        const { status, stdout } = await ended;
        const { passed, failed, warnings } = JSON.parse(stdout) as VerificationResult;
        expect({ status, passed, failed }).toEqual({ status: 1, passed: 1, failed: 1 });
        expect(warnings.filter((line) => line.includes("cache"))).toHaveLength(1);
      }
    },
  );
});
