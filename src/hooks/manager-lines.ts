import { isMap, parseDocument } from "yaml";
import type { HookManager, HookName } from "../vocabulary/flow/hook.ts";
import { formatCommand } from "../wording/format-command.ts";

const OWN_COMMAND = /^ {6}run: "npx --no-install verification( .*)?"$/;

/** The lines for a hook manager's own configuration that run verification. */
export function managerLines(
  manager: Exclude<HookManager, "git" | "husky">,
  hook: HookName,
  options: readonly string[],
): readonly string[] {
  const command = formatCommand(["npx", "--no-install", "verification", ...options]);
  switch (manager) {
    case "lefthook":
      return [`${hook}:`, "  commands:", "    verification:", `      run: ${JSON.stringify(command)}`];
    case "pre-commit":
      return [
        "  - repo: local",
        "    hooks:",
        "      - id: verification",
        "        name: verification",
        `        entry: ${JSON.stringify(command)}`,
        "        language: system",
        "        pass_filenames: false",
        "        always_run: true",
        `        stages: [${hook}]`,
      ];
    case "simple-git-hooks":
      return [`"${hook}": ${JSON.stringify(command)}`];
  }
}

/** Whether a configuration of lefthook has a command for this hook that runs verification. */
export function hasLefthookCommand(text: string, hook: HookName): boolean {
  const document = parseDocument(text);
  if (document.errors.length > 0) return false;
  const commands = (document.toJS() as Partial<Record<string, { commands?: object }>> | null)?.[hook]
    ?.commands;
  return commands !== undefined && commands !== null && "verification" in commands;
}

/**
 * The configuration with the lines at its end; every existing byte stays. Null unless it then means exactly the same as
 * before plus this hook.
 */
export function appendToLefthook(text: string, hook: HookName, lines: readonly string[]): string | null {
  const before = parseDocument(text);
  const isEmpty = before.contents === null;
  if (before.errors.length > 0 || (!isEmpty && !isMap(before.contents)) || before.has(hook)) return null;
  const gap = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const appended = `${text}${gap}${lines.join("\n")}\n`;
  const after = parseDocument(appended);
  if (after.errors.length > 0) return null;
  const { [hook]: added, ...rest } = after.toJS() as Record<string, unknown>;
  const same = JSON.stringify(rest) === JSON.stringify(isEmpty ? {} : before.toJS());
  return same && added !== undefined ? appended : null;
}

/**
 * The configuration without the lines that `appendToLefthook` added, whatever their options. Null if they were changed,
 * or if anything else would change its meaning without them.
 */
export function removeFromLefthook(text: string, hook: HookName): string | null {
  const lines = text.split("\n");
  const [first, second, third] = managerLines("lefthook", hook, []);
  const start = lines.findIndex(
    (line, at) =>
      line === first &&
      lines[at + 1] === second &&
      lines[at + 2] === third &&
      OWN_COMMAND.test(lines[at + 3] ?? ""),
  );
  if (start === -1) return null;
  const gap = lines[start - 1] === "" ? 1 : 0;
  const left = lines.toSpliced(start - gap, 4 + gap).join("\n");
  const [before, block, after] = [text, lines.slice(start, start + 4).join("\n"), left].map((each) => {
    const document = parseDocument(each);
    return document.errors.length > 0 ? null : ((document.toJS() ?? {}) as Record<string, unknown>);
  });
  if (!before || !block || !after) return null;
  const { [hook]: removed, ...rest } = before;
  const same = JSON.stringify([rest, removed]) === JSON.stringify([after, block[hook]]);
  return same ? left : null;
}
