import type { Part, PartResult } from "../proof/part.ts";
import { findPrograms } from "../scenarios/programs.ts";
import { judgeFindings } from "./judge-findings.ts";
import { openMaze } from "./open-maze.ts";
import { UNPROVED } from "./proofs/all.ts";
import { tryProof } from "./try-proof.ts";

/** Every tool of the table in the maze, also those that no other test needs; `steps` is how many of each package. */
export const tablePart: Part = {
  name: "table",
  run: async ({ steps, progress }): Promise<PartResult> => {
    findPrograms();
    const failures: string[] = [];
    let tried = 0;
    for (const from of ["tools", "table"] as const) {
      const { maze, proofs } = openMaze(from);
      for (const proof of proofs.slice(0, steps)) {
        failures.push(...judgeFindings(await tryProof(proof, maze), proof));
        tried++;
        progress(proof.tool);
      }
      maze.close();
    }
    const open = failures.filter((line) => line.includes("NOT COVERED")).length;
    return {
      figures: [
        { what: "tools watched in a maze of settings", value: tried },
        { what: "tools that cannot be run here", value: Object.keys(UNPROVED).length },
        { what: "files and names that are not covered", value: open, must: { equal: 0 } },
        { what: "other differences from what is listed", value: failures.length - open, must: { equal: 0 } },
      ],
      failures,
    };
  },
};
