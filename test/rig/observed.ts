import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { CheckInput } from "../../src/index.ts";
import { Rig, shell } from "./rig.ts";

/** Fails if a fixture says BAD whose name only running it tells. */
export function readsFixture(fields: Partial<CheckInput> = {}): CheckInput {
  return shell("reads", 'echo ran >> .ran; ! grep BAD "$(printf fix)tures/a.json"', {
    type: "test",
    files: ["src/*"],
    ...fields,
  });
}

/** A committed repository with a fixture that the check reads, and one that nothing reads. */
export function fixtureRig(...checks: readonly CheckInput[]): Rig {
  const rig = new Rig({ trace: "auto" });
  rig.write(".gitignore", ".ran\nignored/\n.verification-baseline.json\n");
  rig.checks(...(checks.length === 0 ? [readsFixture()] : checks));
  writeFixtures(rig);
  rig.commitAll();
  return rig;
}

export function writeFixtures(rig: Rig): void {
  rig.write("src/x.txt", "x\n");
  rig.write("fixtures/a.json", "fine\n");
  rig.write("fixtures/unread.json", "fine\n");
}

/** A search path with the programs that a run needs, and with this strace or none. */
export function pathWithout(rig: Rig, strace?: string): { readonly PATH: string } {
  const PATH = join(dirname(rig.root), strace === undefined ? "bin" : "bin-with-strace");
  mkdirSync(PATH);
  const places = (process.env["PATH"] ?? "").split(delimiter);
  for (const name of ["git", "sh", "grep"]) {
    const found = places.map((place) => join(place, name)).find(existsSync);
    if (found === undefined) throw new Error(`${name} is not installed`);
    symlinkSync(found, join(PATH, name));
  }
  symlinkSync(process.execPath, join(PATH, "node"));
  if (strace !== undefined) {
    rig.write("../bin-with-strace/strace", `#!/bin/sh\n${strace}\n`);
    chmodSync(join(PATH, "strace"), 0o755);
  }
  return { PATH };
}
