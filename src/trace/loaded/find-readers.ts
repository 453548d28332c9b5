import { posix } from "node:path";
import { runsCode } from "../../checks/check-traits.ts";
import { memoize } from "../../values/memo.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import { isModule, type LoadedCode, mayReadFiles } from "./loaded-code.ts";

/** Other names of a tool's configuration. */
const ALSO: ReadonlyMap<string, readonly string[]> = new Map([
  ["vitest", ["vite"]],
  ["jest", ["babel"]],
]);

/**
 * Whether code that a tool loads for itself may read files, as far as names tell before it runs: its configuration with
 * everything that this names or imports, and files named setup. Such code may also ask by `stat` whether something
 * exists.
 */
export function createLoadsReaders(
  code: () => LoadedCode,
): (check: Pick<Check, "tool" | "type" | "builtin">) => boolean {
  const find = memoize((words: string) => {
    const names = words.split(" ");
    const { graph } = code();
    const roots = graph.paths.filter((path) => names.some((name) => posix.basename(path).includes(name)));
    const named = roots.flatMap((root) =>
      graph.references(root).flatMap(({ resolution }) => resolution.files),
    );
    return [...new Set([...roots, ...named])].some((path) => isModule(path) && mayReadFiles(path, code()));
  });
  return (check) => {
    const [tool = ""] = check.tool.name.split(" ");
    return find([tool, ...(ALSO.get(tool) ?? []), ...(runsCode(check) ? ["setup"] : [])].join(" "));
  };
}
