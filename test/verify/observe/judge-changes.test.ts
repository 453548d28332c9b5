import { describe, expect, it } from "vitest";
import { resolveIncremental } from "../../../src/config/settings.ts";
import {
  decideFullRun,
  judgeChanges,
  type JudgeOptions,
  type Judgement,
} from "../../../src/verify/observe/judge-changes.ts";
import type { ChangeSet } from "../../../src/vocabulary/tree/change-set.ts";
import type { ContentId } from "../../../src/vocabulary/tree/path.ts";
import { graphOf, p } from "../../graph/repository.ts";
import { declaredCheck } from "../../recovery/recovery-samples.ts";
import { createMemoryStore } from "../../store/memory/memory-store.ts";
import { realTree } from "../../units/real-tree.ts";

const NOTHING: ChangeSet = {
  complete: true,
  baseline: { commitHash: null, timestamp: "2026-01-01T00:00:00.000Z" },
  added: [],
  modified: [],
  deleted: [],
  renamed: [],
} as unknown as ChangeSet;

async function optionsFor(
  files: Readonly<Record<string, string>>,
  changes: Partial<ChangeSet>,
): Promise<JudgeOptions> {
  const { graph, snapshot } = await graphOf({ files });
  const config = {
    root: snapshot.root,
    checks: [declaredCheck({ follow: "content" })],
    incremental: resolveIncremental({}),
    configFiles: [],
  };
  return {
    changes: { ...NOTHING, ...changes },
    tree: realTree(snapshot, graph),
    config,
    store: createMemoryStore(),
    now: 0,
  } as unknown as JudgeOptions;
}

const added = (path: string): ChangeSet["added"][number] =>
  ({ path: p(path), currentId: "1" as ContentId }) as ChangeSet["added"][number];

describe("judging changes", () => {
  it("finds that nothing follows from no change", async () => {
    const judged = await judgeChanges(await optionsFor({ "a.ts": "export {};" }, {}));
    expect(judged).toMatchObject({ modified: [], trigger: { triggered: false }, answering: [] });
    expect(judged.impact.totalFilesAffected).toBe(0);
  });

  it("counts every file as affected where the last verified state is not known", async () => {
    const files = { "a.ts": "export {};", "b.ts": "export {};" };
    const judged = await judgeChanges(await optionsFor(files, { complete: false }));
    expect(judged.impact.totalFilesAffected).toBe(2);
  });

  it("follows a new file to those that import it", async () => {
    const files = {
      "a.ts": 'import "./b.ts";',
      "b.ts": "export {};",
      ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`other-${at}.ts`, "export {};"])),
    };
    const judged = await judgeChanges(await optionsFor(files, { added: [added("b.ts")] }));
    expect(judged.impact.totalFilesAffected).toBe(2);
    expect(JSON.stringify(judged.impact)).toContain("a.ts");
    expect(judged.trigger.triggered).toBe(false);
  });
});

describe("whether everything is verified", () => {
  const judgement = {
    trigger: {
      triggered: true,
      confidence: 1,
      reasons: [{ type: "schema-change", description: "a schema changed", severity: "mandatory" }],
    },
    answering: [],
  } as unknown as Judgement;
  const quiet = { ...judgement, trigger: { ...judgement.trigger, triggered: false } };

  it("a run stays incremental if nothing calls for more and nobody asks", () => {
    expect(decideFullRun(quiet, { isKeeping: true }).fullRun).toBeNull();
  });

  it("everything is verified if stored verdicts are not used, are turned off, or a full verification was requested", () => {
    const why = (request: Parameters<typeof decideFullRun>[1]): string | undefined =>
      decideFullRun(quiet, request).fullRun?.why;
    expect(why({ isKeeping: true, skipCache: true })).toBe("stored verdicts are not used");
    expect(why({ isKeeping: false })).toBe("the configuration turns stored verdicts off");
    expect(why({ isKeeping: true, mode: "full" })).toBe("a full verification was requested");
  });

  it("everything is verified if a change calls for it, with the reason in words", () => {
    expect(decideFullRun(judgement, { isKeeping: true }).fullRun).toEqual({
      why: "everything is verified: a schema changed",
      except: new Set(),
    });
  });

  it("a run stays incremental with --incremental, and the trigger then says that it was overridden", () => {
    const decided = decideFullRun(judgement, { isKeeping: true, mode: "incremental" });
    expect(decided).toMatchObject({
      fullRun: null,
      judgement: { trigger: { triggered: true, overriddenBy: "--incremental" } },
    });
  });

  it("a full verification continues from the runs that have verified something for the same reason since", () => {
    const answered = { ...judgement, answering: ["run-3", "run-2"] };
    expect(decideFullRun(answered, { isKeeping: true, continues: ["run-4"] })).toMatchObject({
      judgement: { trigger: { answeredBy: "run-2" } },
      fullRun: { except: new Set(["run-3", "run-2", "run-4"]) },
    });
  });
});
