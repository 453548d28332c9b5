import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { CheckInput, VerificationResult } from "../../src/index.ts";
import type { RedisOptions } from "./redis.ts";
import { Rig, type Ended } from "./rig.ts";
import { processesWith, WorkerRig } from "./worker-rig.ts";

/** Says where a bad word is, as compilers do, by the whole path of the file. */
export const LOOK = `for file; do
  if grep -q bad "$file"; then echo "$PWD/$file:1:1: error: bad word"; status=1; fi
done
exit \${status:-0}`;

export interface FleetOptions {
  readonly files: number;
  readonly trace?: "auto" | "off";
  readonly script?: string;
  readonly redis?: RedisOptions;
}

export async function fleet({
  files,
  trace = "off",
  script = LOOK,
  redis = {},
}: FleetOptions): Promise<WorkerRig> {
  const rig = new Rig({ trace });
  for (let index = 0; index < files; index++)
    rig.write(`src/f${index}.txt`, index % 10 === 3 ? `bad ${index}\n` : `good ${index}\n`);
  rig.write("look.sh", script);
  rig.checks({
    name: "look",
    type: "lint",
    command: "sh",
    args: ["look.sh", "{files}"],
    files: ["src/*.txt"],
    batch: 1,
    parse: "gcc",
  } as never);
  const made = await WorkerRig.create(rig, redis);
  made.publish();
  return made;
}

export function resultOf({ stdout, stderr }: Ended): VerificationResult {
  try {
    return JSON.parse(stdout) as VerificationResult;
  } catch {
    throw new Error(`No JSON on standard output: ${stdout}\n${stderr}`);
  }
}

/** What a run came to, without what is another each time. */
export function told({ results, findings, success }: VerificationResult): object {
  return {
    success,
    findings,
    results: results.map(({ check, status, exitCode, filesVerified, cacheHits, errors }) => {
      return { check, status, exitCode, filesVerified, cacheHits, errors };
    }),
  };
}

export function ranOn(result: VerificationResult): number {
  return (result.results[0]?.ranOn ?? []).reduce((sum, { commands }) => sum + commands, 0);
}

/** That a run with workers came to what a run without them comes to, unit by unit. */
export async function expectAsLocal(
  made: WorkerRig,
  ended: Ended,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const units = await made.units("look", env);
  made.rig.forget();
  const local = await made.rig.verification(["--json", "--full"], { env });
  expect(told(resultOf(ended))).toEqual(told(resultOf(local)));
  expect(units).toEqual(await made.units("look", env));
  expect(made.refs()).toEqual([]);
}

/** Settles when no process has this in its command line any more. */
export async function untilGone(text: string): Promise<void> {
  while (processesWith(text).length > 0) await delay(50);
}

/** A check of one file that does what the test tells it, wherever it runs. */
export function heldCheck(made: WorkerRig, name: string, fields: Partial<CheckInput> = {}): CheckInput {
  const { command, args } = made.rig.controlled(name);
  const files = { args: [...args, "{files}"], files: ["src/*.txt"] };
  return { name, type: "lint", command, ...files, ...fields } as CheckInput;
}
