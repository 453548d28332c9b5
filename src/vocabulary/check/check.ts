import type { Location } from "../failure.ts";
import type { Finding } from "../verdict/finding.ts";
import type { BuiltinName } from "./builtin.ts";
import type { ListingTool } from "./listing-tool.ts";
import type { ParserName, ProblemMatcher } from "./parser.ts";
import type { Tool } from "./tool.ts";
import type { TraceMode } from "./trace-mode.ts";

export const CHECK_TYPES = ["command", "test", "lint", "type-check", "build", "custom"] as const;
export type CheckType = (typeof CHECK_TYPES)[number];

export const FOLLOWS = ["none", "structure", "content"] as const;
/** How far a check's verdict depends on the graph. */
export type Follow = (typeof FOLLOWS)[number];

/** Reads findings from the output of a command. Only the library can pass one; files name a parser. */
export type OutputParser = (stdout: string, stderr: string) => readonly Finding[];

/** What a test runner reads without an import. If a command is watched, the trace shows it; otherwise it is assumed. */
export interface BesideTests {
  /** Globs of what counts for every test. */
  readonly inputs: readonly string[];
  /** What counts for one test only: its snapshots, where the tool puts them. */
  readonly targetInputs: readonly string[];
  /** Settings that move them elsewhere. */
  readonly movedBy: readonly string[];
  /** Replaces both if one of the settings is present: globs of everything that may be read, for every test. */
  readonly all: readonly string[];
}

/** One declared verification step, complete: every default is filled in. */
export interface Check {
  readonly name: string;
  readonly type: CheckType;
  readonly description: string;
  /** The built-in verifier; null for a check that starts a command. */
  readonly builtin: BuiltinName | null;
  /** Empty for a built-in verifier, like everything else about commands. */
  readonly command: string;
  readonly args: readonly string[];
  /** The tool that reads the file names of the command. */
  readonly tool: Tool;
  /** Relative to the repository root. */
  readonly cwd: string;
  /** Milliseconds; 0 means no limit. */
  readonly timeout: number;
  readonly critical: boolean;
  readonly enabled: boolean;
  /** How often a failed command is retried. */
  readonly retries: number;
  readonly dependsOn: readonly string[];
  readonly tags: readonly string[];
  readonly category: string;
  /** Globs of the target files; null if the check declares none. */
  readonly files: readonly string[] | null;
  /** The tool to ask for its files; null if only the globs count. */
  readonly lister: ListingTool | null;
  /** Whether the tool is only asked which of `files` it silently skips: these have no verdict. */
  readonly listsWithin: boolean;
  /** Globs of further files that the verdict depends on. */
  readonly inputs: readonly string[];
  /** Those that contain a part of the target's path: they count only for that target. */
  readonly targetInputs: readonly string[];
  /** What its tool reads for tests by itself; null if the check is not a test, or covers all files anyway. */
  readonly besideTests: BesideTests | null;
  /** The files with its tool's settings: those in the table of tools, none, or those that match. */
  readonly configuration: "auto" | "none" | readonly string[];
  /** Globs of what it writes: never its own inputs, and products for the checks that depend on it. */
  readonly outputs: readonly string[];
  /** How many targets a command gets at most; null means as many as fit. */
  readonly batch: number | null;
  /** How closely its commands are watched for what they read. */
  readonly trace: TraceMode;
  /** Variables to set; null declares that the command reads the variable. */
  readonly env: Readonly<Record<string, string | null>>;
  readonly follow: Follow;
  /** Whether it is declared; otherwise it is the most that the tool may need. */
  readonly declaresFollow: boolean;
  readonly renames: "reuse" | "rerun";
  readonly replayFailures: boolean;
  /** How findings are read from the output. */
  readonly parse: "auto" | "none" | ParserName | ProblemMatcher | OutputParser;
  /** For how many days a verdict is valid; null if its age does not matter. */
  readonly ttlDays: number | null;
  /** Why the command cannot start here, such as a template without a value; null if it can. */
  readonly blockedBy: string | null;
  /** Where it was declared. */
  readonly origin: Location;
}

/** Placeholder for the target files in a check's arguments. */
export const FILES = "{files}";
