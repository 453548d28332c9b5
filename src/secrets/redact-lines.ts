import { StringDecoder } from "node:string_decoder";
import type { Redact } from "./redact.ts";

export interface RedactedStream {
  add(chunk: Buffer): void;
  /** Nothing more follows. */
  end(): void;
}

/** How much of an unfinished line is held back at most. */
const MOST = 64 * 1024;

/** Redacts text that arrives in pieces, line by line, so that a secret across two pieces is recognised. */
export function redactLines(redact: Redact, out: (text: string) => void): RedactedStream {
  const decoder = new StringDecoder("utf8");
  let held = "";
  const release = (length: number): void => {
    if (length > 0) out(redact(held.slice(0, length)));
    held = held.slice(length);
  };
  return {
    add(chunk) {
      held += decoder.write(chunk);
      release(held.length > MOST ? held.length : Math.min(endOfLines(held), beginOfKey(held)));
    },
    end() {
      held += decoder.end();
      release(held.length);
    },
  };
}

function endOfLines(text: string): number {
  return Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
}

/** The start of a private key without an end yet. */
function beginOfKey(text: string): number {
  const at = text.lastIndexOf("-----BEGIN ");
  return at === -1 || text.includes("-----END ", at) ? Infinity : at;
}
