import type { Argument, Expression, Program } from "oxc-parser";
import { splitCommands, type ShellWord } from "../../../shell/shell-commands.ts";
import type { Evaluate } from "../../evaluate/evaluate.ts";
import type { Reference } from "../../extraction.ts";
import type { Lines } from "../../lines.ts";
import { type NamingCommand, wordReferences } from "../../references/shell-words.ts";
import { createWordPattern } from "../search/word-pattern.ts";
import { nameOf } from "../static-text.ts";
import { visit } from "../search/visit.ts";

/** Calls that take a shell command line, and calls that take a program and its arguments. */
const LINES =
  /^(?:exec|execSync|execAsync|execaCommand|execaCommandSync|command|commandSync|\$|sh|shell|run|runCommand)$/;
const WORDS = /^(?:spawn|spawnSync|execFile|execFileSync|execa|execaSync|fork|x|nodeFork|execFileAsync)$/;
const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;
const SCRIPT_WORDS = /^(?:run|run-script)$/;
const MAY_START = /\b(?:exec|spawn|fork)\w*|\$`|\b(?:child_process|execa|zx|tinyexec|cross-spawn|shelljs)\b/;
const STARTERS = createWordPattern(
  /\b(?:child_process|execa|zx|tinyexec|nano-spawn|cross-spawn|shelljs|Bun)\b/,
  ["child_process", "execa", "zx", "tinyexec", "nano-spawn", "cross-spawn", "shelljs", "Bun"],
);

export function mayStart(text: string): boolean {
  return STARTERS.test(text) && MAY_START.test(text);
}

/** Files that the arguments of started programs name, also through the scripts of a package.json. */
export function findStarted(program: Program, evaluate: Evaluate, lines: Lines): Reference[] {
  const references: Reference[] = [];
  const add = (commands: readonly NamingCommand[], line: number): void => {
    for (const { kind, ...one } of wordReferences(commands, () => line))
      if (kind !== "opaque") references.push({ kind, ...one, type: "reference" });
    for (const { words } of commands) {
      const script = scriptOf(words);
      if (script !== undefined)
        references.push({ kind: "script", specifier: script, type: "reference", strength: "weak", line });
    }
  };
  const addLine = (node: Expression | Argument, offset: number): void => {
    add(splitCommands(textIn(node, evaluate)).commands, lines.lineAt(offset));
  };
  visit(program, {
    CallExpression(node) {
      const name = nameOf(node.callee) ?? "";
      const [first, second] = node.arguments;
      if (first === undefined) return;
      if (LINES.test(name)) addLine(first, node.start);
      else if (WORDS.test(name)) {
        const command = name.includes("ork") ? ["node", wordOf(first, evaluate)] : [wordOf(first, evaluate)];
        const given = second?.type === "ArrayExpression" ? second.elements : [];
        const rest = given.map((one) => (one === null ? null : wordOf(one, evaluate)));
        add([{ words: [...command, ...rest], inputs: [], offset: 0 }], lines.lineAt(node.start));
      }
    },
    TaggedTemplateExpression(node) {
      if (LINES.test(nameOf(node.tag) ?? "")) addLine(node.quasi, node.start);
    },
  });
  return references;
}

function scriptOf(words: readonly ShellWord[]): string | undefined {
  const [manager, ...rest] = words;
  if (manager === undefined || manager === null || !MANAGERS.test(manager)) return undefined;
  const isScript = (word: ShellWord): boolean =>
    word !== null && !word.startsWith("-") && !SCRIPT_WORDS.test(word);
  return rest.find(isScript) ?? undefined;
}

/** A text in which each unknown part is a variable without a value. */
function textIn(node: Expression | Argument, evaluate: Evaluate): string {
  if (node.type === "TemplateLiteral")
    return node.quasis
      .map((quasi, at) => {
        const hole = node.expressions[at];
        return (quasi.value.cooked ?? "") + (hole === undefined ? "" : textIn(hole, evaluate));
      })
      .join("");
  if (node.type === "BinaryExpression" && node.operator === "+")
    return textIn(node.left as Expression, evaluate) + textIn(node.right, evaluate);
  return wordOf(node, evaluate) ?? "${unknown}";
}

function wordOf(node: Expression | Argument, evaluate: Evaluate): ShellWord {
  const value = evaluate(node);
  const [text, ...others] = value.kind === "text" ? value.texts : [];
  if (text === undefined || others.length > 0 || / from /.test(text)) return null;
  // Names in a command are also looked for beside the file.
  return text.replace(/^<(?:here|cwd)>\/?/, "./");
}
