import { StringDecoder } from "node:string_decoder";
import { safe, safeLines, type SafeText } from "../print/safe-text.ts";

/** Of a line that does not end, so much is waited for. */
const LONGEST = 64 * 1024;

export interface Echo {
  take(chunk: Buffer): void;
  /** Also what has no end of line. */
  end(): void;
}

/** Passes on what a command prints while it prints it, line by line: of half a line nobody can say what it will be. */
export function createEcho(write: (text: SafeText) => void): Echo {
  let decoder = new StringDecoder("utf8");
  let held = "";
  const put = (text: string): void => write(safe`${safeLines(text)}\n`);
  return {
    take(chunk) {
      const text = held + decoder.write(chunk);
      const end = text.lastIndexOf("\n");
      if (end !== -1) put(text.slice(0, end));
      held = text.slice(end + 1);
      if (held.length <= LONGEST) return;
      put(held);
      held = "";
    },
    end() {
      const rest = held + decoder.end();
      decoder = new StringDecoder("utf8");
      held = "";
      if (rest !== "") put(rest);
    },
  };
}
