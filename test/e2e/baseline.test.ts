import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OWN_BASELINE, Rig, shell } from "../rig/rig.ts";

const FILE = ".verification-baseline.json";

function repository(config: { readonly baseline?: { readonly path: string } } = {}): Rig {
  const rig = new Rig();
  rig.config({ ...config, checks: [shell("whole", "echo ran >> ../ran; ! grep -q BAD a.txt")] });
  rig.write("a.txt", "one\n");
  rig.commitAll();
  return rig;
}

const ran = (rig: Rig): number =>
  existsSync(join(rig.root, "../ran")) ? readFileSync(join(rig.root, "../ran"), "utf8").length / 4 : 0;
const read = (rig: Rig, path: string): string => readFileSync(join(rig.root, path), "utf8");
const commitOf = (text: string): unknown => (JSON.parse(text) as { commitHash: unknown }).commitHash;

describe("a run", () => {
  it("writes nothing that git sees, and keeps its baseline with what ignores itself", async () => {
    const rig = repository();
    expect((await rig.verification()).status).toBe(0);
    expect(rig.git("status", "--porcelain")).toBe("");
    expect(existsSync(join(rig.root, FILE))).toBe(false);
    expect(commitOf(read(rig, OWN_BASELINE))).toBe(rig.git("rev-parse", "HEAD").trim());
  });

  it("never touches a committed baseline, so that branches can be switched", async () => {
    const rig = repository();
    await rig.verification();
    expect((await rig.verification(["baseline", "write"])).status).toBe(0);
    const first = rig.commitAll();
    const text = read(rig, FILE);
    rig.git("switch", "--quiet", "--create", "other");
    rig.write("a.txt", "two\n");
    rig.commitAll();
    expect((await rig.verification()).status).toBe(0);
    expect(read(rig, FILE)).toBe(text);
    rig.git("switch", "--quiet", "main");
    expect(rig.git("rev-parse", "HEAD").trim()).toBe(first);
  });

  it("does not verify again because of the shared baseline, whatever becomes of it", async () => {
    const rig = repository();
    await rig.verification();
    await rig.verification(["baseline", "write"]);
    expect((await rig.json()).result.filesVerified).toBe(0);
    rig.commitAll();
    rig.write(FILE, "{}");
    expect((await rig.json()).result.filesVerified).toBe(0);
    rmSync(join(rig.root, FILE));
    expect((await rig.json()).result.filesVerified).toBe(0);
    expect(ran(rig)).toBe(1);
  });
});

describe("the shared baseline", () => {
  it("is read in a checkout that has none of its own", async () => {
    const rig = repository();
    const commit = rig.git("rev-parse", "HEAD").trim();
    await rig.verification();
    await rig.verification(["baseline", "write"]);
    rmSync(join(rig.root, ".verification-cache"), { recursive: true });
    rig.write("a.txt", "two\n");
    const { result } = await rig.json(["status"]);
    expect(result).toMatchObject({ baseline: { commitHash: commit } });
  });

  it("gives way to what this checkout has verified since", async () => {
    const rig = repository();
    await rig.verification();
    await rig.verification(["baseline", "write"]);
    const commit = rig.commitAll();
    rig.write("a.txt", "two\n");
    await rig.verification();
    expect((await rig.json()).result).toMatchObject({ baseline: { commitHash: commit } });
  });

  it("is not written where nothing is verified, and the exit status is 2", async () => {
    const rig = repository();
    const { status, stderr } = await rig.verification(["baseline", "write"]);
    expect(status).toBe(2);
    expect(stderr).toContain("never verified as a whole");
    expect(existsSync(join(rig.root, FILE))).toBe(false);
  });

  it("the shared baseline that is damaged is named, while the checkout's own is used", async () => {
    const rig = repository();
    await rig.verification();
    rig.write(FILE, "{ nope");
    const { result } = await rig.json();
    expect(result.warnings).toContain(`${FILE} is not used: it is not valid JSON.`);
    expect(result.baseline).not.toBeNull();
  });
});

describe("baseline: { path }", () => {
  it("has runs keep that file up to date, and it counts for no check", async () => {
    const rig = repository({ baseline: { path: "state/[base].json" } });
    rig.write("state/other.txt", "kept\n");
    rig.commitAll();
    await rig.verification();
    expect(commitOf(read(rig, "state/[base].json"))).toBe(rig.git("rev-parse", "HEAD").trim());
    expect((await rig.json()).result.filesVerified).toBe(0);
    rig.commitAll();
    const { result } = await rig.json();
    expect(result.filesVerified).toBe(0);
    expect(result.changes).toMatchObject({ addedFiles: [], deletedFiles: [] });
    expect(ran(rig)).toBe(1);
  });

  it("a baseline path outside of the repository is a mistake with its place", async () => {
    const rig = repository({ baseline: { path: "../base.json" } });
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toMatch(/\.verification\.yml:\d+:\d+: The baseline cannot be stored there\./);
  });
});

describe("a baseline as document 000 has it", () => {
  it("is what changes are seen from", async () => {
    const rig = repository();
    const commit = rig.git("rev-parse", "HEAD").trim();
    rig.write("b.txt", "new\n");
    rig.commitAll();
    rig.write(
      FILE,
      JSON.stringify({ commitHash: commit, timestamp: "2026-01-01T00:00:00.000Z", fileHashes: {} }),
    );
    const { result } = await rig.json(["status"]);
    expect(result).toMatchObject({ baseline: { commitHash: commit }, changes: { addedFiles: ["b.txt"] } });
  });

  it("keeps the commit also where files are compared by their hashes", async () => {
    const rig = new Rig();
    rig.config({
      checks: [shell("whole", "true")],
      incremental: { change_detection: { primary: "hash" } },
    });
    rig.write("a.txt", "one\n");
    const commit = rig.commitAll();
    await rig.verification();
    await rig.verification(["baseline", "write"]);
    expect(JSON.parse(read(rig, FILE))).toMatchObject({
      commitHash: commit,
      fileHashes: { "a.txt": expect.stringMatching(/^file:/) },
    });
    rig.write("a.txt", "two\n");
    const { result } = await rig.json(["status"]);
    expect(result).toMatchObject({
      baseline: { commitHash: commit },
      changes: { changedFiles: [{ path: "a.txt" }], addedFiles: [] },
    });
  });
});

describe("status --baseline <from> --to <commit>", () => {
  it("lists what changed between two commits, whatever is checked out", async () => {
    const rig = repository();
    const from = rig.git("rev-parse", "HEAD").trim();
    rig.write("a.txt", "two\n");
    rig.write("b.txt", "new\n");
    const to = rig.commitAll();
    rig.write("c.txt", "later\n");
    rig.commitAll();
    const args = ["status", "--baseline", from, "--to", "HEAD~1"];
    expect((await rig.json(args)).result).toMatchObject({
      from,
      to,
      changes: { changedFiles: [{ path: "a.txt" }], addedFiles: ["b.txt"], deletedFiles: [] },
    });
    expect((await rig.verification(args)).stdout).toMatch(/M a\.txt/);
    const alone = await rig.verification(["status", "--to", to]);
    expect(alone.status).toBe(2);
    expect(alone.stderr).toContain("--baseline <commit> too");
  });
});
