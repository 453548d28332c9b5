import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Ground } from "./ground.ts";
import { findPrograms } from "./programs.ts";
import { type ReadingProject, READING_PROJECTS } from "./projects/true-reads.ts";
import type { Files } from "./scenario.ts";
import { edited, trueReads } from "./true-reads.ts";

/** Files that no tool has a reason to open. */
const OTHERS: Files = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `notes/${index % 4}/note-${index}.${["md", "js", "txt", "json", "ts"][index % 5]}`,
    index % 5 === 3 ? "{}\n" : "\n",
  ]),
);

interface PrintedPlan {
  readonly checks: readonly {
    readonly units: readonly { readonly target: string; readonly decision: "run" | "stand" }[];
  }[];
}

/** The targets of the units that would run. */
async function wouldRun(ground: Ground): Promise<readonly string[]> {
  const { stdout, stderr } = await ground.run("--dry-run", "--json");
  expect(stderr).not.toContain("internal error");
  const { checks } = JSON.parse(stdout) as PrintedPlan;
  return checks.flatMap(({ units }) =>
    units.flatMap(({ target, decision }) => (decision === "run" ? [target] : [])),
  );
}

async function verifiedGround(project: ReadingProject): Promise<Ground> {
  const { name, files, tools, check } = project;
  const ground = new Ground(tools);
  onTestFinished(() => ground.remove());
  const scenario = { name, kind: name, files: { ...files, ...OTHERS }, checks: [check], mutations: [] };
  ground.prepare([scenario]);
  expect(await ground.run()).toMatchObject({ status: 0 });
  return ground;
}

it.each(READING_PROJECTS)(
  "every file that a command really reads runs its unit when it is edited, and twenty others run nothing: $name",
  async (project) => {
    findPrograms();
    const ground = await verifiedGround(project);
    expect(await wouldRun(ground)).toEqual([]);
    if (project.before !== undefined)
      ground.do({ shell: `PATH="$PWD/node_modules/.bin:$PATH" ${project.before} >/dev/null 2>&1` });
    const readBy = new Map<string, string[]>();
    for (const target of project.targets)
      // A package.json counts by its fields: package-json.test.ts.
      for (const path of trueReads(ground, project.command(target)))
        if (path !== "package.json" && path !== ".gitignore")
          readBy.set(path, [...(readBy.get(path) ?? []), target]);
    // Otherwise nothing was watched.
    expect([...readBy.keys()]).toEqual(expect.arrayContaining(project.targets.filter((path) => path !== "")));
    expect(readBy.size).toBeGreaterThan(project.targets.length);
    for (const [path, targets] of readBy) {
      const text = readFileSync(join(ground.root, path), "utf8");
      ground.do({ write: { [path]: edited(path, text) } });
      expect({ path, ran: await wouldRun(ground) }).toEqual({ path, ran: expect.arrayContaining(targets) });
      ground.do({ write: { [path]: text } });
    }
    expect(await wouldRun(ground)).toEqual([]);
    ground.do({
      write: Object.fromEntries(Object.entries(OTHERS).map(([path, text]) => [path, edited(path, text)])),
    });
    expect(await wouldRun(ground)).toEqual([]);
  },
);
