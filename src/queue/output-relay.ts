import { MOST } from "./job.ts";

/** In milliseconds: how often the output of a command is told at most. */
const PACE = 200;
/** Characters of one message: each may take six bytes as it is sent. */
const PIECE = Math.floor(MOST.newsBytes / 8);

export interface OutputRelay {
  hear(text: string): void;
  /** Nothing more comes. */
  end(): void;
}

/** Gathers what a command prints, and passes it on now and then: as much as is heard of one that runs here. */
export function createOutputRelay(tell: (text: string) => unknown): OutputRelay {
  let held = "";
  let left: number = MOST.heardBytes;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (let at = 0; at < held.length; at += PIECE) tell(held.slice(at, at + PIECE));
    held = "";
  };
  return {
    hear: (text) => {
      held += text.slice(0, left);
      left -= Math.min(left, text.length);
      if (held !== "") timer ??= setTimeout(flush, PACE);
    },
    end: flush,
  };
}
