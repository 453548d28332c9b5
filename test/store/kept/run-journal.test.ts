import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadBinding } from "../../../src/store/database/binding.ts";
import { appendToJournal } from "../../../src/store/kept/run-journal.ts";
import { openSqliteStore } from "../../../src/store/sqlite-store.ts";
import { createFaultyBinding, sqliteError } from "../faulty-binding.ts";
import { KEY, makeDir, open, placeOf, run, storeOptions } from "../support.ts";

function journal(...names: readonly string[]): string {
  const dir = makeDir();
  mkdirSync(dir);
  for (const name of names) appendToJournal(placeOf(dir), KEY, run(name));
  return dir;
}

const known = async (dir: string): Promise<readonly string[]> =>
  (await open(dir)).history.listRuns(9).map(({ runId }) => runId);

describe("runs that were noted in the journal", () => {
  it("are in the history once, oldest first, and the journal is gone", async () => {
    const dir = journal("a", "b");
    expect(await known(dir)).toEqual(["b", "a"]);
    expect(await known(dir)).toEqual(["b", "a"]);
    expect(readdirSync(dir).filter((name) => name.startsWith("runs"))).toEqual([]);
  });

  it("are not lost with a line before them of which only a part was written", async () => {
    const dir = journal("a");
    appendFileSync(join(dir, "runs.jsonl"), '\n0123 {"runId":"ha');
    appendToJournal(placeOf(dir), KEY, run("b"));
    expect(await known(dir)).toEqual(["b", "a"]);
  });

  it("are not taken for others where a byte was changed", async () => {
    const dir = journal("a", "b");
    const file = join(dir, "runs.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").replace('"runId":"a"', '"runId":"x"'));
    expect(await known(dir)).toEqual(["b"]);
  });

  it("stay there while the database does not take them", async () => {
    const dir = journal("a");
    const binding = createFaultyBinding(await loadBinding(), (sql) => {
      if (sql.startsWith("INSERT INTO runs")) throw sqliteError(13);
    });
    const full = openSqliteStore(storeOptions(dir), binding);
    expect(full.history.listRuns(9)).toEqual([]);
    full.close();
    expect(await known(dir)).toEqual(["a"]);
  });
});
