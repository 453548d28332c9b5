import { join } from "node:path";
import { withoutRepository } from "../system/git/git-environment.ts";
import { findExecutable, searchPath } from "../system/process/find-executable.ts";
import { startProcessGroup } from "../system/process/process-group.ts";

export interface AskOptions {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
}

/** A program that prints which files a tool checks. */
export interface Asking {
  readonly command: string;
  readonly args: readonly string[];
  /** Relative to the repository root. */
  readonly cwd: string;
  /** Variables to set. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds; 0 means no limit. */
  readonly timeout: number;
  readonly input?: string;
}

export type ToolReply =
  | { readonly type: "ended"; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly type: "failed"; readonly why: string; readonly isMissing?: true }
  | { readonly type: "stopped" };

const GRACE_MS = 2000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_SAID = 64 * 1024;

/**
 * Runs the program to its end, in a process group that ends with this process, when it is stopped, and at its time
 * limit.
 */
export async function askTool(asking: Asking, { root, env, signal }: AskOptions): Promise<ToolReply> {
  const cwd = join(root, asking.cwd);
  const environment = { ...withoutRepository(env), ...asking.env };
  const path = searchPath({ cwd, root, env: environment });
  const executable = findExecutable(asking.command, { cwd, path });
  if (executable.type !== "found")
    return { type: "failed", why: `${asking.command} was not found`, isMissing: true };
  if (signal?.aborted === true) return { type: "stopped" };
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  let cut: ToolReply | null = null;
  let size = 0;
  let errorSize = 0;
  const end = (why: ToolReply): void => {
    cut ??= why;
    group.end(GRACE_MS);
  };
  const group = startProcessGroup({
    command: executable.path,
    args: asking.args,
    cwd,
    env: { ...environment, PATH: path },
    ...(asking.input === undefined ? {} : { input: asking.input }),
    onStdout: (chunk) => {
      if (cut !== null) return;
      stdout.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES) end({ type: "failed", why: "it printed too much for a list" });
    },
    onStderr: (chunk) => {
      if (errorSize < MOST_SAID) stderr.push(chunk);
      errorSize += chunk.length;
    },
  });
  const stop = (): void => end({ type: "stopped" });
  signal?.addEventListener("abort", stop, { once: true });
  const limit =
    asking.timeout > 0
      ? setTimeout(
          () => end({ type: "failed", why: `it did not answer within ${asking.timeout} ms` }),
          asking.timeout,
        )
      : undefined;
  const ended = await group.ended;
  clearTimeout(limit);
  signal?.removeEventListener("abort", stop);
  if (cut !== null) return cut;
  if (ended.type === "not-started")
    return { type: "failed", why: `it could not be started (${ended.error.code ?? ended.error.message})` };
  if (ended.type === "signalled") return { type: "failed", why: `it was ended by ${ended.signal}` };
  return {
    type: "ended",
    code: ended.code,
    stdout: Buffer.concat(stdout).toString("utf8"),
    stderr: Buffer.concat(stderr).toString("utf8"),
  };
}
