import { StringDecoder } from "node:string_decoder";
import { safe, safeLines, type SafeText } from "../print/safe-text.ts";

/** A line longer than this is passed on before it ends. */
const LONGEST = 64 * 1024;

export interface Echo {
  take(chunk: Buffer): void;
  /** Also passes on an unfinished line. */
  end(): void;
}

/** Passes on the output of a command while it runs, line by line: half a line cannot be made safe. */
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
