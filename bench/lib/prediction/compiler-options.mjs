// What the tsconfig.json above a directory says about imports, at one commit.
import { createRequire } from "node:module";
import { posix } from "node:path";
import { readBlobs } from "./tree.mjs";

const ts = createRequire(import.meta.url)("typescript");

/** Whether imports are left as they are written, of which only types are taken one by one: their modules are loaded. */
export function createIsVerbatim(root, files) {
  const paths = [...files.keys()].filter((path) => /(?:^|\/)[^/]*tsconfig[^/]*\.json$/.test(path));
  const texts = readBlobs(
    root,
    paths.map((path) => files.get(path)),
  );
  const read = (path) => {
    const text = texts.get(files.get(path));
    return text === undefined ? {} : (ts.parseConfigFileTextToJson(path, text).config ?? {});
  };
  const says = (path, seen = new Set()) => {
    if (seen.has(path)) return undefined;
    seen.add(path);
    const { compilerOptions: { verbatimModuleSyntax, preserveValueImports } = {}, extends: others = [] } =
      read(path);
    const above = [others]
      .flat()
      .filter((name) => name.startsWith("."))
      .map((name) => says(posix.join(posix.dirname(path), name.replace(/(?<!\.json)$/, ".json")), seen));
    return verbatimModuleSyntax ?? preserveValueImports ?? above.findLast((each) => each !== undefined);
  };
  const known = new Map();
  const isVerbatim = (directory) => {
    if (!known.has(directory)) {
      const own = posix.join(directory, "tsconfig.json");
      const above = directory === "." ? false : isVerbatim(posix.dirname(directory));
      known.set(directory, files.has(own) ? (says(own) ?? false) : above);
    }
    return known.get(directory);
  };
  return isVerbatim;
}
