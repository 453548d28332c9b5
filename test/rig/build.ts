import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** End-to-end tests drive the built command: builds it where the source is newer. */
export function setup(): void {
  const root = join(import.meta.dirname, "../..");
  const built = statSync(join(root, "dist/cli.js"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newest = Math.max(
    ...readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).map(
      (file) => statSync(join(root, "src", file)).mtimeMs,
    ),
  );
  if (newest > built) execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
}
