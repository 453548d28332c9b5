import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createKey } from "../../src/store/key.ts";
import { findDatabase, forgePasses, keyOf, putDatabase, withDatabase } from "../rig/forge.ts";
import { rigWith } from "../rig/incremental.ts";
import { shell, type Rig } from "../rig/rig.ts";

const ATTACKERS_KEY = "a".repeat(64);
const ATTACKER = createKey(Buffer.from(ATTACKERS_KEY, "hex"));

/** Runs as somebody would whose world is the same to the letter, but for the key. */
async function asAttacker<T>(rig: Rig, work: () => Promise<T>): Promise<T> {
  // The user has a key already: what is not theirs could be taken for theirs.
  keyOf({ HOME: rig.home });
  const file = join(rig.home, ".local/state/incremental-verification/store.key");
  const own = readFileSync(file);
  writeFileSync(file, `${ATTACKERS_KEY}\n`);
  try {
    return await work();
  } finally {
    writeFileSync(file, own);
  }
}

const LAST_RUN = ".verification-cache/last-run.sealed";

/** One check that fails, and whose failure is kept. */
function redRepository(): Rig {
  const rig = rigWith(shell("bad", "! grep BAD a.txt", { replayFailures: true }));
  rig.write("a.txt", "BAD\n");
  rig.commitAll();
  return rig;
}

const shared = (rig: Rig): string => join(rig.root, ".git/verification");
const lines = (stderr: string): readonly string[] =>
  stderr.split("\n").filter((line) => line.startsWith("warning: "));

/** Nothing takes the red tree for a green one. */
async function expectRed(rig: Rig, cwd: string, ...receipts: readonly string[]): Promise<readonly string[]> {
  const first = await rig.json([], { cwd });
  expect(first).toMatchObject({ status: 1, result: { success: false, failed: 1, passed: 0 } });
  expect((await rig.verification(["receipt"], { cwd })).status).toBe(1);
  for (const receipt of receipts)
    expect((await rig.verification(["receipt", "--check", receipt], { cwd })).status).toBe(1);
  expect((await rig.verification(["checkpoint", "one"], { cwd })).status).not.toBe(0);
  expect(rig.git("-C", cwd, "tag", "--list")).toBe("");
  expect((await rig.json([], { cwd })).status).toBe(1);
  return first.result.warnings;
}

interface Forged {
  readonly database: string;
  readonly receipt: string;
  readonly lastRun: string;
}

/** A store that says that all is well, a last run and a receipt, from somebody who has their own key. */
function forge(rig: Rig): Promise<Forged> {
  return asAttacker(rig, async () => {
    expect((await rig.json()).status).toBe(1);
    const database = findDatabase(shared(rig), ATTACKER);
    await forgePasses(database, ATTACKER);
    rmSync(join(rig.root, LAST_RUN), { force: true });
    // It works for the one whose key it is.
    for (const _ of [1, 2]) expect((await rig.json()).status).toBe(0);
    const lastRun = readFileSync(join(rig.root, LAST_RUN), "utf8");
    expect(lastRun).toContain('"success":true');
    const { status, stdout } = await rig.verification(["receipt"]);
    expect(status).toBe(0);
    const receipt = join(dirname(rig.root), "receipt.txt");
    writeFileSync(receipt, stdout);
    return { database, receipt, lastRun };
  });
}

