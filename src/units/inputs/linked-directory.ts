import { relative } from "node:path";
import { leadsOut } from "../../paths/is-within.ts";

/** Where in the repository a package is that is linked and not installed; null for any other. */
export function linkedDirectory(directory: string, root: string): string | null {
  const inside = relative(root, directory);
  return inside === "" || leadsOut(inside) || inside.includes("node_modules/") ? null : inside;
}
