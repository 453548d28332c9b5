import { relative } from "node:path";
import { leadsOut } from "../../paths/is-within.ts";

/** The directory in the repository of a package that is linked rather than installed; null for any other package. */
export function linkedDirectory(directory: string, root: string): string | null {
  const inside = relative(root, directory);
  return inside === "" || leadsOut(inside) || inside.includes("node_modules/") ? null : inside;
}
