import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { type Rig, shell } from "../rig/rig.ts";
import { rigWith } from "../rig/incremental.ts";

/** Fails on every line that says BAD, and says where. */
function lint(fields: Partial<CheckInput> = {}): CheckInput {
  const script = `! grep -Hn BAD "$@" | sed 's/^\\([^:]*:[0-9]*\\):.*/\\1:1: error: it is bad/' | grep .`;
  return {
    name: "lint",
    type: "lint",
    command: "sh",
    args: ["-c", script, "sh", "{files}"],
    files: ["src/**"],
    ...fields,
  };
}

function badRig(...checks: readonly CheckInput[]): Rig {
  const rig = rigWith(lint(), ...checks);
  rig.write("src/a.txt", "fine\nBAD a\n");
  rig.write("src/b.txt", "fine\n");
  rig.commitAll();
  return rig;
}

describe("findings that were there before", () => {
  it("are accepted by the first run with --new-only, which says so, and are old from then on", async () => {
    const rig = badRig();
    const first = await rig.json(["--new-only"]);
    expect(first.status).toBe(0);
    expect(first.result).toMatchObject({
      success: true,
      failed: 1,
      tolerated: ["lint"],
      findingsBaseline: null,
    });
    expect(first.result.warnings.join()).toContain("counts as old from here on");
    const again = await rig.json(["--new-only"]);
    expect(again.status).toBe(0);
    expect(again.result.warnings).toEqual([]);
    expect(again.result.findings).toMatchObject([{ file: "src/a.txt", line: 2, state: "old" }]);
    expect((await rig.json([])).status).toBe(1);
  });

  it("stay old when lines shift and files are renamed, and what comes on top is new until it is fixed", async () => {
    const rig = badRig();
    const [before] = (await rig.json([])).result.findings;
    renameSync(join(rig.root, "src/a.txt"), join(rig.root, "src/c.txt"));
    rig.write("src/c.txt", "fine\nmore\nfine\nBAD a\n");
    rig.commitAll();
    const moved = await rig.json(["--new-only"]);
    expect(moved.status).toBe(0);
    expect(moved.result.findings).toMatchObject([
      { id: before?.id, file: "src/c.txt", line: 4, state: "old" },
    ]);
    rig.write("src/b.txt", "BAD b\n");
    for (let run = 0; run < 2; run++) {
      const { status, result } = await rig.json(["--new-only"]);
      expect(status).toBe(1);
      expect(result.findings.map(({ file, state }) => [file, state]).sort()).toEqual([
        ["src/b.txt", "new"],
        ["src/c.txt", "old"],
      ]);
    }
    rig.write("src/b.txt", "fine\n");
    rig.write("src/c.txt", "fine\n");
    const { status, result } = await rig.json(["--new-only"]);
    expect(status).toBe(0);
    expect(result).toMatchObject({
      findings: [],
      tolerated: [],
      fixedFindings: [{ id: before?.id, file: "src/c.txt" }],
    });
  });

  it("do not keep what depends on their check from running", async () => {
    const rig = badRig(shell("build", "true", { dependsOn: ["lint"] }));
    const { result } = await rig.json(["--new-only", "--fail-fast"]);
    expect(result).toMatchObject({ success: true, passed: 1, failed: 1, skipped: 0, stoppedBy: null });
    const plain = await rig.json([]);
    expect(plain.result).toMatchObject({ success: false, skipped: 1 });
  });

  it("are told in the text", async () => {
    const rig = badRig();
    await rig.verification([]);
    rig.write("src/b.txt", "BAD b\n");
    const { status, stdout } = await rig.verification(["--new-only"]);
    expect(status).toBe(1);
    expect(stdout).toContain("2 findings: 1 new, 1 old; 0 fixed");
    expect(stdout).toMatch(/src\/b\.txt:1.*\n.*src\/a\.txt:2.*\(old\)/);
    rig.write("src/b.txt", "fine\n");
    expect((await rig.verification(["--new-only"])).stdout).toContain("lint (1 old finding)");
  });

  it("findings of the commit that is checked out are known again after switching branches", async () => {
    const rig = badRig();
    await rig.json(["--new-only"]);
    rig.git("checkout", "--quiet", "-b", "fixing");
    rig.write("src/a.txt", "fine\n");
    rig.commitAll();
    expect((await rig.json(["--new-only"])).result.fixedFindings).toHaveLength(1);
    rig.git("checkout", "--quiet", "main");
    expect((await rig.json(["--new-only"])).status).toBe(0);
  });
});

