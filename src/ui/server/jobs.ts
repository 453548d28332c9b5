import { type ChildProcess, spawn } from "node:child_process";
import { ON_STALE } from "../../vocabulary/flow/flow.ts";
import { formatCommand } from "../../wording/format-command.ts";
import type { Action, JobState } from "../api.ts";
import type { PageSession } from "../session.ts";

const OUTPUT = 64 * 1024;

/** The jobs that the page has started, one at a time. */
export interface Jobs {
  readonly state: JobState | null;
  /** Null if it was started; otherwise why not. */
  start(action: Exclude<Action, { readonly type: "stop" }>): string | null;
  /** Stops the running job, as Ctrl-C does. False if nothing is running. */
  stop(): boolean;
  /** Resolves when nothing is running. */
  ended(): Promise<void>;
}

/** Starts the same command that people type, in a separate process. */
export function createJobs(
  { command, cwd, env, program }: Pick<PageSession, "command" | "cwd" | "env" | "program">,
  onChange: (job: JobState) => void,
): Jobs {
  let state: JobState | null = null;
  let child: ChildProcess | null = null;
  let over: Promise<void> = Promise.resolve();
  let counted = 0;
  const set = (next: JobState): void => {
    state = next;
    onChange(next);
  };
  return {
    get state() {
      return state;
    },
    start(action) {
      if (child !== null) return "Something is running already: wait for its end, or stop it.";
      const args = argumentsOf(action);
      const [file = process.execPath, ...first] = command;
      const started = spawn(file, [...first, ...args], {
        cwd,
        env: { ...env, NO_COLOR: "1", VERIFICATION_FORMAT: "text" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      set({
        id: ++counted,
        action: action.type,
        command: formatCommand([...program, ...args]),
        startedAt: Date.now(),
        status: null,
        isOver: false,
        output: "",
      });
      const add = (text: string): void => {
        if (state !== null) set({ ...state, output: (state.output + text).slice(-OUTPUT) });
      };
      started.stdout?.setEncoding("utf8").on("data", add);
      started.stderr?.setEncoding("utf8").on("data", add);
      over = new Promise((resolve) => {
        const end = (status: number | null): void => {
          if (child !== started) return;
          child = null;
          if (state !== null) set({ ...state, status, isOver: true });
          resolve();
        };
        started.once("error", () => end(null));
        started.once("close", end);
      });
      return null;
    },
    stop() {
      return child?.kill("SIGINT") ?? false;
    },
    ended: () => over,
  };
}

/** A value always comes after an equals sign or a double dash, so that it is never taken for an option. */
function argumentsOf(action: Exclude<Action, { readonly type: "stop" }>): readonly string[] {
  switch (action.type) {
    case "verify":
      return [];
    case "verify-all":
      return ["--full"];
    case "rerun":
      return ["--force", `--check=${action.check}`];
    case "recover":
      return ["--recover"];
    case "flow-build": {
      const { onStale } = action;
      const isKnown = ON_STALE.some((choice) => choice === onStale);
      return ["flow", "build", "--yes", ...(isKnown ? [`--on-stale=${onStale}`] : []), "--", action.item];
    }
    case "flow-done":
      return ["flow", "done", "--", action.phase];
  }
}
