import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "oxc-transform";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDERS = ["src", "test/store/processes"];

/**
 * Compiles the store and the programs that use it, so that plain Node can run them. The result lies where
 * the installed packages are found. Returns where, and a way to remove it.
 */
export function compileProcesses(): { readonly dir: string; readonly remove: () => void } {
  mkdirSync(join(ROOT, "node_modules/.cache"), { recursive: true });
  const dir = mkdtempSync(join(ROOT, "node_modules/.cache/store-"));
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue;
      const source = readFileSync(join(ROOT, folder, name), "utf8");
      const { code, errors } = transformSync(name, source, {
        typescript: { rewriteImportExtensions: "rewrite" },
      });
      if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
      const file = join(dir, folder, name.replace(/\.ts$/, ".js"));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, code);
    }
  }
  writeFileSync(join(dir, "package.json"), '{ "type": "module" }');
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
