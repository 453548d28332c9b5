import type { PlanOptions } from "../../verify/options.ts";
import { tellWarnings } from "../tell-warnings.ts";
import type { Terminal } from "../terminal.ts";

/** The options that say what is looked at, as the commands beside the default one have them. */
export interface ConfigFlags {
  readonly config?: string;
  readonly profile?: readonly string[];
  readonly baseline?: string;
}

type ReadOptions = Pick<PlanOptions, "cwd" | "env" | "onEvent" | "profiles" | "configFile" | "baseline">;

/** What the options that nearly every command has mean. */
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