describe("--new-only", () => {
  it("never forgives a failure without findings", async () => {
    const rig = badRig(shell("crash", "echo boom; exit 3"));
    for (let run = 0; run < 2; run++) {
      const { status, result } = await rig.json(["--new-only"]);
      expect(status).toBe(1);
      expect(result.tolerated).toEqual(["lint"]);
    }
  });

  it("accepts nothing where only some of the files are looked at, because that is no record", async () => {
    const rig = badRig();
    for (let run = 0; run < 2; run++) expect((await rig.json(["--new-only", "src/a.txt"])).status).toBe(1);
  });

  it("takes everything for new where nothing can be recorded, or nothing is for the commit", async () => {
    const rig = badRig();
    expect((await rig.json(["--new-only", "--skip-cache"])).status).toBe(1);
    const { status, result } = await rig.json(["--new-only", "--baseline", "HEAD"]);
    expect(status).toBe(1);
    expect(result.warnings.join()).toContain("No findings are recorded for HEAD");
  });

  it("takes everything for new after the record was damaged, and what was cleared is not forgotten", async () => {
    const rig = badRig();
    await rig.json([]);
    await rig.verification(["cache", "clear"]);
    expect((await rig.json([])).result.findings).toMatchObject([{ state: "old" }]);
    const file = join(rig.root, ".verification-cache/findings.sealed");
    rig.write(
      ".verification-cache/findings.sealed",
      readFileSync(file, "utf8").replace("src/a.txt", "src/x.txt"),
    );
    rmSync(join(rig.root, ".verification-cache/last-run.sealed"), { force: true });
    expect((await rig.json(["--check", "lint"])).result.findings).toMatchObject([{ state: "new" }]);
  });
});

describe("a check that failed for old findings before", () => {
  /** Prints what the repository's script says. */
  function toolRig(): { readonly rig: Rig; readonly say: (...lines: readonly string[]) => Promise<Said> } {
    const rig = rigWith(shell("tool", "sh tool.sh"));
    rig.write("a.c", "int x;\n");
    const say = async (...lines: readonly string[]): Promise<Said> => {
      rig.write("tool.sh", ["echo 'a.c:1:1: error: odd'", ...lines].join("\n"));
      rig.commitAll();
      return rig.json(["--new-only"]);
    };
    return { rig, say };
  }
  type Said = Awaited<ReturnType<Rig["json"]>>;

  it("is not forgiven where something else went wrong, as long as that is so", async () => {
    const { say } = toolRig();
    expect((await say("exit 1")).status).toBe(0);
    const crashed = await say("echo Oops >&2", "exit 2");
    expect(crashed.status).toBe(1);
    expect(crashed.result).toMatchObject({ tolerated: [], findings: [{ state: "old" }] });
    expect(crashed.result.warnings.join()).toContain("ended with exit code 2, and not with 1 as before");
    for (const line of [
      "echo 'sh: linter: not found' >&2; exit 127",
      "echo '/usr/include/x.h:1:1: error: odd'; exit 1",
      "echo '../sib/x.ts:3:1: error: odd'; exit 1",
      "echo 'gen/gone.ts:3:1: error: odd'; exit 1",
      "echo 'FATAL: linker: out of memory' >&2; exit 1",
    ]) {
      const { status, result } = await say(line);
      expect([line, status, result.tolerated]).toEqual([line, 1, []]);
    }
    expect((await say("exit 1", "# as before")).status).toBe(0);
  });

  it("is not forgiven where a part of its output was left out, which is counted", async () => {
    const { say } = toolRig();
    await say("exit 1");
    const bytes = 17_000_000;
    const { status, result } = await say(`yes "$(printf '%0999d' 0)" | head -c ${bytes}; exit 1`);
    expect(status).toBe(1);
    const [check] = result.results;
    const marker = /\n\[\.\.\. ([\d,]+) bytes left out \.\.\.\]\n/.exec(check?.stdout ?? "");
    const kept = (check?.stdout.length ?? 0) - (marker?.[0].length ?? 0);
    expect(kept + Number(marker?.[1]?.replaceAll(",", ""))).toBe(bytes + "a.c:1:1: error: odd\n".length);
    expect((await say("exit 1", "# as before")).status).toBe(0);
  });

  it("is forgiven with the status that it had then, whichever that was", async () => {
    const { say } = toolRig();
    expect((await say("echo 'collect2: error: ld returned 1 exit status'", "exit 2")).status).toBe(0);
    expect((await say("echo 'collect2: error: ld returned 2 exit status'", "exit 2")).status).toBe(0);
    expect((await say("exit 1")).status).toBe(1);
  });
});

