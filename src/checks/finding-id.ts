import { hash } from "node:crypto";

export interface FindingIdentity {
  readonly check: string;
  readonly file?: string | undefined;
  readonly code?: string | undefined;
  readonly message: string;
  /** The text of its line. */
  readonly source?: string | undefined;
}

/** Digits of an id that identify what was found; the rest identifies the file. */
const WHAT = 16;
const WHERE = 8;
const OWN = new RegExp(`^[0-9a-f]{${WHAT + WHERE}}$`);

/**
 * The identity of a finding from run to run. Its position in the file does not count, because lines move, and neither
 * do numbers and places in the message. The file is a separate part: `moveFinding` replaces it.
 */
export function findingId({ check, file, code = "", message, source = "" }: FindingIdentity): string {
  const what = JSON.stringify([check, code, withoutPlaces(message), withoutSpace(source)]);
  return `${digest(JSON.stringify([what, 0]), WHAT)}${placeOf(file)}`;
}

/**
 * The id of another finding that differs from the first of its kind only by its order in the file. An id that we did
 * not make stays unchanged.
 */
export function repeatFindingId(id: string, occurrence: number): string {
  if (occurrence === 0 || !isOwnId(id)) return id;
  return `${digest(JSON.stringify([id.slice(0, WHAT), occurrence]), WHAT)}${id.slice(WHAT)}`;
}

/** Whether we made an id, and not a parser of the user. */
export function isOwnId(id: string): boolean {
  return OWN.test(id);
}

/** The id of the same finding in a file with another name. An id that we did not make stays unchanged. */
export function moveFinding(id: string, file: string | undefined): string {
  return isOwnId(id) ? `${id.slice(0, WHAT)}${placeOf(file)}` : id;
}

/** The id of the finding that stands for the whole output of a command. */
export function rawFindingId(check: string): string {
  return findingId({ check, message: "", code: "raw output" });
}

function placeOf(file = ""): string {
  return digest(file, WHERE);
}

/** Quoted paths, numbers and line:column can change without the problem changing. */
function withoutPlaces(message: string): string {
  return withoutSpace(message)
    .replaceAll(/(["'`])[^"'`]+\1/g, (quoted) => (quoted.includes("/") ? "path" : quoted))
    .replaceAll(/\d+/g, "0");
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function digest(text: string, length: number): string {
  return hash("sha256", text, "hex").slice(0, length);
}
