import { isAbsolute, relative, sep } from "node:path";

/** Whether an absolute path is the directory itself or below it, by name alone. `..a` is an ordinary name. */
export function isWithin(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return !leadsOut(way) && !isAbsolute(way);
}

/** Whether a relative path leads out of its start. */
export function leadsOut(path: string): boolean {
  return path === ".." || path.startsWith("../") || path.startsWith(`..${sep}`);
}
