/** The action of a key. */
export type Key = "all" | "failed" | "explain" | "quit" | "interrupt";

/** The part of a terminal's input that is needed. */
export interface KeyInput {
  setRawMode(raw: boolean): unknown;
  setEncoding(encoding: "utf8"): unknown;
  on(event: "data", call: (text: string) => void): unknown;
  off(event: "data", call: (text: string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

const KEYS: Readonly<Record<string, Key>> = {
  a: "all",
  "\r": "all",
  "\n": "all",
  f: "failed",
  e: "explain",
  q: "quit",
  /** Ctrl-D and Ctrl-C: without echo and line, the terminal sends them as characters. */
  "\u0004": "quit",
  "\u0003": "interrupt",
};

/** Calls back for every known key until the returned function is called, which restores the terminal. */
export function listenForKeys(input: KeyInput, onKey: (key: Key) => void): () => void {
  const onData = (text: string): void => {
    // Arrows and similar keys arrive as a sequence that contains letters.
    if (text.startsWith("\u001B")) return;
    for (const character of text) {
      const key = KEYS[character.toLowerCase()];
      if (key !== undefined) onKey(key);
    }
  };
  input.setRawMode(true);
  input.setEncoding("utf8");
  input.on("data", onData);
  input.resume();
  return () => {
    input.off("data", onData);
    input.setRawMode(false);
    input.pause();
  };
}
