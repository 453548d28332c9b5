import { StringDecoder } from "node:string_decoder";
import type { Redact } from "./redact.ts";

export interface RedactedStream {
  add(chunk: Buffer): void;
  /** Nothing more comes. */
  end(): void;
}

/** What is held back at most while its line has no end. */
const MOST = 64 * 1024;

/** Redacts what comes in pieces. It goes on line by line, so that a secret is seen whole where it lies in two pieces. */
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

/** Where a private key begins that has no end yet. */
function beginOfKey(text: string): number {
  const at = text.lastIndexOf("-----BEGIN ");
  return at === -1 || text.includes("-----END ", at) ? Infinity : at;
}
