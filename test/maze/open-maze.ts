import { join } from "node:path";
import { PACKAGE_ROOT } from "../rig/package-root.ts";
import { installTools } from "../tools/tools.mjs";
import { checkName } from "./check-name.ts";
import { installRuff } from "./install-ruff.ts";
import { layMaze, type Maze } from "./lay-maze.ts";
import { MAZE } from "./maze.ts";
import type { Files, Proof } from "./proof.ts";
import { PROOFS } from "./proofs/all.ts";

/** The maze with the tools of one package in it. The settings of all others are there too. */
export function openMaze(from: Proof["from"]): { readonly maze: Maze; readonly proofs: readonly Proof[] } {
  const proofs = PROOFS.filter((proof) => proof.from === from);
  const others = PROOFS.filter((proof) => proof.from !== from);
  const files: Files = Object.assign({}, MAZE, ...[...others, ...proofs].map((proof) => proof.files ?? {}));
  const checks = proofs.flatMap(({ tool, checks }) =>
    checks.map((check, index) => ({ name: checkName(tool, index), ...check })),
  );
  const tools =
    from === "tools"
      ? { modules: installTools(join(PACKAGE_ROOT, "test/tools/package.json")) }
      : { modules: installTools(join(PACKAGE_ROOT, "test/tools/table/package.json")), bin: installRuff() };
  return { maze: layMaze(files, checks, tools), proofs };
}