describe("a store that somebody else has written turns no red into green", () => {
  it("a foreign store beside the user's own, with another key's name, turns no red into green", async () => {
    const rig = redRepository();
    const { receipt } = await forge(rig);
    expect(await expectRed(rig, rig.root, receipt)).toEqual([
      "The cache was not written with your key, so this run starts without it.",
    ]);
  });

  it.each([
    {
      how: "with their seals",
      said: [expect.stringContaining("was not written with your key, so it is not used")],
    },
    { how: "with the seals that it had", said: [] },
  ])("a foreign store in place of the user's own turns no red into green: $how", async ({ how, said }) => {
    const rig = redRepository();
    const { database, receipt, lastRun } = await forge(rig);
    expect((await rig.json()).status).toBe(1);
    const own = findDatabase(shared(rig), keyOf({ HOME: rig.home }));
    const isSealed = how === "with their seals";
    if (isSealed) putDatabase(database, own);
    else await forgePasses(own, null);
    writeFileSync(join(rig.root, LAST_RUN), lastRun);
    expect(await expectRed(rig, rig.root, receipt)).toEqual(said);
  });

  it("a foreign store of a much higher generation turns no red into green, and the user's own is still used", async () => {
    const rig = redRepository();
    rig.checks(
      shell("bad", "! grep BAD a.txt", { replayFailures: true }),
      shell("good", "echo >> .ran", { files: ["b.txt"] }),
    );
    rig.write("b.txt", "");
    rig.commitAll();
    const { database, receipt } = await forge(rig);
    expect((await rig.json()).status).toBe(1);
    const own = findDatabase(shared(rig), keyOf({ HOME: rig.home }));
    for (const generation of ["7", "123456"])
      putDatabase(database, own.replace(/\.0\.db$/, `.${generation}.db`));
    rmSync(join(rig.root, ".verification-cache/last-run.sealed"));
    rmSync(join(rig.root, ".ran"));
    const { status, result } = await rig.json();
    expect({ status, filesVerified: result.filesVerified, warnings: result.warnings }).toEqual({
      status: 1,
      filesVerified: 0,
      warnings: [
        expect.stringMatching(/\.123456\.db was not written with your key, so it is not used: remove it\.$/),
      ],
    });
    expect(existsSync(join(rig.root, ".ran"))).toBe(false);
    expect((await rig.verification(["receipt", "--check", receipt])).status).toBe(1);
  });

  it("a store that is committed and cloned turns no red into green", async () => {
    const rig = redRepository();
    const { database, receipt } = await forge(rig);
    const cache = join(rig.root, ".verification-cache");
    const own = keyOf({ HOME: rig.home });
    // Under every name that it could be found by.
    for (const id of [own.id, ATTACKER.id]) putDatabase(database, join(cache, `store-3.${id}.0.db`));
    rig.git("add", "--force", ".verification-cache");
    rig.git("commit", "--quiet", "--message", "a cache");
    const clone = join(dirname(rig.root), "clone");
    rig.git("clone", "--quiet", rig.root, clone);
    expect(existsSync(join(clone, ".verification-cache/last-run.sealed"))).toBe(true);
    const warnings = await expectRed(rig, clone, receipt);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^\.verification-cache\/\S+ is tracked by git, so \.verification-cache is not used: run git rm -r --cached \.verification-cache\.$/,
      ),
    ]);
    // It is left as it came.
    expect(rig.git("-C", clone, "status", "--porcelain")).toBe("");
  });

  it("a store that is copied with the whole repository turns no red into green", async () => {
    const rig = redRepository();
    const { receipt } = await forge(rig);
    const copy = join(dirname(rig.root), "copy");
    cpSync(rig.root, copy, { recursive: true });
    expect(await expectRed(rig, copy, receipt)).toHaveLength(1);
  });

  it("a store that the user's own key has not made turns no red into green where the configuration names the place", async () => {
    const rig = redRepository();
    rig.config({
      checks: [shell("bad", "! grep BAD a.txt", { replayFailures: true })],
      incremental: { caching: { storage_path: "kept" } },
    });
    rig.write(".gitignore", "kept/\n");
    rig.commitAll();
    await asAttacker(rig, async () => {
      await rig.json();
      await forgePasses(findDatabase(join(rig.root, "kept"), ATTACKER), ATTACKER);
      expect((await rig.json()).status).toBe(0);
    });
    await expectRed(rig, rig.root);
    rig.git("add", "--force", "kept");
    rig.git("commit", "--quiet", "--message", "kept");
    const { stderr } = await rig.verification();
    expect(lines(stderr)).toEqual([expect.stringContaining("is tracked by git, so kept is not used")]);
    await expectRed(rig, rig.root);
  });
});

