import { joinLines, joinParts, safe, type SafeText } from "../../report/print/safe-text.ts";
import type { Ask, Question } from "../../vocabulary/flow/flow.ts";
import type { Terminal } from "../terminal.ts";

const TRIES = 3;

/** Asks at the terminal, one line per answer; null without a terminal. Ctrl-C calls `onInterrupt`. */
export function createAsk(terminal: Terminal, onInterrupt: () => void): Ask | undefined {
  if (!terminal.canAsk) return undefined;
  return async (question) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const line = await terminal.readLine(prompt(question), onInterrupt);
      if (line === null) return null;
      const answer = line.trim() === "" ? question.suggested : matchAnswer(line.trim(), question);
      if (answer !== null) return answer;
      const keys = question.choices.map(({ key }) => key);
      terminal.err.write(safe`Answer with ${joinParts(keys, ", ")}.\n`);
    }
    return null;
  };
}

function prompt({ text, choices, suggested }: Question): SafeText {
  const isYesNo = choices.length === 2 && choices[0]?.key === "Y";
  const head = text === "" ? "Options:" : text;
  if (isYesNo) return safe`${head} ${suggested === "Y" ? "[Y/n]" : "[y/N]"} `;
  const options = choices.map(({ key, label }) => safe`  [${key}] ${label}`);
  return safe`${joinLines([head, ...options])}\nChoose [${suggested}]: `;
}

/** The key, or the first word of its label. */
export function matchAnswer(line: string, { choices }: Question): string | null {
  const word = line.replaceAll(/[[\]]/g, "").toLowerCase();
  const found = choices.find(({ key }) => key.toLowerCase() === word);
  const first = (label: string): string => label.toLowerCase().split(/[^\p{L}-]/u)[0] ?? "";
  return found?.key ?? choices.find(({ label }) => first(label) === word)?.key ?? null;
}
