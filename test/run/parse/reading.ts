import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createLocate } from "../../../src/run/parse/locate.ts";
import { type OutputFormat, parseOutput } from "../../../src/run/parse/parse-output.ts";
import type { Parsed } from "../../../src/run/parse/parser.ts";
import { readPrinted } from "../../../src/run/parse/printed.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";
import { SPECIMEN } from "../../tools/specimen.mjs";

/** What a real tool printed, and which version of it. */
export interface Captured {
  readonly tool: string;
  readonly version: string;
  readonly command: readonly string[];
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function captured(name: string): Captured {
  return JSON.parse(readFileSync(join(import.meta.dirname, "captured", `${name}.json`), "utf8")) as Captured;
}

export interface ReadOptions {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  readonly cwd?: string;
  readonly targets?: readonly string[];
  /** The files of the repository, beside those of the specimen. */
  readonly files?: readonly string[];
}

/** Reads an output as if it were about a repository in /repo that holds the specimen. */
export async function read(format: OutputFormat, options: ReadOptions): Promise<Parsed | null> {
  const files = new Set([...Object.keys(SPECIMEN), ...(options.files ?? [])]);
  const locate = createLocate({
    roots: ["/repo"],
    cwd: options.cwd ?? ".",
    isFile: (path) => files.has(path),
  });
  const printed = readPrinted({
    stdout: options.stdout ?? "",
    stderr: options.stderr ?? "",
    locate,
    targets: (options.targets ?? []) as RepoPath[],
  });
  return parseOutput(format, printed, { passed: options.exitCode === 0 });
}

/** One line for each problem: enough to see at a glance that it was read right. */
export function lines(parsed: Parsed | null): readonly string[] | null {
  return (
    parsed?.problems.map(({ file, line, column, severity, code, message, suggestion }) =>
      [
        `${file ?? "-"}:${line ?? "-"}:${column ?? "-"}`,
        severity,
        code ?? "-",
        message,
        ...(suggestion === undefined ? [] : [`(${suggestion})`]),
      ].join(" "),
    ) ?? null
  );
}
