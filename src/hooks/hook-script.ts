import type { HookName } from "../vocabulary/flow/hook.ts";
import { formatCommand } from "../wording/format-command.ts";

const BEGIN = "# >>> verification";
const END = "# <<< verification";
export const INSTALL = "npm install --save-dev incremental-verification";
/** All files except our own baseline. */
const OTHERS = "':(exclude).verification-baseline.json'";
const SHELL = /^#!\s*(?:\/\S*\/)?(?:env\s+(?:-\S+\s+)*)?(?:ba|da|k|z|a)?sh\b/;

/**
 * The lines of a hook, in plain POSIX shell. They do not read standard input, set no variable that later lines could
 * see, and end the hook only if verification does not succeed.
 */
export function hookBlock(hook: HookName, options: readonly string[]): readonly string[] {
  const verb = hook === "pre-push" ? "push" : "commit";
  const pending =
    hook === "pre-push"
      ? `git status --porcelain -- . ${OTHERS}`
      : `git diff --name-only -- . ${OTHERS}; git ls-files --others --exclude-standard -- . ${OTHERS}`;
  const without = `To skip it: git ${verb} --no-verify`;
  return [
    `${BEGIN}: \`verification hooks install\` wrote this, \`verification hooks uninstall\` removes it.`,
    `# It verifies the working tree. ${without}`,
    "(",
    "  command=./node_modules/.bin/verification",
    '  [ -x "$command" ] || command=$(command -v verification) || {',
    `    echo "verification is not installed here. To install it: ${INSTALL}" >&2`,
    `    echo "${without}" >&2`,
    "    exit 1",
    "  }",
    `  [ -z "$(${pending})" ] ||`,
    `    echo "verification: it verifies the working tree, which differs from what you ${verb}." >&2`,
    `  ${['"$command"', ...options.map((option) => formatCommand([option]))].join(" ")} </dev/null >&2 || {`,
    `    echo "verification: the ${verb} is stopped. ${without}" >&2`,
    "    exit 1",
    "  }",
    ") || exit 1",
    END,
  ];
}

/** Whether these lines are the current ones, apart from their options. */
export function isSameButForOptions(block: readonly string[], other: readonly string[]): boolean {
  const [one, another] = [block, other].map((lines) =>
    lines.filter((line) => !line.startsWith('  "$command" ')).join("\n"),
  );
  return one === another;
}

/** A hook with only these lines. */
export function newHook(block: readonly string[]): string {
  return `${["#!/bin/sh", ...block].join("\n")}\n`;
}

/** The lines between the marks; null if there are none. */
export function findBlock(text: string): readonly string[] | null {
  const lines = text.split("\n");
  const range = rangeOf(lines);
  return range === null ? null : lines.slice(range.start, range.end);
}

/**
 * Puts the lines before everything else in the script, so that nothing can end it before them; existing ones are
 * replaced. Changes nothing else. Null if this is not a script of a POSIX shell.
 */
export function putBlock(text: string, block: readonly string[], isShell = false): string | null {
  const lines = text.split("\n");
  const range = rangeOf(lines);
  if (range !== null) return lines.toSpliced(range.start, range.end - range.start, ...block).join("\n");
  const hasShebang = text.startsWith("#!");
  if (text.includes("\r\n") || (hasShebang ? !SHELL.test(text) : !isShell)) return null;
  // Older versions of husky start the script again from this line on.
  const husky = lines.findIndex((line) => /^\s*\.\s.*husky\.sh/.test(line));
  return lines.toSpliced(Math.max(hasShebang ? 1 : 0, husky + 1), 0, ...block).join("\n");
}

/** Whether this is a script for something other than a POSIX shell, so that the lines cannot be added. */
export function isOtherLanguage(text: string): boolean {
  return text.startsWith("#!") && !SHELL.test(text);
}

/** The text without the lines; empty if the rest does nothing. */
export function removeBlock(text: string): string {
  const lines = text.split("\n");
  const range = rangeOf(lines);
  if (range === null) return text;
  const left = lines.toSpliced(range.start, range.end - range.start);
  return left.every((line) => line.trim() === "" || line === "#!/bin/sh") ? "" : left.join("\n");
}

function rangeOf(lines: readonly string[]): { readonly start: number; readonly end: number } | null {
  const start = lines.findIndex((line) => line.startsWith(BEGIN));
  const end = start === -1 ? -1 : lines.indexOf(END, start);
  return end === -1 ? null : { start, end: end + 1 };
}
