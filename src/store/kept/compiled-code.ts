import { hash } from "node:crypto";
import { dirname, join } from "node:path";
import { listOwn } from "../../system/own/own-directory.ts";
import { PRIVATE, removeOwn, replaceOwn } from "../../system/own/own-file.ts";
import { lstat } from "../../system/own/own-place.ts";
import { readPrivateBytes } from "../../system/own/private-file.ts";
import type { StoreKey } from "../key.ts";

/** A source file of this program whose compiled form is kept. */
export interface CompiledPlace {
  /** Absolute. */
  readonly file: string;
  readonly source: Buffer;
  /** Beside the user's key. */
  readonly directory: string;
  readonly key: StoreKey;
}

export interface CompiledCode {
  readonly code: Buffer;
  /** How often it was written: each time, it includes what one more run has used. */
  readonly round: number;
}

/** A seal, the round, and padding, so that the engine can use the code without copying it. */
const HEAD = 64;
const SEAL = 32;
const SIZE_LIMIT = 64 * 1024 * 1024;
/** For several versions of this program and of Node. */
const MOST_FILES = 8;

/**
 * Reads the compiled code that the JavaScript engine made from a source file. Because it will run, it is read only from
 * a place where nobody else can write, beside the user's key, and used only with that key's seal over it, the whole
 * source and this version of Node.
 */
export function readCompiled(place: CompiledPlace): CompiledCode | null {
  const found = readPrivateBytes(fileOf(place), SIZE_LIMIT);
  if (typeof found === "string" || "problem" in found || found.bytes.length <= HEAD) return null;
  const { bytes } = found;
  const compiled = { code: bytes.subarray(HEAD), round: bytes.readUInt8(SEAL) };
  return place.key.hasSigned(partsOf(place, compiled), bytes.toString("latin1", 0, SEAL)) ? compiled : null;
}

/** Stores it if possible. Without it, a run takes longer, with the same result. */
export function keepCompiled(place: CompiledPlace, compiled: CompiledCode): void {
  const file = fileOf(place);
  const head = Buffer.alloc(HEAD);
  head.write(place.key.sign(partsOf(place, compiled)), "latin1");
  head.writeUInt8(compiled.round, SEAL);
  const base = dirname(file);
  const written = replaceOwn({ base, path: file }, Buffer.concat([head, compiled.code]), {
    ...PRIVATE,
    flush: false,
  });
  if (written === "written") removeOldest(base);
}

function partsOf({ source }: CompiledPlace, { code, round }: CompiledCode): readonly (string | Buffer)[] {
  return ["compiled code", process.version, process.arch, String(round), source, code];
}

function fileOf({ file, directory }: CompiledPlace): string {
  const name = hash("sha256", JSON.stringify([file, process.version, process.arch]), "hex").slice(0, 16);
  return join(directory, `code-${name}`);
}

function removeOldest(base: string): void {
  const names = listOwn({ base, path: base });
  if (typeof names === "string" || "refused" in names) return;
  const files = names.filter((name) => /^code-[0-9a-f]{16}$/.test(name)).map((name) => join(base, name));
  const age = (file: string): number => -(lstat(file)?.mtimeMs ?? 0);
  for (const path of files.sort((one, other) => age(one) - age(other)).slice(MOST_FILES))
    removeOwn({ base, path });
}
