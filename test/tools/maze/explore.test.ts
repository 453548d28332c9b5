import { it } from "vitest";
import { installTools } from "../tools.mjs";
import { layMaze } from "./lay-maze.ts";
import { MAZE } from "./maze.ts";
import { ALL } from "./proofs/all.ts";
import { checkName, tryProof } from "./try-proof.ts";
import { join } from "node:path";

const wanted = (process.env["WANTED"] ?? "").split(",");
it("explores", { timeout: 1e6 }, async () => {
  for (const proof of ALL.filter(({ tool }) => wanted.includes(tool))) {
    const modules = proof.from === "python" ? null : installTools(proof.from === "tools" ? undefined : join(import.meta.dirname, "../table/package.json"));
    const files = Object.assign({}, MAZE, ...ALL.map((each) => each.files ?? {}), proof.files);
    const s = Date.now();
    const maze = layMaze(files, proof.checks.map((check, index) => ({ name: checkName(proof.tool, index), ...check })), modules);
    const l = Date.now();
    const found = await tryProof(proof, maze);
    console.log(proof.tool, l - s, Date.now() - l, JSON.stringify(found, null, 1).replaceAll("\\n", "\n"));
    maze.close();
  }
});
