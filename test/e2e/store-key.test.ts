import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { FlowRig, logged } from "../rig/flow.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { type Rig, shell } from "../rig/rig.ts";

const KEY = "a key from the vault of the test";
const env = { VERIFICATION_STORE_KEY: KEY };

describe("a key that is given in a variable", () => {
  it("is in the environment of no check, retry or strategy, and none is made beside it", async () => {
    const rig = rigWith();
    const look = "env >> .seen; echo >> .seen";
    rig.write(".gitignore", ".seen\n.verification-baseline.json\n");
    rig.config({
      checks: [shell("look", `${look}; false`, { retryOnFailure: true, maxRetries: 1 })],
      execution: { retryDelayMs: 0 },
      recovery: {
        strategies: [{ name: "fix", when: { check: "look" }, run: { command: "sh", args: ["-c", look] } }],
      },
    });
    rig.commitAll();
    expect((await rig.verification(["--recover"], { env })).status).toBe(1);
    const seen = readFileSync(join(rig.root, ".seen"), "utf8");
    expect(seen.match(/^VERIFICATION_LINEAGE=/gm)?.length).toBeGreaterThanOrEqual(3);
    expect(seen).not.toContain(KEY);
    expect(seen).not.toContain("STORE_KEY");
    expect(existsSync(join(rig.home, ".local"))).toBe(false);
  });

  it("is in the environment of no phase", async () => {
    const phases = [logged("only", 'env > "$VERIFICATION_ITEM_DIR/env.txt"')];
    const rig = new FlowRig({ config: { workflows: { feature: { phases } } } });
    rig.item("pay", { phases_completed: [] });
    expect((await rig.verification(["flow", "build", "pay"], { env })).status).toBe(0);
    const seen = rig.read("docs/requirements/pay/env.txt");
    expect(seen).toContain("VERIFICATION_PHASE=");
    expect(seen).not.toContain(KEY);
  });

  it("finds what it has signed, and nothing that another has", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    rig.commitAll();
    const first = await rig.verification([], { env });
    expect([first.status, ran(rig)]).toEqual([0, ["src/a.ts"]]);
    await rig.verification([], { env });
    expect(ran(rig)).toEqual([]);
    const other = await rig.verification([], {
      env: { VERIFICATION_STORE_KEY: "another key of another user" },
    });
    expect(ran(rig)).toEqual(["src/a.ts"]);
    expect(other.stderr.match(/warning:/g)).toHaveLength(1);
    expect(other.stderr).toContain("The cache was not written with your key");
    // A change of keys is one cold start, and leaves what the first has signed to the first.
    await rig.verification([], { env });
    expect(ran(rig)).toEqual([]);
  });

  it("a key that is given in a variable that is too short is no key: everything runs, nothing is kept, and that is said", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    rig.commitAll();
    const short = { env: { VERIFICATION_STORE_KEY: "short" } };
    for (let run = 0; run < 2; run++) {
      const { status, stderr } = await rig.verification([], short);
      expect([status, ran(rig)]).toEqual([0, ["src/a.ts"]]);
      expect(stderr).toContain("VERIFICATION_STORE_KEY has 5 characters, and a key needs at least 16.");
    }
    expect(readdirSync(rig.root)).not.toContain(".verification-cache");
    expect((await verified(rig)).filesVerified).toBe(1);
  });
});

describe("the key file", () => {
  const fileOf = (rig: Rig): string => join(rig.home, ".local/state/incremental-verification/store.key");

  it("is made by the first run, for the user alone, and not by whoever only looks", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    rig.commitAll();
    for (const args of [["status"], ["--dry-run"], ["explain", "src/a.ts"], ["cache", "stats"]])
      expect((await rig.verification(args)).status).toBe(0);
    expect(readdirSync(rig.home)).toEqual([]);
    await verified(rig);
    expect(statSync(fileOf(rig)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(fileOf(rig))).mode & 0o777).toBe(0o700);
    const made = readFileSync(fileOf(rig), "utf8");
    await verified(rig);
    expect(readFileSync(fileOf(rig), "utf8")).toBe(made);
  });

  it("is in XDG_STATE_HOME where that is set", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    const state = join(rig.home, "state");
    await rig.verification([], { env: { XDG_STATE_HOME: state } });
    expect(readdirSync(join(state, "incremental-verification"))).toEqual(["store.key"]);
  });

  it("is never taken from the repository itself, whoever put it there", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    rig.write(".local/state/incremental-verification/store.key", `${"0".repeat(64)}\n`);
    rig.commitAll();
    const inside = { env: { HOME: rig.root } };
    for (let run = 0; run < 2; run++) {
      const { status, stderr } = await rig.verification([], inside);
      expect([status, ran(rig)]).toEqual([0, ["src/a.ts"]]);
      expect(stderr).toContain("store.key would be inside the repository: set XDG_STATE_HOME");
    }
  });

  it.each([
    ["open to others", (file: string) => chmodSync(file, 0o644), "run chmod 600"],
    [
      "a link",
      (file: string) => (renameSync(file, `${file}.away`), symlinkSync(`${file}.away`, file)),
      "is a link",
    ],
    ["no key", (file: string) => writeFileSync(file, "no key\n"), "is not a key of this program"],
    ["a directory", (file: string) => (rmSync(file), mkdirSync(file)), "cannot be read"],
  ])(
    "the key file that is %s is not used: everything runs, nothing is kept, and that is said",
    async (_, spoil, said) => {
      const rig = rigWith(fileCheck());
      rig.write("src/a.ts", "1");
      rig.commitAll();
      await verified(rig);
      ran(rig);
      spoil(fileOf(rig));
      for (let run = 0; run < 2; run++) {
        const { status, stderr } = await rig.verification();
        expect([status, ran(rig)]).toEqual([0, ["src/a.ts"]]);
        expect(stderr).toContain(said);
        expect(stderr.match(/warning:/g)).toHaveLength(1);
      }
    },
  );
});
