import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createClosures } from "../../src/graph/closure/closure.ts";
import { isRead } from "../../src/graph/is-read.ts";
import type { Trace } from "../../src/system/strace/read-trace.ts";
import { observeCommand, type ObserveOptions } from "../../src/trace/observe-command.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { FileEntry } from "../../src/vocabulary/tree/snapshot.ts";
import { graphOf, p } from "../graph/repository.ts";
import { realTree } from "../units/real-tree.ts";
import { tracedAs } from "./traces.ts";

const FILES = { "a.txt": "1", "d/x": "1", "e/y": "1" };
const IGNORED = { "out/z": "1" };

interface Told {
  readonly targets?: readonly string[];
  readonly blind?: string | null;
  readonly touched?: readonly string[];
  /** What git lists afterwards. */
  readonly after?: Readonly<Record<string, string>>;
  readonly commit?: string;
  readonly since?: number;
  readonly change?: (root: string) => void;
}

/** What comes of a trace such as `read d/x`, and what happened meanwhile. */
async function observed(lines: readonly string[], told: Told = {}) {
  const { graph, snapshot, root } = await graphOf({ files: FILES, ignored: IGNORED });
  told.change?.(root);
  const entries = Object.entries(told.after ?? {}).map(
    ([path, id]) => [p(path), { kind: "file", id } as unknown as FileEntry] as const,
  );
  const files = told.after === undefined ? snapshot.files : new Map<RepoPath, FileEntry>(entries);
  const traces: readonly Trace[] = [{ accesses: tracedAs(lines, root), blind: told.blind ?? null }];
  const options: ObserveOptions = {
    world: { root, home: null, gitDirectories: [], temporary: [], isOwn: () => false },
    traces,
    depth: "full",
    searches: true,
    ownGlobs: [],
    targets: (told.targets ?? []).map(p),
    since: told.since ?? Date.now() + 60_000,
    before: realTree(snapshot, graph),
    after: realTree({ ...snapshot, files, commit: told.commit ?? snapshot.commit }, graph),
    touched: asTouched((told.touched ?? []).map(p)),
    isProduct: () => false,
    isNote: () => false,
    parts: [],
    closures: {
      program: createClosures(graph, isRead),
      types: createClosures(graph, isRead, "types"),
    },
    countAccesses: ({ accesses }) => accesses,
    habitsOf: () => ({ followsImports: true, follower: "program", isConfined: true, types: null }),
  };
  return observeCommand(options);
}

function asTouched(paths: readonly RepoPath[]): ObserveOptions["touched"] {
  return { has: (path) => paths.includes(path), list: () => paths };
}

async function moved(lines: readonly string[], told: Told): Promise<string | null> {
  const command = await observed(lines, told);
  if ("why" in command) throw new Error(command.why);
  const set = command.setOf("");
  if ("why" in set) throw new Error(set.why);
  return command.movedIn(set);
}

describe("nothing was observed", () => {
  it.each([
    ["by a trace that does not have everything", ["read d/x"], { blind: "it was lost" }, /lost/],
    ["where a cache of an earlier run hides reads", ["read .eslintcache"], {}, /\.eslintcache/],
    [
      "of a command that changed what it had read",
      ["read d/x", "write d/x"],
      { after: { "d/x": "2" } },
      /d\/x/,
    ],
  ])("nothing was observed: %s", async (_, lines, told, why) => {
    expect(await observed(lines, told)).toMatchObject({ why: expect.stringMatching(why) as string });
  });

  it("nothing was observed of a target that was not opened, though others were", async () => {
    const command = await observed(["read a.txt"], { targets: ["a.txt", "d/x"] });
    if ("why" in command) throw new Error(command.why);
    expect(command.setOf(p("a.txt"))).toHaveProperty("id");
    expect(command.setOf(p("d/x"))).toMatchObject({
      why: "it was not seen to open its target",
      part: { set: { accesses: [] } },
    });
  });
});

describe("something moved while it ran", () => {
  const { "d/x": _, ...without } = FILES;
  it.each<[string, readonly string[], Told, string | null]>([
    ["nothing", ["read d/x", "list d", "missing d/n", "read out/z"], {}, null],
    ["a file that it read", ["read d/x"], { touched: ["d/x"] }, "d/x"],
    ["a file that it did not read", ["read d/x"], { touched: ["e/y"] }, null],
    ["a file that it wrote itself", ["read d/x", "write d/x"], { touched: ["d/x"] }, null],
    ["a file that it read and that is gone", ["read d/x"], { after: without }, "d/x"],
    ["a name that came where it listed", ["list d"], { after: { ...FILES, "d/new": "1" } }, "d"],
    ["a name that came elsewhere", ["list d"], { after: { ...FILES, "e/new": "1" } }, null],
    ["a name that it made itself", ["list d", "write d/new"], { after: { ...FILES, "d/new": "1" } }, null],
    ["a name that came in an ignored directory", ["list out"], { since: Date.now() - 60_000 }, "out"],
    ["one that it made there itself", ["list out", "write out/n"], { since: Date.now() - 60_000 }, null],
    ["an ignored file", ["read out/z"], { since: Date.now() - 60_000 }, "out/z"],
    [
      "an ignored file that is gone",
      ["read out/z"],
      { change: (root) => rmSync(join(root, "out/z")) },
      "out/z",
    ],
    [
      "something that it looked for and that came",
      ["missing out/n"],
      { change: (root) => writeFileSync(join(root, "out/n"), "") },
      "out/n",
    ],
    ["something that it found and that went", ["found out/gone"], {}, "out/gone"],
    ["what git knows of the tree", ["read .git/index"], { touched: ["e/y"] }, ".git/index"],
    ["the commit", ["read .git/HEAD"], { commit: "other" }, ".git/HEAD"],
  ])("something moved while it ran: %s", async (_, lines, told, place) => {
    expect(await moved(lines, told)).toBe(place);
  });
});
