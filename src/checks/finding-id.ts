import { hash } from "node:crypto";

export interface FindingIdentity {
  readonly check: string;
  readonly file?: string | undefined;
  readonly code?: string | undefined;
  readonly message: string;
  /** The text of the line that it is about. */
  readonly source?: string | undefined;
}

/** Digits of an id that say what was found; the rest says in which file. */
const WHAT = 16;
const WHERE = 8;
const OWN = new RegExp(`^[0-9a-f]{${WHAT + WHERE}}$`);

/**
 * What a finding is known by from run to run. Where it stands in its file is no part of it, because lines move, and
 * neither are numbers and places within the message. The file is a part of its own: `moveFinding` exchanges it.
 */
export function findingId({ check, file, code = "", message, source = "" }: FindingIdentity): string {
  const what = JSON.stringify([check, code, withoutPlaces(message), withoutSpace(source)]);
  return `${digest(JSON.stringify([what, 0]), WHAT)}${placeOf(file)}`;
}

/**
 * The id of a further finding that nothing but its order in the file tells from the first of its kind. An id that is not
 * from here stays as it is.
 */
export function repeatFindingId(id: string, occurrence: number): string {
  if (occurrence === 0 || !isOwnId(id)) return id;
  return `${digest(JSON.stringify([id.slice(0, WHAT), occurrence]), WHAT)}${id.slice(WHAT)}`;
}

/** Whether an id was made here, and not by a parser of the user. */
export function isOwnId(id: string): boolean {
  return OWN.test(id);
}

/** The id that the same finding has in a file of another name. An id that is not from here stays as it is. */
export function moveFinding(id: string, file: string | undefined): string {
  return isOwnId(id) ? `${id.slice(0, WHAT)}${placeOf(file)}` : id;
}

/** The id of the finding that stands for everything a command of this check said. */
export function rawFindingId(check: string): string {
  return findingId({ check, message: "", code: "raw output" });
}

function placeOf(file = ""): string {
  return digest(file, WHERE);
}

/** Quoted paths, numbers and line:column can change without anything being another problem. */
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
