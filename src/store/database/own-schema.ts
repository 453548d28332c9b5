import type { StoreKey } from "../key.ts";
import type { Binding, RawDatabase, Row } from "./binding.ts";
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from "./schema.ts";

/** Whose database it claims to be, tested before anything else is read. */
export function identify(raw: RawDatabase): "ours" | "empty" | "foreign" {
  const id = raw.prepare("PRAGMA application_id").get()?.["application_id"];
  const version = raw.prepare("PRAGMA user_version").get()?.["user_version"];
  if (id === APPLICATION_ID && version === SCHEMA_VERSION) return "ours";
  if (id !== 0 || version !== 0) return "foreign";
  return raw.prepare("SELECT 1 FROM sqlite_master LIMIT 1").get() === undefined ? "empty" : "foreign";
}

/** Whether the schema is exactly this store's own: a foreign view or trigger would run inside our statements. */
export function hasOurSchema(raw: RawDatabase, binding: Binding): boolean {
  const expected = expectedSchema(binding);
  const found = raw.prepare(`${SCHEMA_ROWS} LIMIT ${expected.length + 1}`).all();
  return JSON.stringify(found) === JSON.stringify(expected);
}

const SCHEMA_ROWS = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name";

/** What SQLite makes of our own statements. */
function expectedSchema(binding: Binding): readonly Row[] {
  const known = expectedSchemas.get(binding);
  if (known !== undefined) return known;
  const raw = new binding.DatabaseSync(":memory:");
  try {
    raw.exec(SCHEMA);
    const rows = raw.prepare(SCHEMA_ROWS).all();
    expectedSchemas.set(binding, rows);
    return rows;
  } finally {
    raw.close();
  }
}

const expectedSchemas = new WeakMap<Binding, readonly Row[]>();

const PROOF = ["store", String(SCHEMA_VERSION)];

/** Whether it was made with the key. */
export function isProved(raw: RawDatabase, key: StoreKey): boolean {
  const seal = raw.prepare("SELECT seal FROM proof LIMIT 1").get()?.["seal"];
  return typeof seal === "string" && key.hasSigned(PROOF, seal);
}

/** Marks a new database as made with the key. */
export function prove(raw: RawDatabase, key: StoreKey): void {
  raw.prepare("INSERT INTO proof VALUES (?)").run(key.sign(PROOF));
}
