import { relative, sep } from "node:path";
import type { ReadConfig } from "../../config/find-document.ts";
import type { FlowConfig } from "../../config/flow/resolve-flow.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { Ask, FlowEvent } from "../../vocabulary/flow/flow.ts";

/** What every flow command gets. */
export interface FlowContext {
  readonly config: FlowConfig;
  /** The absolute path of the requested configuration file; undefined to find it. */
  readonly configFile: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly emit: (event: FlowEvent) => void;
  /** Null if nobody can be asked. */
  readonly ask: Ask | null;
  /** Whether to fix a failing gate; undefined if the configuration decides, or the user is asked. */
  readonly recover: boolean | undefined;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly declared: DeclaredConfig;
  /** The enabled checks with one of these tags. */
  readonly listTagged: (tags: readonly string[], read: ReadConfig) => Promise<Result<readonly string[]>>;
}

/** The configuration as it is written. A command reads it once, and again only after something that may edit it. */
export interface DeclaredConfig {
  take(): Result<ReadConfig>;
  /** Something ran, or somebody was asked: the file may be another now. */
  expire(): void;
}

/** As shown and stored: relative to the root, with `/`. */
export function fromRoot({ config }: Pick<FlowContext, "config">, path: string): string {
  return relative(config.root, path).split(sep).join("/");
}

export function warn({ emit }: Pick<FlowContext, "emit">, message: string): void {
  emit({ type: "warning", message });
}
