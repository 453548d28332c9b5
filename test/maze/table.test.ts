import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOLS } from "../../src/tools/table.ts";
import { findStrace } from "../rig/strace.ts";
import { judgeFindings } from "./judge-findings.ts";
import { openMaze } from "./open-maze.ts";
import { PROOFS, UNPROVED } from "./proofs/all.ts";
import { tryProof } from "./try-proof.ts";

beforeAll(() => void findStrace());

describe("the table of tools", () => {
  const { maze, proofs } = openMaze("tools");
  afterAll(() => maze.close());

  it.for(proofs)("is what $tool does in a maze of settings", async (proof) => {
    expect(judgeFindings(await tryProof(proof, maze), proof)).toEqual([]);
  });

  it("has no tool that is neither proved nor said not to be", () => {
    const known = [...PROOFS.map(({ tool }) => tool), ...Object.keys(UNPROVED)];
    expect(known.sort()).toEqual([...TOOLS.keys()].sort());
  });
});
