import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FlowRig, logged } from "../rig/flow.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { shell } from "../rig/rig.ts";

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
    const other = await rig.verification([], { env: { VERIFICATION_STORE_KEY: "another key of another user" } });
    expect(ran(rig)).toEqual(["src/a.ts"]);
    expect(other.stderr.match(/warning:/g)).toHaveLength(1);
    expect(other.stderr).toContain("The cache was not written with your key");
    // A change of keys is one cold start, and leaves what the first has signed to the first.
    await rig.verification([], { env });
    expect(ran(rig)).toEqual([]);
  });

  it("that is too short is no key: everything runs, nothing is kept, and that is said", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    rig.commitAll();
    const short = { env: { VERIFICATION_STORE_KEY: "short" } };
    for (let run = 0; run < 2; run++) {
      const { status, stderr } = await rig.verification([], short);
      expect([status, ran(rig)]).toEqual([0, ["src/a.ts"]]);
      expect(stderr).toContain("VERIFICATION_STORE_KEY is too short to be a key: it takes at least 16 characters.");
    }
    expect(readdirSync(rig.root)).not.toContain(".verification-cache");
    expect((await verified(rig)).filesVerified).toBe(1);
  });
});
