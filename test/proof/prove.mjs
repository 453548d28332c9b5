// npm run prove -- [parts...] [--seed <n>] [--steps <n>] [--replay <file>] [--checkout <path>]... [--write]
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsdown";

const ROOT = join(import.meta.dirname, "../..");

// The proof and the engine are compiled together, so that plain Node can run them.
mkdirSync(join(ROOT, "node_modules/.cache"), { recursive: true });
const outDir = mkdtempSync(join(ROOT, "node_modules/.cache/prove-"));
try {
  await build({
    cwd: ROOT,
    config: false,
    entry: { prove: join(import.meta.dirname, "prove.ts") },
    outDir,
    platform: "node",
    target: "node20.19",
    format: "esm",
    fixedExtension: false,
    dts: false,
    clean: false,
    logLevel: "error",
    inputOptions: { external: [/^(?:fast-check|oxc-|@photostructure\/|@parcel\/)/] },
  });
  const { prove } = await import(pathToFileURL(join(outDir, "prove.js")).href);
  process.exitCode = await prove(process.argv.slice(2), ROOT);
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
