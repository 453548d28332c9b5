/** The part of both SQLite bindings that the store uses. */
export interface Binding {
  readonly DatabaseSync: new (path: string, options?: { readonly readOnly?: boolean }) => RawDatabase;
}

export interface RawDatabase {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export type SqlValue = null | number | string | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint };
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): readonly Row[];
  iterate(...values: readonly SqlValue[]): Iterable<Row>;
}

/**
 * Loads Node's own SQLite, or the package if Node has none. Only when a store is opened, so that other runs do not pay
 * for it. Rejects if neither can be loaded.
 */
export async function loadBinding(): Promise<Binding> {
  return loadBuiltin() ?? ((await import("@photostructure/sqlite")) as unknown as Binding);
}

function loadBuiltin(): Binding | undefined {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: never[]): void => {
    if (!isSqliteExperiment(warning, rest[0])) emitWarning.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    return process.getBuiltinModule("node:sqlite") as unknown as Binding | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The one warning that our users need not see: the parts that we use are the same in every version. */
function isSqliteExperiment(warning: string | Error, type: unknown): boolean {
  return type === "ExperimentalWarning" && String(warning).startsWith("SQLite");
}
