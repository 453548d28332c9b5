import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Head, readHead } from "../../../src/flow/staleness/commit-graph.ts";
import { commitsSince } from "../../../src/flow/staleness/commits-since.ts";
import type { Since } from "../../../src/flow/staleness/since.ts";
import { directoryWith } from "../directory.ts";

/** A commit: its parents, counted back from it, and what it writes; null deletes. */
interface RandomCommit {
  readonly parents: readonly number[];
  readonly writes: Readonly<Record<string, string | null>>;
}

const PATHS = ["a", "src/b.ts", "src/deep/c.ts", ":d\n", "e é"];

const history = fc.array(
  fc.record({
    parents: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    writes: fc.dictionary(fc.constantFrom(...PATHS), fc.constantFrom("1", "2", null), { maxKeys: 2 }),
  }),
  { minLength: 6, maxLength: 14 },
);

function importHistory(commits: readonly RandomCommit[]): string {
  const root = directoryWith({});
  const stream = commits.map(({ parents, writes }, at) => {
    const [from, ...merged] = parents.filter((back) => back <= at).map((back) => at - back + 1);
    const files = Object.entries(writes).map(([path, text]) =>
      text === null
        ? `D ${JSON.stringify(path)}`
        : `M 100644 inline ${JSON.stringify(path)}\ndata 1\n${text}`,
    );
    return [
      `commit refs/heads/c${at + 1}`,
      `mark :${at + 1}`,
      `committer t <t@example.com> ${1_700_000_000 + at} +0000`,
      "data 0",
      ...(from === undefined ? [] : [`from :${from}`]),
      ...merged.map((mark) => `merge :${mark}`),
      ...files,
      "",
    ].join("\n");
  });
  const git = (args: readonly string[], input = ""): void =>
    void execFileSync("git", args, { cwd: root, ...(input === "" ? { stdio: "ignore" } : { input }) });
  git(["init", "--quiet"]);
  git(["fast-import", "--quiet", "--force"], `${stream.join("\n")}\n`);
  git(["symbolic-ref", "HEAD", `refs/heads/c${commits.length}`]);
  return root;
}

async function tell(since: Since | undefined): Promise<unknown> {
  const touching = await Promise.all(
    PATHS.map((path, at) => since?.countTouching([path, PATHS[at + 1] ?? "a"])),
  );
  return { commitsBehind: since?.commitsBehind, changed: [...(since?.changed ?? [])].sort(), touching };
}

it("what is read once for many commits is what git says of each", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (commits) => {
      const root = importHistory(commits);
      const head = (await readHead(root)) as Head;
      const names = execFileSync("git", ["rev-parse", "--branches"], { cwd: root, encoding: "utf8" });
      const all = [...new Set(names.trim().split("\n"))].filter((name) => name !== head.commit);
      const together = await commitsSince(root, head, all);
      for (const commit of all) {
        const alone = await commitsSince(root, head, [commit]);
        expect(await tell(together.get(commit))).toEqual(await tell(alone.get(commit)));
      }
    }),
    { numRuns: 4 },
  );
});
