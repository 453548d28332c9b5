import type { Binding, RawDatabase, SqlValue, Statement } from "../../src/store/database/binding.ts";

/** Called before each statement; what it throws, the statement throws. */
export type Fault = (sql: string) => void;

export function sqliteError(errcode: number): Error {
  return Object.assign(new Error(`injected ${errcode}`), { code: "ERR_SQLITE_ERROR", errcode });
}

/** A binding that works, except where `fault` throws. Opening is the statement "OPEN". */
export function createFaultyBinding(binding: Binding, fault: Fault): Binding {
  class FaultyDatabase implements RawDatabase {
    private readonly inner: RawDatabase;
    constructor(path: string, options?: { readonly readOnly?: boolean }) {
      fault("OPEN");
      this.inner =
        options === undefined ? new binding.DatabaseSync(path) : new binding.DatabaseSync(path, options);
    }
    exec(sql: string): void {
      fault(sql);
      this.inner.exec(sql);
    }
    prepare(sql: string): Statement {
      const statement = this.inner.prepare(sql);
      const guard =
        <T>(work: (...values: readonly SqlValue[]) => T) =>
        (...values: readonly SqlValue[]): T => {
          fault(sql);
          return work(...values);
        };
      return {
        run: guard((...values) => statement.run(...values)),
        get: guard((...values) => statement.get(...values)),
        all: guard((...values) => statement.all(...values)),
        iterate: guard((...values) => statement.iterate(...values)),
      };
    }
    close(): void {
      this.inner.close();
    }
  }
  return { DatabaseSync: FaultyDatabase };
}
