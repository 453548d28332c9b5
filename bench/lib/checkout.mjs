// A real public repository to measure in: one that is given, or a clone where there is a network.
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./measure.mjs";

const REPOSITORY = "https://github.com/vuejs/core";
const COMMIT = "e2bede96134f757aad5c5b33ac9be055022dbfc8";

/** A clone of the checkout that may be written into; null with a message where none can be had. */
export function cloneCheckout(given, directory) {
  const source = given ?? process.env.BENCH_CHECKOUT ?? download();
  if (source === null) {
    process.stderr.write(`  left out: ${REPOSITORY} cannot be cloned; --checkout <path> names a checkout\n`);
    return null;
  }
  const clone = join(directory, "checkout");
  run("git", ["clone", "--quiet", "--no-hardlinks", source, clone], { cwd: directory });
  const commit = run("git", ["rev-parse", "--short", "HEAD"], { cwd: clone }).stdout.trim();
  return { root: clone, commit, tracked: run("git", ["ls-files"], { cwd: clone }).stdout.trim().split("\n") };
}

/** The pinned commit alone, kept for the next time. */
function download() {
  const kept = join(process.env.BENCH_DIR ?? tmpdir(), "verification-bench-vuejs-core");
  if (existsSync(join(kept, ".git/FETCH_HEAD"))) return kept;
  mkdirSync(kept, { recursive: true });
  try {
    run("git", ["init", "--quiet"], { cwd: kept });
    run("git", ["fetch", "--quiet", "--depth=1", REPOSITORY, COMMIT], { cwd: kept });
    run("git", ["checkout", "--quiet", "FETCH_HEAD"], { cwd: kept });
    return kept;
  } catch {
    return null;
  }
}
