import type { Expression, Program } from "oxc-parser";
import type { Evaluate } from "../../evaluate/evaluate.ts";
import type { Reference } from "../../extraction.ts";
import type { Lines } from "../../lines.ts";
import { placeReference } from "../places.ts";
import { createWordPattern } from "../search/word-pattern.ts";
import { nameOf } from "../static-text.ts";
import { visit } from "../search/visit.ts";

/** Functions whose first argument names a file or a directory. */
const OPENING =
  /^(?:(?:readFile|readdir|opendir|cp|createReadStream|pathExists|readJson|readJSON|loadJsonFile)(?:Sync)?|(?:exists|stat|lstat|access|realpath|readlink|open)Sync)$/;
/** Functions of the file system that share their names with other functions. */
const OPENING_OF_FS = /^(?:exists|stat|lstat|access|realpath|readlink|open)$/;
const FS = /^(?:fs|fsp|fse|fsPromises|promises)$/;
const MAY_OPEN = createWordPattern(
  /\bcp(?:Sync)?\(|\b(?:(?:readFile|readdir|opendir|createReadStream|pathExists|readJson|readJSON|loadJsonFile)(?:Sync)?|(?:exists|l?stat|access|realpath|readlink|open)Sync)\s*\(|\b(?:fs\w*|promises)\s*\.\s*(?:exists|l?stat|access|realpath|readlink|open)\s*\(/,
  [
    ..."readFile readdir opendir createReadStream pathExists readJson readJSON loadJsonFile".split(" "),
    ..."cp( cpSync( existsSync statSync accessSync realpathSync readlinkSync openSync fs promises".split(" "),
  ],
);
const LISTING = /^(?:readdir|opendir)/;
const PLAIN = /^[^\n\r<>|*?:"'`{}]+$/;

export function mayOpen(text: string): boolean {
  return MAY_OPEN.test(text);
}

/** Files that code opens, tests for or lists by a name that its text tells, whatever the name looks like. */
export function findOpened(program: Program, evaluate: Evaluate, lines: Lines): readonly Reference[] {
  const references: Reference[] = [];
  visit(program, {
    CallExpression(node) {
      const [first] = node.arguments;
      const name = nameOf(node.callee) ?? "";
      if (first === undefined || !(OPENING.test(name) || isOfFs(node.callee, name))) return;
      const value = evaluate(first);
      for (const text of value.kind === "text" ? value.texts : []) {
        const reference = openedReference(text, lines.lineAt(node.start), LISTING.test(name));
        if (reference !== undefined) references.push(reference);
      }
    },
  });
  return references;
}

function isOfFs(callee: Expression, name: string): boolean {
  return (
    OPENING_OF_FS.test(name) && callee.type === "MemberExpression" && FS.test(nameOf(callee.object) ?? "")
  );
}

function openedReference(text: string, line: number, isListed: boolean): Reference | undefined {
  const shared = { kind: "path", type: "reference", strength: "weak", line, directory: true } as const;
  if (isListed && /^<here>\/?$/.test(text))
    return {
      ...shared,
      kind: "pattern",
      specifier: "./*",
      fixed: { prefix: "./", suffix: "" },
      base: "file",
    };
  const found = placeReference(text, line);
  if (found !== undefined) return found;
  return PLAIN.test(text) && /[^./]/.test(text) ? { ...shared, specifier: text, base: "any" } : undefined;
}
