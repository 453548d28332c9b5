import { listOwn } from "../../system/own/own-directory.ts";
import { createOwn, PRIVATE, readOwn, removeOwn } from "../../system/own/own-file.ts";
import { absolute, lstat, type OwnPlace } from "../../system/own/own-place.ts";
import { shortHash } from "../../values/short-hash.ts";
import { within } from "../directory.ts";
import type { Increments } from "../store.ts";
import { readSealed, type SealedFile, type SealedPlace, writeSealed } from "./sealed-json.ts";

const SIZE_LIMIT = 64 * 1024 * 1024;
const NAME = /^increment-[0-9a-f]{16}\./;

/** In the checkout's own directory, and sealed, because the tool trusts what is in it. */
export function createIncrements(place: SealedPlace | null): Increments {
  if (place === null) return { lay: () => null, forget: () => {} };
  const { dir } = place;
  return {
    lay(check, state, { isFresh, patience }) {
      const file = fileOf(check);
      const beside = (suffix: string): OwnPlace => within(dir, file.name.replace(".sealed", suffix));
      const busy = beside(".busy");
      if (!claim(busy, patience)) return null;
      // Always the same name: with another one, tsc repeats most of its work.
      const draft = beside(".tsbuildinfo");
      removeOwn(draft);
      const text = isFresh ? null : readKept(place, file, state);
      if (text !== null && createOwn(draft, text, { ...PRIVATE, flush: false }) !== "written") {
        removeOwn(busy);
        return null;
      }
      return {
        file: absolute(draft),
        text,
        take() {
          const found = readOwn(draft, SIZE_LIMIT);
          removeOwn(draft);
          removeOwn(busy);
          return typeof found === "object" && "text" in found ? found.text : null;
        },
        keep: (left) => void writeSealed(place, file, { state, text: left }),
        forget: () => void removeOwn(within(dir, file.name)),
      };
    },
    forget: () => removeIncrements(dir),
  };
}

/** Whether no other run is using it. A run that was killed holds it no longer than a command may take. */
function claim(busy: OwnPlace, patience: number): boolean {
  const claimed = createOwn(busy, "", { ...PRIVATE, flush: false });
  if (claimed !== "exists") return claimed === "written";
  const since = lstat(absolute(busy))?.mtimeMs ?? Infinity;
  if (Date.now() - since < patience) return false;
  removeOwn(busy);
  return createOwn(busy, "", { ...PRIVATE, flush: false }) === "written";
}

function readKept(place: SealedPlace, file: SealedFile, state: string): string | null {
  const kept = readSealed(place, file) as { readonly state: string; readonly text: string } | undefined;
  return kept?.state === state ? kept.text : null;
}

function fileOf(check: string): SealedFile {
  const name = `increment-${shortHash(check).slice(0, 16)}.sealed`;
  return { name, what: name, limit: SIZE_LIMIT };
}

function removeIncrements(dir: OwnPlace): void {
  const names = listOwn(dir);
  for (const name of Array.isArray(names) ? (names as readonly string[]) : [])
    if (NAME.test(name)) removeOwn(within(dir, name));
}
