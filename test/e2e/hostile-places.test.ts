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
    expect(everything(around), args.join(" ")).toEqual(before);
  }
});

const CACHE = ".verification-cache";
const SHARED = ".git/verification";
const NAMES = [".gitignore", "CACHEDIR.TAG", "last-run.json", "runs.jsonl", "findings.json", "mark"];

describe("a link in place of what the tool keeps is not followed", () => {
  const places = [CACHE, SHARED, ...[CACHE, SHARED].flatMap((dir) => NAMES.map((name) => `${dir}/${name}`))];

  it.each(places)("%s", async (place) => {
    const rig = repository();
    const victims = join(dirname(rig.root), "victims");
    mkdirSync(join(victims, "directory"), { recursive: true });
    writeFileSync(join(victims, "file"), "precious\n");
    writeFileSync(join(victims, "directory/file"), "precious too\n");
    const before = everything(victims);
    const isDirectory = place === CACHE || place === SHARED;
    for (const target of isDirectory ? ["directory", "nothing"] : ["file", "nothing"]) {
      for (const dir of [CACHE, SHARED]) rmSync(join(rig.root, dir), { recursive: true, force: true });
      mkdirSync(dirname(join(rig.root, place)), { recursive: true });
      symlinkSync(join(victims, target), join(rig.root, place));
      const said: string[] = [];
      for (const args of [...LOOKING, ...TIDYING, [], [], ["--new-only"], ...TIDYING, ...LOOKING]) {
        const { status, stderr } = await rig.verification(args);
        if (args.length === 0) {
          expect(status).toBe(1);
          said.push(...warned(stderr));
        }
        expect({ args, status }).not.toMatchObject({ status: 3 });
        expect(everything(victims), args.join(" ")).toEqual(before);
      }
      // What is written there is what has to say so; a link that only a record would replace is one for the next run.
      if (isDirectory || /\.gitignore|CACHEDIR/.test(place))
        expect(new Set(said)).toEqual(new Set([expect.stringContaining("is a link, which is not followed")]));
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

  it.each(Object.entries(spoil))(
    "%s: nothing is remembered, and one line says why",
    async (words, change) => {
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
    },
  );

  it("is too short", async () => {
    const rig = repository();
    const { status, result } = await rig.json([], { env: { VERIFICATION_STORE_KEY: "short" } });
    expect(status).toBe(1);
    expect(result.warnings).toEqual([
      expect.stringMatching(/^VERIFICATION_STORE_KEY is too short to be a key/),
    ]);
    expect(existsSync(join(rig.root, SHARED))).toBe(false);
  });

  it("is of nobody's, where nothing says where home is", () => {
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
  const closed: Readonly<Record<string, readonly string[]>> = {
    home: ["home"],
    "git's directory": ["repository/.git"],
    "the repository": ["repository", "repository/.git"],
    everything: ["home", "repository", "repository/.git"],
  };

  it.each(Object.entries(closed))("%s: the verdicts are right, and it is said", (name, directories) => {
    const rig = repository();
    giveToNobody(rig);
    for (const each of directories) chmodSync(join(dirname(rig.root), each), 0o555);
    const before = everything(dirname(rig.root));
    try {
      for (let run = 0; run < 2; run += 1) {
        const { status, stdout, stderr } = runAsNobody(rig, []);
        expect(status).toBe(1);
        expect(stdout).toContain("✗ bad failed");
        const about = warned(stderr).filter((line) => !line.includes("baseline"));
        if (name === "git's directory") expect(about).toEqual([]);
        else expect(about).toHaveLength(1);
      }
      if (name === "git's directory") expect(existsSync(join(rig.root, CACHE, "last-run.json"))).toBe(true);
      else if (name !== "home") expect(everything(rig.root)).toEqual(inside(before));
    } finally {
      for (const each of directories) chmodSync(join(dirname(rig.root), each), 0o755);
    }
  });

  function inside(all: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(all).flatMap(([path, what]) =>
        path.startsWith("repository/") ? [[path.slice("repository/".length), what]] : [],
      ),
    );
  }

  it.each(["read-only", "full"])("a disk that is %s", async (how) => {
    const rig = repository();
    const disk = mountSmallDisk("600k");
    // Where nothing may be mounted, what has no permission stands for it.
    if (disk === null) return;
    cpSync(rig.root, join(disk.dir, "repository"), { recursive: true });
    const cwd = join(disk.dir, "repository");
    if (how === "full") {
      execFileSync("sh", ["-c", `cat /dev/zero > "${disk.dir}/filler" 2>&1 || :`]);
    } else disk.makeReadOnly();
    for (let run = 0; run < 2; run += 1) {
      const { status, result } = await rig.json([], { cwd });
      expect({ status, passed: result.passed, failed: result.failed }).toEqual({
        status: 1,
        passed: 1,
        failed: 1,
      });
      expect(result.warnings.filter((line) => line.includes("cache")).length).toBeGreaterThan(0);
    }
  });
});
