import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { loadBinding, type RawDatabase } from "../../src/store/database/binding.ts";
import { loadKey, type StoreKey } from "../../src/store/key.ts";

/** The key that a user with these variables has. */
export function keyOf(env: NodeJS.ProcessEnv): StoreKey {
  const key = loadKey(env, { create: true, root: "/nowhere" });
  if (key === "none yet" || "problem" in key) throw new Error(JSON.stringify(key));
  return key;
}

/** The newest database that this key has in a directory. */
export function findDatabase(directory: string, key: StoreKey): string {
  const names = readdirSync(directory).filter((name) => name.includes(`.${key.id}.`) && name.endsWith(".db"));
  if (names.length === 0) throw new Error(`No database in ${directory}`);
  return join(directory, names.sort().at(-1) as string);
}

/** Changes a database as any program could, and leaves all of it in the one file. */
export async function withDatabase<T>(file: string, change: (raw: RawDatabase) => T): Promise<T> {
  const { DatabaseSync } = await loadBinding();
  const raw = new DatabaseSync(file);
  // The command's process closes it for good when its garbage is collected, and may be doing so now.
  raw.exec("PRAGMA busy_timeout = 10000");
  try {
    return change(raw);
  } finally {
    raw.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    raw.close();
  }
}

/** Makes a file of a database, without the log that lies beside it. */
export function putDatabase(from: string, to: string): void {
  const bytes = readFileSync(from);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(to + suffix, { force: true });
  writeFileSync(to, bytes);
}

/** Turns every verdict into a pass, sealed with this key, or with the seal that it had. */
export async function forgePasses(file: string, key: StoreKey | null): Promise<void> {
  await withDatabase(file, (raw) => {
    for (const row of raw.prepare("SELECT sequence, key, origin, body FROM verdicts").all()) {
      const body = passed(textOf(row["body"]));
      raw.prepare("UPDATE verdicts SET body = ? WHERE sequence = ?").run(body, Number(row["sequence"]));
      if (key === null) continue;
      const seal = key.sign(["verdicts", `${String(row["key"])} ${String(row["origin"])}`, body]);
      raw.prepare("UPDATE verdicts SET seal = ? WHERE sequence = ?").run(seal, Number(row["sequence"]));
    }
    if (key !== null) raw.prepare("UPDATE proof SET seal = ?").run(key.sign(["store", "3"]));
  });
}

function passed(json: string): string {
  return json
    .replaceAll('"failed"', '"passed"')
    .replaceAll(/"exitCode":\d+/g, '"exitCode":0')
    .replaceAll('"success":false', '"success":true')
    .replaceAll('"failed":1', '"failed":0')
    .replaceAll('"passed":0', '"passed":1')
    .replaceAll('"passed":false', '"passed":true');
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : inflateRawSync(body as Uint8Array).toString();
}
