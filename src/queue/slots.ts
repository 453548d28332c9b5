/** Where a command may run now: on this machine, or on a worker. */
export type RunPlace = "here" | "there";

export interface Slots {
  /**
   * Resolves when there is a place for a command: on an idle worker, or else here, or else in the queue of a busy
   * worker. A command that cannot be sent waits for a slot here. Null if it is no longer needed.
   *
   * @param label what it needs; null if it must not be sent
   */
  enter(label: string | null, stop: AbortSignal): Promise<RunPlace | null>;
  leave(place: RunPlace, label: string | null): void;
  /** Whether a slot here is free and nobody waits for it. */
  isIdle(): boolean;
  /** Checks again who can continue. */
  wake(): void;
}

interface Waiting {
  readonly label: string | null;
  readonly go: (place: RunPlace | null) => void;
}

/** How many commands are sent for each slot of the workers, so that none of them waits for the next. */
export const AHEAD = 4;

/**
 * @param width how many commands run here at once
 * @param capacity how many run on workers at once
 */
export function createSlots(width: number, capacity: (label: string) => number): Slots {
  let here = 0;
  const there = new Map<string, number>();
  let waiting: Waiting[] = [];
  const sent = (label: string): number => there.get(label) ?? 0;
  const choose = (label: string | null): RunPlace | null => {
    if (label !== null && sent(label) < capacity(label)) return "there";
    if (here < width) return "here";
    return label !== null && sent(label) < AHEAD * capacity(label) ? "there" : null;
  };
  const count = (place: RunPlace, label: string | null, by: 1 | -1): void => {
    if (place === "here") here += by;
    else there.set(label ?? "", sent(label ?? "") + by);
  };
  const wake = (): void => {
    const stillWaiting: Waiting[] = [];
    for (const each of waiting) {
      const place = choose(each.label);
      if (place === null) stillWaiting.push(each);
      else {
        count(place, each.label, 1);
        each.go(place);
      }
    }
    waiting = stillWaiting;
  };
  return {
    enter: async (label, stop) => {
      if (stop.aborted) return null;
      return new Promise((resolve) => {
        const entry: Waiting = {
          label,
          go: (place) => {
            stop.removeEventListener("abort", onStop);
            resolve(place);
          },
        };
        const onStop = (): void => {
          waiting = waiting.filter((each) => each !== entry);
          resolve(null);
        };
        stop.addEventListener("abort", onStop, { once: true });
        waiting.push(entry);
        wake();
      });
    },
    leave: (place, label) => {
      count(place, label, -1);
      wake();
    },
    isIdle: () => here < width && waiting.length === 0,
    wake,
  };
}
