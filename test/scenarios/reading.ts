import type { VerificationResult } from "../../src/index.ts";
import type { Ground } from "./ground.ts";

/** What a run says, as far as scenarios are about it. */
export interface Reading {
  readonly status: number | null;
  /** Why each unit ran, by the name that scenarios give it. */
  readonly ran: ReadonlyMap<string, string>;
  readonly checks: readonly ReadCheck[];
  /** What it printed beside the result. */
  readonly said: string;
}

export interface ReadCheck {
  readonly name: string;
  readonly status: string;
  /** Files with errors. */
  readonly files: readonly string[];
  /** Verdicts by how they are known. */
  readonly observed: number;
  readonly predicted: number;
  /** What a failed one printed. */
  readonly output: string;
}

/** Whether the commands of a run are watched. */
export type Trace = "on" | "off";

/** An incremental run. */
export function verify(ground: Ground, trace: Trace): Promise<Reading> {
  return read(ground, "--trace", trace);
}

/** What a run says that knows nothing of any other. */
export function verifyFresh(ground: Ground, checks: readonly string[]): Promise<Reading> {
  const chosen = checks.flatMap((name) => ["--check", name]);
  return read(ground, "--force", "--skip-cache", "--trace", "off", ...chosen);
}

async function read(ground: Ground, ...args: readonly string[]): Promise<Reading> {
  const { status, stdout, stderr } = await ground.run(...args, "--json");
  const result = parse(stdout);
  if (result === null) throw new Error(`no result: ${stdout}${stderr}`);
  return {
    status,
    ran: new Map(
      result.scope.scopeRationale.map(({ check, file, detail }) => [`${check} ${file}`.trim(), detail]),
    ),
    checks: result.results.map(({ check, status, errors, stdout, stderr, ...counts }) => {
      const files = errors.flatMap(({ file, severity }) => (severity === "error" && file ? [file] : []));
      const { observed = 0, predicted = 0 } = counts as { observed?: number; predicted?: number };
      const output = status === "failed" ? `${stdout}${stderr}`.slice(-2000) : "";
      return { name: check, status, files: [...new Set(files)].sort(), observed, predicted, output };
    }),
    said: stderr,
  };
}

function parse(text: string): VerificationResult | null {
  try {
    return JSON.parse(text) as VerificationResult;
  } catch {
    return null;
  }
}
