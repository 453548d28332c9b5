import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PRIVATE, readOwn, replaceOwn } from "../../system/own/own-file.ts";
import { absolute, type OwnPlace } from "../../system/own/own-place.ts";
import { within } from "../directory.ts";

const NAME = "mark";

/**
 * An edition beside the database that all worktrees read. It changes whenever any of them deletes or contradicts a stored
 * verdict. What a worktree concluded from its verdicts before that no longer counts.
 */
export function changeSharedEdition(dir: OwnPlace): void {
  replaceOwn(within(dir, NAME), `${randomUUID()}\n`, { ...PRIVATE, flush: false });
}

export function readSharedEdition(dir: OwnPlace): string {
  const found = readOwn(within(dir, NAME), 100);
  return typeof found === "object" && "text" in found ? found.text.trim() : "";
}

export function sharedEditionFile(dir: OwnPlace): string {
  return join(absolute(dir), NAME);
}
