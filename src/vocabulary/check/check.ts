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
/** How far a check's verdict reaches along the graph. */
export type Follow = (typeof FOLLOWS)[number];

/** Reads findings from what a command printed. Only the library can give one; files name a parser. */
export type OutputParser = (stdout: string, stderr: string) => readonly Finding[];

/** What a test runner reads without an import. A command that is watched shows it; otherwise it is presumed. */
export interface BesideTests {
  /** Globs of what counts for every test. */
  readonly inputs: readonly string[];
  /** What counts for one test alone: its snapshots, where the tool puts them. */
  readonly targetInputs: readonly string[];
  /** Settings with which these lie elsewhere. */
  readonly movedBy: readonly string[];
  /** In place of both where one of the settings is there: globs of all that may be read, for every test. */
  readonly all: readonly string[];
}

/** One declared verification step, complete: every default is filled in. */
export interface Check {
  readonly name: string;
  readonly type: CheckType;
  readonly description: string;
  /** The built-in verifier that it is; null for a check that starts a command. */
  readonly builtin: BuiltinName | null;
  /** Empty, as all that is about commands, where it is a built-in verifier. */
  readonly command: string;
  readonly args: readonly string[];
  /** The tool that reads the names of files which the command is given. */
  readonly tool: Tool;
  /** Relative to the repository root. */
  readonly cwd: string;
  /** Milliseconds; 0 is no limit. */
  readonly timeout: number;
  readonly critical: boolean;
  readonly enabled: boolean;
  /** How often a failed command is run again. */
  readonly retries: number;
  readonly dependsOn: readonly string[];
  readonly tags: readonly string[];
  readonly category: string;
  /** Globs of the target files; null where the check declares none. */
  readonly files: readonly string[] | null;
  /** The tool that is asked which files it takes; null where the globs alone say it. */
  readonly lister: ListingTool | null;
  /** Whether the tool is only asked which of `files` it passes over without a word: these have no verdict. */
  readonly listsWithin: boolean;
  /** Globs of further files that the verdict depends on. */
  readonly inputs: readonly string[];
  /** Those that name a part of the target's path: they count for that target alone. */
  readonly targetInputs: readonly string[];
  /** What its tool reads beside tests by itself; null for a check that is no test, or covers all files anyway. */
  readonly besideTests: BesideTests | null;
  /** The files that its tool takes its settings from: as the table of tools says, none, or those that match. */
  readonly configuration: "auto" | "none" | readonly string[];
  /** Globs of what it writes: never an input of its own, and a product to those that depend on it. */
  readonly outputs: readonly string[];
  /** How many targets a command gets at most; null is as many as fit. */
  readonly batch: number | null;
  /** How closely its commands are watched for what they read. */
  readonly trace: TraceMode;
  /** Variables to set; null declares that the command reads the variable as it is. */
  readonly env: Readonly<Record<string, string | null>>;
  readonly follow: Follow;
  /** Whether somebody declared it; otherwise it is what the tool may need at most. */
  readonly declaresFollow: boolean;
  readonly renames: "reuse" | "rerun";
  readonly replayFailures: boolean;
  /** How findings are read from the output. */
  readonly parse: "auto" | "none" | ParserName | ProblemMatcher | OutputParser;
  /** For how many days a verdict stands after it was reached; null where its age does not matter. */
  readonly ttlDays: number | null;
  /** Why the command cannot be started here and now, such as a template without a value; null where it can. */
  readonly blockedBy: string | null;
  /** Where it was declared. */
  readonly origin: Location;
}

/** Stands for the target files in a check's arguments. */
export const FILES = "{files}";
