import { relative, sep } from "node:path";
import type { FlowConfig } from "../../config/flow/resolve-flow.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { Ask, FlowEvent } from "../../vocabulary/flow/flow.ts";

/** What every flow command has at hand. */
export interface FlowContext {
  readonly config: FlowConfig;
  /** The configuration file that was named; undefined if it is found. */
  readonly configFile: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly emit: (event: FlowEvent) => void;
  /** Null if there is nobody to ask. */
  readonly ask: Ask | null;
  /** Whether a gate that fails is fixed; undefined if the configuration decides, or the user is asked. */
  readonly recover: boolean | undefined;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** The enabled checks with one of these tags, as the configuration declares them now: a phase may have changed it. */
  readonly listTagged: (tags: readonly string[]) => Promise<Result<readonly string[]>>;
}

/** As it is shown and stored: relative to the root, with `/`. */
export function fromRoot({ config }: Pick<FlowContext, "config">, path: string): string {
  return relative(config.root, path).split(sep).join("/");
}

export function warn({ emit }: Pick<FlowContext, "emit">, message: string): void {
  emit({ type: "warning", message });
}
