// An import graph that shares nothing with ours: the TypeScript compiler reads the files and says where names lead.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { PEERS } from "../peers.mjs";

const CODE = /\.[cm]?[jt]sx?$/;

/** Files that a file leads to, itself included: `imports` when it runs, `types` in any way. Good for one state of the tree. */
export function createImportGraph(root, tracked) {
  const ts = createRequire(join(PEERS, "/"))("typescript");
  const options = readOptions(ts, root);
  const files = new Set(tracked);
  const cache = ts.createModuleResolutionCache(root, (name) => name, options);
  const next = { imports: new Map(), types: new Map() };
  const leads = (path, kind) => {
    const known = next[kind].get(path);
    if (known !== undefined) return known;
    const found = CODE.test(path) ? specifiers(ts, join(root, path), { kind, options }) : [];
    const paths = found.flatMap((name) => {
      const { resolvedModule } = ts.resolveModuleName(name, join(root, path), options, ts.sys, cache);
      const at = resolvedModule && relative(root, ts.sys.realpath(resolvedModule.resolvedFileName));
      return at !== undefined && files.has(at) ? [at] : [];
    });
    next[kind].set(path, paths);
    return paths;
  };
  return (path, kind) => {
    const reached = new Set([path]);
    for (const each of reached) for (const other of leads(each, kind)) reached.add(other);
    return reached;
  };
}

function readOptions(ts, root) {
  const file = join(root, "tsconfig.json");
  const { config } = ts.sys.fileExists(file) ? ts.readConfigFile(file, ts.sys.readFile) : { config: {} };
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root);
  const { Bundler } = ts.ModuleResolutionKind;
  return {
    ...options,
    allowJs: true,
    resolveJsonModule: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: Bundler,
  };
}

/** Names that are imported; of what runs, without those that only types need and that no tool keeps. */
function specifiers(ts, file, { kind, options }) {
  const text = readFileSync(file, "utf8");
  const isTyped = /\.[cm]?tsx?$/.test(file);
  const { verbatimModuleSyntax, jsx } = options;
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ESNext,
    verbatimModuleSyntax,
    jsx,
  };
  const source =
    isTyped && kind === "imports"
      ? ts.transpileModule(text, { fileName: file, compilerOptions }).outputText
      : text;
  const { importedFiles } = ts.preProcessFile(source, true, true);
  const mocked = [...source.matchAll(/\b(?:vi|jest)\.(?:mock|importActual)\(\s*["']([^"']+)["']/g)];
  return [...importedFiles.map(({ fileName }) => fileName), ...mocked.map(([, name]) => name)];
}
