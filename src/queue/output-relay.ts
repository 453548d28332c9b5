import { MOST } from "./job.ts";

/** The shortest time between two messages about the output of a command, in milliseconds. */
const PACE = 200;
/** Characters of one message: each may take six bytes when it is sent. */
const PIECE = Math.floor(MOST.newsBytes / 8);

export interface OutputRelay {
  hear(text: string): void;
  /** Nothing more follows. */
  end(): void;
}

/** Collects the output of a command and passes it on now and then: as much as for a command that runs here. */
export function createOutputRelay(tell: (text: string) => unknown): OutputRelay {
  let held = "";
  let bytesLeft: number = MOST.heardBytes;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (let at = 0; at < held.length; at += PIECE) tell(held.slice(at, at + PIECE));
    held = "";
  };
  return {
    hear: (text) => {
      held += text.slice(0, bytesLeft);
      bytesLeft -= Math.min(bytesLeft, text.length);
      if (held !== "") timer ??= setTimeout(flush, PACE);
    },
    end: flush,
  };
}
