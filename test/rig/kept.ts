import { expect } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { fileCheck as plainCheck, ran as ranBy, rigWith } from "./incremental.ts";
import type { Rig } from "./rig.ts";

export const FILES = ["src/a.ts", "src/b.ts", "src/c.ts", "src/d.ts"];

/** Beside the repository: a file that comes into it is news to whoever looks for files. */
export const NOTES = "../ran";

export function fileCheck(fields: Partial<CheckInput> = {}): CheckInput {
  const args = ["-c", `echo "$@" >> ${NOTES}; ! grep -l BAD "$@"`, "sh", "{files}"];
  return plainCheck({ args, ...fields });
}

export const ran = (rig: Rig): readonly string[] => ranBy(rig, NOTES);

/** A leaf, one that imports it, and two that stand alone; each verified. */
export async function verifiedRig(): Promise<Rig> {
  const rig = rigWith(fileCheck());
  rig.write("package.json", "{}\n");
  rig.write("src/a.ts", "export const a = 1;\n");
  rig.write("src/b.ts", 'import { a } from "./a";\nexport const b = a;\n');
  rig.write("src/c.ts", "export const c = 1;\n");
  rig.write("src/d.ts", "export const d = 1;\n");
  rig.commitAll();
  expect(await run(rig)).toEqual({ taken: null, ran: FILES });
  return rig;
}

/** What ran, and how many units were taken over; null where none could be. */
export async function run(
  rig: Rig,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly taken: number | null; readonly ran: readonly string[] }> {
  const { stderr } = await rig.verification([], { env: { VERIFICATION_COMPARE: "tell", ...env } });
  const [, taken = null] = /^compared: (\d+) units/m.exec(stderr) ?? [];
  return { taken: taken === null ? null : Number(taken), ran: ran(rig) };
}
