import type { Argument, Expression, Program } from "oxc-parser";
import type { ReachOut } from "../../extraction.ts";
import type { Lines } from "../../lines.ts";
import type { Bindings } from "../bindings.ts";
import { followedBy } from "../search/find-words.ts";
import { createWordPattern } from "../search/word-pattern.ts";
import { isImportMeta, isImportMetaUrl, nameOf, staticText } from "../static-text.ts";
import { madeBy } from "./indirect.ts";
import { reachOf } from "./reaching-modules.ts";
import { visit } from "../search/visit.ts";

/** Code without any of these words reaches out only through what it imports or requires. */
const REACHING = createWordPattern(
  /(?<![\w$])eval\b|\b(?:Async)?(?:Generator)?Function\s*\(|\b(?:Shared)?Worker\b|\b(?:getBuiltinModule|_linkedBinding|mainModule|dlopen|loadEnvFile|execve|createRequire|__dirname|__filename|fileURLToPath|importActual|requireActual|Deno|Bun)\b|\bbinding\s*\(|\bmeta\s*\.\s*(?:glob|dirname|filename|require)|\.\s*(?:context|require)\s*\(/,
  [
    ..."eval Worker getBuiltinModule _linkedBinding mainModule dlopen loadEnvFile execve createRequire".split(
      " ",
    ),
    ..."__dirname __filename fileURLToPath importActual requireActual Deno Bun".split(" "),
    ...["Function", "binding", "context", "require"].flatMap((name) => followedBy(name, "(")),
    ...followedBy("meta", "."),
  ],
);
const MOCKERS: ReadonlySet<string | undefined> = new Set(["vi", "vitest", "jest"]);
/** Functions that load or replace the module that their argument names. */
const MOCK =
  "(?:mock|doMock|setMock|unstable_mockModule|importActual|importMock|requireActual|requireMock|createMockFromModule|genMockFromModule)";
const MOCKS = new RegExp(`^${MOCK}$`);
/** The argument may be computed. */
const OPEN_MOCK = createWordPattern(new RegExp(`\\.\\s*${MOCK}\\s*(?:<[^()]*>)?\\(\\s*[^\\s"')]`), [
  "mock",
  "Mock",
  "Actual",
]);

/** Members of a runtime's own object that reach nothing. */
const HARMLESS =
  /^(?:args|build|env|errors|exit|hash|inspect|isStandaloneDeno|nanoseconds|noColor|pid|revision|sleep|sleepSync|test|version)$/;
const PROCESS: ReadonlyMap<string | undefined, ReachOut["how"]> = new Map([
  ["dlopen", "code"],
  ["execve", "process"],
  ["loadEnvFile", "file-system"],
  ["mainModule", "computed-import"],
]);
/** A fixed text must contain one of these to load anything when it runs as code. */
const LOADS = /import|require|process|module|eval|Function|Deno|Bun|Worker|\\/;

type Call = Extract<Expression, { type: "CallExpression" }>;
type Found = Omit<ReachOut, "line">;

export function mayReachOut(text: string): boolean {
  return REACHING.test(text) || OPEN_MOCK.test(text);
}

/** The ways to reach out other than importing a module by its name. */
export function findReachingOut(program: Program, bindings: Bindings, lines: Lines): ReachOut[] {
  const { isRequire, isHere } = bindings;
  const found: ReachOut[] = [];
  const add = (way: Found | undefined, { start }: { readonly start: number }): void => {
    if (way !== undefined) found.push({ ...way, line: lines.lineAt(start) });
  };
  const fixedText = (node: Argument | undefined): string | undefined => {
    const parts = node === undefined ? [null] : staticText(node, isHere);
    return parts.every((part) => typeof part === "string") ? parts.join("") : undefined;
  };
  const addMade = (node: { callee: Expression; arguments: Argument[]; start: number }): void => {
    const name = madeBy(node.callee) ?? (node.callee.type === "Identifier" ? node.callee.name : "");
    const texts = node.arguments.map(fixedText);
    if (!/^(?:eval|(?:Async)?(?:Generator)?Function)$/.test(name)) return;
    if (texts.some((text) => text === undefined || LOADS.test(text))) add({ how: "code", what: name }, node);
  };

  /** Where the file's own location is used in an import that is followed. */
  const followed: [start: number, end: number][] = [];
  const follow = (node: Argument | undefined): void => {
    if (node !== undefined) followed.push([node.start, node.end]);
  };
  const addPlace = (what: string, node: { readonly start: number }): void => {
    const known = followed.some(([start, end]) => node.start >= start && node.start < end);
    if (!known) add({ how: "file-system", what }, node);
  };

  visit(program, {
    CallExpression(node) {
      const { callee } = node;
      const [first] = node.arguments;
      const name = nameOf(callee);
      addMade(node);
      if (isRequire(callee)) return follow(first);
      if (name === "createRequire") {
        if (first !== undefined && isOwnFile(first)) return follow(first);
        return add({ how: "computed-import", what: "createRequire" }, node);
      }
      add(nativeModule(callee, fixedText(first)), node);
      if (name === "fileURLToPath" && first !== undefined && isImportMetaUrl(first)) addPlace(name, node);
      if (callee.type !== "MemberExpression") return;
      const loads = isImportMeta(callee.object) || isRequire(callee.object);
      if (loads && name === "resolve") follow(first);
      if (loads && /^(?:glob(?:Eager)?|context)$/.test(name ?? ""))
        add(
          { how: "glob", what: isImportMeta(callee.object) ? `import.meta.${name}` : `require.${name}` },
          node,
        );
      if (name === "require") add({ how: "computed-import", what: "require" }, node);
      add(mockReach(node), node);
    },
    ImportExpression: (node) => follow(node.source),
    NewExpression(node) {
      addMade(node);
      const name = nameOf(node.callee) ?? "";
      if (/^(?:Shared)?Worker$/.test(name)) add({ how: "thread", what: `new ${name}` }, node);
      const [first, second] = node.arguments;
      if (name === "URL" && second !== undefined && isImportMetaUrl(second) && fixedText(first) === undefined)
        addPlace("import.meta.url", node);
    },
    VariableDeclarator({ init }) {
      if (init?.type === "Identifier" && init.name === "eval") add({ how: "code", what: "eval" }, init);
    },
    MemberExpression(node) {
      const name = nameOf(node);
      const object = node.object.type === "Identifier" ? node.object.name : undefined;
      if (isImportMeta(node.object) && /^(?:dir|file)name$/.test(name ?? ""))
        addPlace(`import.meta.${name}`, node);
      if ((object === "Deno" || object === "Bun") && !HARMLESS.test(name ?? ""))
        add({ how: "file-system", what: `${object}${name === undefined ? "" : `.${name}`}` }, node);
      const how = nameOf(node.object) === "process" ? PROCESS.get(name) : undefined;
      if (how !== undefined) add({ how, what: `process.${name}` }, node);
    },
    Identifier(node) {
      if (node.name === "__dirname" || node.name === "__filename") addPlace(node.name, node);
    },
  });
  return found;

  function mockReach(node: Call): Found | undefined {
    if (node.callee.type !== "MemberExpression" || !MOCKERS.has(nameOf(node.callee.object))) return undefined;
    const name = nameOf(node.callee) ?? "";
    const [first] = node.arguments;
    if (!MOCKS.test(name) || first === undefined || first.type === "ImportExpression") return undefined;
    const text = fixedText(first);
    if (text === undefined) return { how: "computed-import", what: name };
    return name.endsWith("Actual") ? reachOf(text) : undefined;
  }
}

/** One of Node's own modules, loaded without an import. */
function nativeModule(callee: Expression, module: string | undefined): Found | undefined {
  const name = nameOf(callee) ?? "";
  const isBinding = callee.type === "MemberExpression" && nameOf(callee.object) === "process";
  if (name !== "getBuiltinModule" && !(isBinding && /^(?:_linkedB|b)inding$/.test(name))) return undefined;
  if (module === undefined) return { how: "computed-import", what: name };
  return reachOf(module.replace(/^(?!node:)/, "node:"));
}

function isOwnFile(node: Argument): boolean {
  if (node.type === "Identifier") return node.name === "__filename";
  if (isImportMetaUrl(node)) return true;
  return node.type === "MemberExpression" && isImportMeta(node.object) && nameOf(node) === "filename";
}
