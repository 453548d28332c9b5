import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { buildGraph } from "../../src/graph/build.ts";
import { createMemoryExtractionCache } from "../graph/memory-extractions.ts";
import { openVerifiers } from "../../src/verify/observe/open-verifiers.ts";
import type { BuiltinName } from "../../src/vocabulary/check/builtin.ts";
import type { ContentId, RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { Snapshot } from "../../src/vocabulary/tree/snapshot.ts";

const path = "a.md" as RepoPath;

it.each<BuiltinName>(["builtin:links", "builtin:imports"])(
  "%s does not pass a file that could not be read when its references were looked for",
  async (builtin) => {
    const root = mkdtempSync(join(tmpdir(), "verification-unreadable-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    mkdirSync(join(root, ".git"));
    writeFileSync(join(root, path), "[gone](gone.md)\n");
    const files = new Map([[path, { kind: "file" as const, id: "0".repeat(40) as ContentId }]]);
    const snapshot = { root, files, unreadable: new Set() } as unknown as Snapshot;
    const graph = await buildGraph({
      snapshot,
      read: () => {
        throw Object.assign(new Error("EMFILE"), { code: "EMFILE" });
      },
      extractions: createMemoryExtractionCache(),
    });
    expect(await openVerifiers(snapshot, graph).verify(builtin, path)).toMatchObject([
      { code: "unreadable", message: "It cannot be read." },
    ]);
  },
);