describe("generations", () => {
  it.each(["9007199254740992", "99999999999999999999999", "00", "1e3"])(
    "generations of an impossible number (%s) are passed over",
    async (generation) => {
      const rig = redRepository();
      await rig.json();
      const own = findDatabase(shared(rig), keyOf({ HOME: rig.home }));
      writeFileSync(own.replace(/\.0\.db$/, `.${generation}.db`), "nothing of ours ".repeat(300));
      rmSync(join(rig.root, ".verification-cache/last-run.sealed"), { force: true });
      const { status, result } = await rig.json();
      expect({ status, filesVerified: result.filesVerified, warnings: result.warnings }).toEqual({
        status: 1,
        filesVerified: 0,
        warnings: [],
      });
    },
  );

  it("come to an end, and then begin again", async () => {
    const rig = redRepository();
    await rig.json();
    const own = findDatabase(shared(rig), keyOf({ HOME: rig.home }));
    for (const generation of [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1])
      writeFileSync(own.replace(/\.0\.db$/, `.${generation}.db`), "nothing of ours ".repeat(300));
    rmSync(join(rig.root, ".verification-cache/last-run.sealed"), { force: true });
    for (let run = 0; run < 3; run += 1) expect((await rig.json()).status).toBe(1);
    const { result } = await rig.json();
    expect({ filesVerified: result.filesVerified, warnings: result.warnings }).toEqual({
      filesVerified: 0,
      warnings: [],
    });
  });
});

const COLUMNS = {
  verdicts: "sequence, key, origin, check_name, target, weak_key, path_set, last_used_at, body, seal",
  path_sets: "key, last_used_at, body, seal",
  nodes: "key, last_used_at, body, seal",
  extractions: "key, last_used_at, body, seal",
  files: "key, last_used_at, body, seal",
  runs: "sequence, key, body, seal",
  executions: "sequence, key, body, seal",
  invalidations: "sequence, key, body, seal",
  renames: "sequence, key, body, seal",
  numbers: "name, value",
  proof: "seal",
} as const;

/** What never ends where anyone asks for it. */
const endless = (table: keyof typeof COLUMNS): string =>
  `DROP TABLE ${table}; CREATE VIEW ${table} AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
   SELECT ${COLUMNS[table]
     .split(", ")
     .map((column) => `x AS ${column}`)
     .join()} FROM n`;

const SCHEMAS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.keys(COLUMNS).map((table) => [`an endless view ${table}`, endless(table as keyof typeof COLUMNS)]),
  ),
  "a trigger": "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM verdicts; END",
  "a virtual table": "DROP TABLE files; CREATE VIRTUAL TABLE files USING fts5(key, last_used_at, body, seal)",
  "a generated column":
    "DROP TABLE runs; CREATE TABLE runs (sequence INTEGER PRIMARY KEY, key TEXT GENERATED ALWAYS AS (hex(zeroblob(99999999))) VIRTUAL, body, seal)",
  "an index over an expression": "CREATE INDEX i ON verdicts (length(hex(body)))",
  "a column more": "ALTER TABLE verdicts ADD COLUMN more DEFAULT 1",
};

describe("a database with a schema that is not the store's, but with its proof", () => {
  it.each(Object.entries(SCHEMAS))("%s: the answer is right", async (_, sql) => {
    const rig = redRepository();
    await rig.json();
    const own = findDatabase(shared(rig), keyOf({ HOME: rig.home }));
    await withDatabase(own, (raw) => raw.exec(sql));
    rmSync(join(rig.root, ".verification-cache/last-run.sealed"), { force: true });
    expect((await rig.verification(["cache", "stats"])).status).toBe(0);
    const { status, result } = await rig.json();
    expect({ status, failed: result.failed }).toEqual({ status: 1, failed: 1 });
    rmSync(join(rig.root, LAST_RUN), { force: true });
    expect((await rig.json()).result).toMatchObject({ success: false, filesVerified: 0, warnings: [] });
  });

  it("TERM ends the command while such a database is read", async () => {
    const rig = redRepository();
    rig.checks({ name: "slow", ...rig.controlled("slow") });
    await rig.verification(["status"]);
    await rig.json(["--check", "slow", "--dry-run"]);
    const key = keyOf({ HOME: rig.home });
    mkdirSync(shared(rig), { recursive: true });
    const made = join(shared(rig), `store-3.${key.id}.0.db`);
    await withDatabase(made, (raw) => {
      raw.exec("CREATE TABLE verdicts (a); PRAGMA application_id = 1230402420; PRAGMA user_version = 3");
    });
    const { child, ended } = rig.start([]);
    await rig.started("slow");
    child.kill("SIGTERM");
    expect((await ended).status).toBe(130);
    expect(readdirSync(shared(rig)).length).toBeGreaterThan(0);
    expect(readFileSync(join(rig.root, "a.txt"), "utf8")).toBe("BAD\n");
  });
});
