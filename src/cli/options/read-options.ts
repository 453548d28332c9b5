import type { PlanOptions } from "../../verify/options.ts";
import { tellWarnings } from "../tell-warnings.ts";
import type { Terminal } from "../terminal.ts";

/** The options of all commands but the default one that say what to read. */
export interface ConfigFlags {
  readonly config?: string;
  readonly profile?: readonly string[];
  readonly baseline?: string;
}

type ReadOptions = Pick<PlanOptions, "cwd" | "env" | "onEvent" | "profiles" | "configFile" | "baseline">;

/** Reads the options that nearly every command has. */
export function readOptions(flags: ConfigFlags, terminal: Terminal): ReadOptions {
  return {
    cwd: terminal.cwd,
    env: terminal.env,
    onEvent: tellWarnings(terminal),
    profiles: flags.profile ?? [],
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    ...(flags.baseline === undefined ? {} : { baseline: flags.baseline }),
  };
}
