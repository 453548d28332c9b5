import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PRIVATE, readOwn, replaceOwn } from "../../system/own/own-file.ts";
import { absolute, type OwnPlace } from "../../system/own/own-place.ts";
import { within } from "../directory.ts";

const NAME = "mark";

/**
 * A mark beside the database that all worktrees look at: it changes whenever a stored verdict was thrown away or
 * contradicted by any of them. What a worktree has concluded from its verdicts before that is not to be repeated.
 */
export function changeDoubtMark(dir: OwnPlace): void {
  replaceOwn(within(dir, NAME), `${randomUUID()}\n`, { ...PRIVATE, flush: false });
}

export function readDoubtMark(dir: OwnPlace): string {
  const found = readOwn(within(dir, NAME), 100);
  return typeof found === "object" && "text" in found ? found.text.trim() : "";
}

export function doubtMarkFile(dir: OwnPlace): string {
  return join(absolute(dir), NAME);
}
