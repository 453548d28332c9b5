import { afterAll, it } from "vitest";
import { installTools } from "../tools/tools.mjs";
import { layMaze } from "./lay-maze.ts";
import { MAZE } from "./maze.ts";
import { ALL } from "./proofs/all.ts";
import { checkName, tryProof } from "./try-proof.ts";
import { join } from "node:path";

const wanted = (process.env["WANTED"] ?? "").split(",");
const kind = process.env["KIND"] ?? "tools";
const modules = kind === "python" ? null : installTools(kind === "tools" ? undefined : join(import.meta.dirname, "../tools/table/package.json"));
const files = Object.assign({}, MAZE, ...ALL.map((each) => each.files ?? {}));
const maze = layMaze(files, ALL.flatMap((proof) => proof.from !== kind ? [] : proof.checks.map((check, index) => ({ name: checkName(proof.tool, index), ...check }))), modules);
afterAll(() => maze.close());
it.for(ALL.filter(({ tool, from }) => from === kind && (wanted[0] === "all" || wanted.includes(tool))))("$tool", { timeout: 1e6 }, async (proof) => {
    const l = Date.now();
    const found = await tryProof(proof, maze);
    console.log(proof.tool, Date.now() - l, JSON.stringify(found, null, 1).replaceAll("\\n", "\n"));
});
