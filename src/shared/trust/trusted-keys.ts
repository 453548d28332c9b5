import { isPublicKey, readPublicKey, type TrustedKey } from "./keys.ts";

/** A list of trusted keys, parsed. */
export interface TrustList {
  readonly keys: readonly TrustedKey[];
  /** Entries that are not keys, and files that do not exist. */
  readonly wrong: readonly string[];
}

/** The files that a list names, to be read from where the list was read. */
export function listTrustFiles(trust: readonly string[]): readonly string[] {
  return trust.filter((entry) => !isPublicKey(entry));
}

/** Reads keys, and files with a key on each line. If a key occurs twice, the first entry counts. */
export function readTrust(trust: readonly string[], texts: ReadonlyMap<string, string>): TrustList {
  const wrong: string[] = [];
  const keys = new Map<string, TrustedKey>();
  const add = (line: string): void => {
    const key = readPublicKey(line);
    if (key === null) wrong.push(line.slice(0, 80));
    else if (!keys.has(key.id)) keys.set(key.id, key);
  };
  for (const entry of trust) {
    if (isPublicKey(entry)) {
      add(entry);
      continue;
    }
    const text = texts.get(entry);
    if (text === undefined) wrong.push(entry);
    else text.split(/\r?\n/).map(withoutComment).filter(Boolean).forEach(add);
  }
  return { keys: [...keys.values()], wrong };
}

function withoutComment(line: string): string {
  return line.replace(/^\s*#.*$/, "").trim();
}