describe("a finding that several commands tell", () => {
  it("is one, with one id and one state, whichever files ran", async () => {
    const script = 'echo "common.txt:1:1: error: odd"; exit 1';
    const rig = rigWith(lint({ args: ["-c", script, "sh", "{files}"] }));
    rig.write("common.txt", "x\n");
    rig.write("src/a.txt", "a\n");
    rig.commitAll();
    expect((await rig.json(["--new-only"])).status).toBe(0);
    rig.write("src/b.txt", "b\n");
    const [{ id = "" } = {}] = (await rig.json(["--new-only"])).result.findings;
    for (const args of [[], ["--full"], ["--force"]]) {
      const { status, result } = await rig.json(["--new-only", ...args]);
      expect(status).toBe(0);
      expect(result.findings).toMatchObject([{ id, file: "common.txt", state: "old" }]);
      expect(result.results[0]?.errors).toHaveLength(1);
    }
  });
});

describe("what a built-in verifier finds", () => {
  it("is old from the second run on, also in a renamed document", async () => {
    const rig = rigWith({ name: "links", uses: "builtin:links" });
    rig.write("a.md", "# A\n\n[gone](one-1.md) [gone](two-2.md)\n");
    rig.commitAll();
    const [first, second] = (await rig.json([])).result.findings;
    expect(first?.id).not.toBe(second?.id);
    renameSync(join(rig.root, "a.md"), join(rig.root, "b.md"));
    rig.commitAll();
    const { status, result } = await rig.json(["--new-only"]);
    expect(status).toBe(0);
    expect(result.findings).toMatchObject([
      { id: first?.id, file: "b.md", state: "old" },
      { id: second?.id, file: "b.md", state: "old" },
    ]);
  });
});

describe("--blame", () => {
  it("says who last touched the line, in JSON and in the text", async () => {
    const rig = badRig();
    rig.write("src/b.txt", "BAD b\n");
    const { result } = await rig.json(["--blame"]);
    const commit = rig.git("rev-parse", "HEAD").trim();
    expect(result.findings.find(({ file }) => file === "src/a.txt")?.blame).toMatchObject({
      author: "Test",
      commit,
    });
    expect(result.findings.find(({ file }) => file === "src/b.txt")?.blame).toMatchObject({ commit: null });
    const { stdout } = await rig.verification(["--blame"]);
    expect(stdout).toContain(`(Test, ${commit.slice(0, 8)}, `);
    expect(stdout).toContain("(not committed yet)");
    expect((await rig.json([])).result.findings.every(({ blame }) => blame === undefined)).toBe(true);
  });
});
