import { isPublicKey, readPublicKey, type TrustedKey } from "./keys.ts";

/** What a list of trusted keys comes down to. */
export interface TrustList {
  readonly keys: readonly TrustedKey[];
  /** Entries that are no key, and files that are not there. */
  readonly wrong: readonly string[];
}

/** The files that a list names, to be read from where the list was read. */
export function listTrustFiles(trust: readonly string[]): readonly string[] {
  return trust.filter((entry) => !isPublicKey(entry));
}

/** Reads keys, and files with a key on each line. What is said twice counts by the first. */
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
