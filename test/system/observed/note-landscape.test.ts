import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createLandscape } from "../../../src/system/observed/note-landscape.ts";
import { glance, NEVER } from "../../../src/system/observed/sighting.ts";
import { startWitness } from "../../../src/system/observed/witness.ts";

/** Whether what is noted could ever be seen again. */
function canBeSame(landscape: () => void): boolean {
  const witness = startWitness(glance);
  landscape();
  witness.end();
  return ![...witness.sightings.thing.values()].includes(NEVER);
}

it("is never the same where there are too many directories to look at and files are made, also when it is asked again", () => {
  const root = mkdtempSync(join(tmpdir(), "verification-landscape-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "one"));
  const small = createLandscape(root, true);
  expect([canBeSame(small), canBeSame(small)]).toEqual([true, true]);
  for (let index = 0; index <= 5000; index += 1) mkdirSync(join(root, `one/${index}`));
  const large = createLandscape(root, true);
  expect([canBeSame(large), canBeSame(large)]).toEqual([false, false]);
  const other = createLandscape(root, false);
  expect([canBeSame(other), canBeSame(other)]).toEqual([true, true]);
});
