/** Shell syntax. Programs are started directly, so this would silently do nothing. */
const SHELL_SYNTAX = /&&|\|\||[|;<>`]|\$[({A-Za-z_]|(?:^|\s)&(?:\s|$)/;

export type CommandWords =
  | { readonly type: "words"; readonly words: readonly [string, ...string[]] }
  | { readonly type: "shell-syntax"; readonly found: string }
  | { readonly type: "unclosed-quote" };

/**
 * Splits `npm run "my script"` into words. Quotes group, a backslash escapes the next character; nothing else is
 * special.
 */
export function splitCommand(command: string): CommandWords {
  const outsideQuotes = command.replace(/"[^"]*"|'[^']*'/g, "");
  const shell = SHELL_SYNTAX.exec(outsideQuotes);
  if (shell !== null) return { type: "shell-syntax", found: shell[0].trim() };
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < command.length; at++) {
    const char = command[at] as string;
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else word = (word ?? "") + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (char === "\\" && at + 1 < command.length) {
      word = (word ?? "") + command[++at];
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined) return { type: "unclosed-quote" };
  if (word !== undefined) words.push(word);
  const [first, ...rest] = words;
  return first === undefined ? { type: "unclosed-quote" } : { type: "words", words: [first, ...rest] };
}
