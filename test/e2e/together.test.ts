import { expect, it } from "vitest";
import type { VerificationResult } from "../../src/index.ts";
import { fileCheck, rigWith, verified } from "../rig/incremental.ts";
import { openRigStore } from "../rig/open-rig-store.ts";
import { type Ended, shell, type Rig } from "../rig/rig.ts";

async function runIds(rig: Rig): Promise<readonly string[]> {
  const store = await openRigStore(rig.root, rig.home);
  const ids = store.history.listRuns(100).map(({ runId }) => runId);
  store.close();
  return ids;
}

it("eight runs at once are all right, and none is lost from history", async () => {
  const rig = rigWith(
    fileCheck({ args: ["-c", '! grep -l BAD "$@"', "sh", "{files}"] }),
    shell("whole", "! grep -rq BUG src"),
  );
  for (const name of ["a", "b", "c", "d"]) rig.write(`src/${name}.txt`, "fine\n");
  rig.commitAll();
  const eight = async (): Promise<readonly VerificationResult[]> => {
    // Comparing shows verdicts that one run has kept for the next and another has replaced since.
    const start = (): Promise<Ended> => rig.start(["--json"], { env: { VERIFICATION_COMPARE: "1" } }).ended;
    const ended = await Promise.all(Array.from({ length: 8 }, start));
    expect(ended.map(({ stderr }) => stderr).join("")).not.toContain("internal error");
    return ended.map(({ stdout }) => JSON.parse(stdout) as VerificationResult);
  };
  const first = await eight();
  expect(first.map(({ success }) => success)).toEqual(Array(8).fill(true));
  expect(first.flatMap(({ warnings }) => warnings)).toEqual([]);
  rig.write("src/a.txt", "BAD\nBUG\n");
  const second = await eight();
  expect(second.map(({ results }) => results.map(({ status }) => status))).toEqual(
    Array.from({ length: 8 }, () => ["failed", "failed"]),
  );
  const ids = await runIds(rig);
  expect([...ids].sort()).toEqual([...first, ...second].map(({ runId }) => runId).sort());
  rig.write("src/a.txt", "fine\n");
  expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
});

it("eight runs of nothing to do are answered, and each is in history once", async () => {
  const rig = rigWith(shell("whole", "true"));
  rig.write("a.txt", "1");
  rig.commitAll();
  for (let run = 0; run < 2; run += 1) await verified(rig);
  const before = await runIds(rig);
  const ended = await Promise.all(Array.from({ length: 8 }, () => rig.start(["--json"]).ended));
  const ids = ended.map(({ stdout }) => (JSON.parse(stdout) as VerificationResult).runId);
  expect([...(await runIds(rig))].sort()).toEqual([...before, ...ids].sort());
});
