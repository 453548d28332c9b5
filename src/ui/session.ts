import type { Program } from "../report/as-typed.ts";
import type { PlanOptions } from "../verify/options.ts";

/** What all requests to one server share. */
export interface PageSession {
  readonly options: Pick<PlanOptions, "cwd" | "env" | "configFile" | "profiles">;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** How the user calls the command. */
  readonly program: Program;
  /** How to start it again: a program and its first arguments. */
  readonly command: readonly string[];
  readonly canRun: boolean;
}

/** Remembers what takes a while to find out, until something may have changed it. */
export interface Cached<T> {
  get(): Promise<T>;
  forget(): void;
}

/** Requests meanwhile get the same answer. `age` is how long it is valid, in milliseconds. */
export function cacheAnswer<T>(find: () => Promise<T>, age = Infinity): Cached<T> {
  let known: Promise<T> | null = null;
  let until = 0;
  return {
    get() {
      if (known === null || Date.now() > until) {
        known = find();
        until = Infinity;
        const answer = known;
        const startClock = (): void => {
          if (known === answer) until = Date.now() + age;
        };
        answer.then(startClock, () => {
          if (known === answer) known = null;
        });
      }
      return known;
    },
    forget() {
      known = null;
    },
  };
}
