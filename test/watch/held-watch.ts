import { setImmediate as turn } from "node:timers/promises";
import { fail, succeed } from "../../src/values/succeed.ts";
import type { Result } from "../../src/vocabulary/failure.ts";
import type { VerificationResult } from "../../src/vocabulary/run/verification-result.ts";
import type { RunRequest, WatchEvent } from "../../src/vocabulary/run/watch.ts";
import { type Clock, startWatchLoop } from "../../src/watch/watch-loop.ts";

/** How long the loop waits for quiet. */
export const QUIET = 100;

interface StartedRun extends RunRequest {
  readonly signal: AbortSignal;
  readonly tree: string;
  end(...failed: readonly string[]): Promise<void>;
  refuse(): Promise<void>;
}

/** A loop over a tree, a clock and runs that the test holds. */
export class Held {
  readonly events: WatchEvent[] = [];
  readonly runs: StartedRun[] = [];
  readonly files = new Map([["a", "1"]]);
  looks = 0;
  time = 0;
  lookTakes = 0;
  lookFails = false;
  slowLook: ((fresh: boolean) => Promise<void>) | null = null;
  #timers: { due: number; call: () => void }[] = [];
  readonly loop = startWatchLoop({
    verify: (request, signal) => this.#verify(request, signal),
    look: async (fresh) => {
      this.looks += 1;
      if (this.lookFails) throw new Error("a bug");
      const state = new Map(this.files);
      this.time += this.lookTakes;
      await this.slowLook?.(fresh);
      return state;
    },
    clock: this.#clock(),
    quietMs: QUIET,
    onEvent: (event) => this.events.push(event),
  });

  /** Lets everything happen that needs no time. */
  async settle(): Promise<this> {
    for (let turns = 0; turns < 10; turns += 1) await turn();
    return this;
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    for (;;) {
      const next = this.#timers.filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.time = Math.max(this.time, next.due);
      next.call();
      await this.settle();
    }
    this.time = Math.max(this.time, end);
    await this.settle();
  }

  /** Writes a file and tells of it. */
  write(path: string, content: string): void {
    this.files.set(path, content);
    this.loop.hint();
  }

  get last(): StartedRun {
    return this.runs.at(-1) as StartedRun;
  }

  types(): readonly string[] {
    return this.events.map(({ type }) => type);
  }

  #clock(): Clock {
    return {
      now: () => this.time,
      after: (milliseconds, call) => {
        const timer = { due: this.time + milliseconds, call };
        this.#timers.push(timer);
        return () => (this.#timers = this.#timers.filter((each) => each !== timer));
      },
    };
  }

  #verify(request: RunRequest, signal: AbortSignal): Promise<Result<VerificationResult>> {
    return new Promise((resolve) => {
      const settle = (result: Result<VerificationResult>): Promise<void> => {
        resolve(result);
        return this.settle().then(() => {});
      };
      this.runs.push({
        ...request,
        signal,
        tree: [...this.files].join(" "),
        end: (...failed) => settle(succeed(resultOf(failed))),
        refuse: () => settle(fail({ kind: "config-invalid", message: "broken" })),
      });
    });
  }
}

function resultOf(failed: readonly string[]): VerificationResult {
  const results = ["lint", "test"].map((check) => ({
    check,
    status: failed.includes(check) ? "failed" : "passed",
  }));
  return { results } as unknown as VerificationResult;
}

export async function held(): Promise<Held> {
  return new Held().settle();
}
