// The tools that we measure ourselves against live in bench/node_modules, apart from what the package needs.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { run } from "./measure.mjs";

const BENCH = join(import.meta.dirname, "..");
export const PEERS = join(BENCH, "node_modules");

/** Installs what is pinned, unless exactly that is there. */
export function installPeers() {
  const require = createRequire(import.meta.url);
  const { dependencies } = require("../package.json");
  const isThere = ([name, version]) => {
    const manifest = join(PEERS, name, "package.json");
    return existsSync(manifest) && require(manifest).version === version;
  };
  if (Object.entries(dependencies).every(isThere)) return;
  process.stderr.write("installing the tools to compare with into bench/node_modules\n");
  run("npm", ["install", "--no-audit", "--no-fund"], { cwd: BENCH });
}
