import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { createLimit } from "../process/limit.ts";
import { gitEnvironment } from "./git-environment.ts";

export interface GitCommand {
  /** The directory git runs in. */
  readonly root: string;
  readonly args: readonly string[];
  readonly input?: Buffer;
  /** Overrides the environment that git starts with. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it may talk to a remote. */
  readonly isOnline?: boolean;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

export type GitFailureReason = "missing" | "not-a-repository" | "dubious-ownership" | "failed";

export interface GitFailure {
  readonly ok: false;
  readonly reason: GitFailureReason;
  /** Null if git did not end by itself. */
  readonly status: number | null;
  readonly stderr: string;
}

export type GitOutput = { readonly ok: true; readonly stdout: Buffer; readonly stderr: string } | GitFailure;

/**
 * With these settings, git checks every file itself and trusts only a full comparison of its stats: no monitor, no
 * cache of directories, and ctime, inode and the executable bit all count. None of them invalidates what the index has
 * stored, because git always stores all of it.
 */
const SETTINGS: readonly string[] = [
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.trustctime=true",
  "core.checkStat=default",
  "submodule.recurse=false",
  ...(process.platform === "win32" ? [] : ["core.fileMode=true"]),
  ...(process.platform === "linux" ? ["core.ignoreCase=false"] : []),
].flatMap((setting) => ["-c", setting]);

const limit = createLimit(6);

/**
 * Starts git, never through a shell, and never throws. The only place that does. A root that contains `.git` counts as
 * that repository or as none: the repository around it does not answer for a broken one.
 */
export function runGit(command: GitCommand): Promise<GitOutput> {
  return limit(
    () =>
      new Promise((resolve) => {
        try {
          startGit(command, resolve);
        } catch (error) {
          // Some errors of the system are thrown rather than reported.
          resolve({ ok: false, reason: "failed", status: null, stderr: String(error) });
        }
      }),
  );
}

function startGit(command: GitCommand, resolve: (output: GitOutput) => void): void {
  const { root, args, input, signal } = command;
  const ceiling = existsSync(`${root}/.git`) ? dirname(root) : null;
  const child = spawn("git", ["--no-pager", ...SETTINGS, ...args], {
    cwd: root,
    env: { ...gitEnvironment(process.env, ceiling, command.isOnline), ...command.env },
    ...(signal === undefined ? {} : { signal }),
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.on("error", (error: NodeJS.ErrnoException) => {
    const reason = error.code === "ENOENT" && existsSync(root) ? "missing" : "failed";
    resolve({ ok: false, reason, status: null, stderr: error.message });
  });
  child.on("close", (status) => {
    const said = Buffer.concat(stderr).toString("utf8");
    if (status === 0) resolve({ ok: true, stdout: Buffer.concat(stdout), stderr: said });
    else resolve({ ok: false, reason: classify(said), status, stderr: said });
  });
  // Git may end before it has read everything; its status says the rest.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
}

/** Why git did not answer, as the end of a sentence. */
export function explainGitFailure({ reason, stderr }: GitFailure): string {
  return {
    missing: "git is not installed",
    "not-a-repository": "this is not a git repository",
    "dubious-ownership": "the repository belongs to another user (see safe.directory in git's manual)",
    failed: `git said "${stderr.trim()}"`,
  }[reason];
}

function classify(stderr: string): GitFailureReason {
  if (/dubious ownership|unsafe repository/.test(stderr)) return "dubious-ownership";
  if (/not a git repository/i.test(stderr)) return "not-a-repository";
  return "failed";
}
