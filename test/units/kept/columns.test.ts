import { describe, expect, it } from "vitest";
import { columnsFromBytes, packText, columnsToBytes, unpackText } from "../../../src/units/kept/columns.ts";
import { NumberLists } from "../../../src/units/kept/number-lists.ts";
import { type KeptRow, looseRow, RowColumns } from "../../../src/units/kept/row-columns.ts";
import type { Fingerprint } from "../../../src/vocabulary/tree/path.ts";

describe("columns", () => {
  it("are what was written, wherever the bytes lie", () => {
    const columns = [
      Uint8Array.of(1, 2, 3),
      Float64Array.of(0.5, -1),
      new Uint32Array(0),
      Int32Array.of(-5, 5),
      Uint32Array.of(7),
    ];
    const bytes = columnsToBytes({ head: "Größe" }, columns);
    const moved = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
    for (const each of [bytes, moved]) {
      const opened = columnsFromBytes(each);
      expect(opened.head).toEqual({ head: "Größe" });
      expect(opened.columns).toEqual(columns);
    }
  });

  it.each(["", "plain", "Größe", "漢字\0\ud800", "\0\0"])("hold the text %j", (text) => {
    expect(unpackText(packText(text))).toBe(text);
  });
});

describe("rows", () => {
  const row = (target: number, more: Partial<KeptRow> = {}): KeptRow => ({
    target,
    fingerprint: `${target}`.padStart(32, "0") as Fingerprint,
    set: 1,
    settings: 2,
    run: 3,
    origin: 4,
    createdAt: 1_700_000_000_123,
    durationMs: 0.25,
    exitCode: 0,
    flags: 8,
    candidates: [1, 2],
    by: [],
    ...more,
  });

  it("are found by their targets, and are what was put in, also after they were written again", () => {
    const lists = new NumberLists();
    const rows = [row(9), row(4, { exitCode: null, by: [3] }), looseRow(5)];
    const packed = RowColumns.of(rows, lists);
    expect([4, 5, 9].map((target) => packed.find(target))).toEqual([0, 1, 2]);
    expect(packed.find(6)).toBe(-1);
    expect(packed.at(0)).toEqual(rows[1]);
    expect(packed.at(1)).toEqual(rows[2]);
    const opened = new RowColumns(packed.columns, new NumberLists(lists.toColumns()));
    expect(opened.at(2)).toEqual(rows[0]);
    const other = row(5, { candidates: [7], exitCode: -1 });
    opened.write(1, other);
    expect(opened.at(1)).toEqual(other);
  });

  it("are the same if each is written when it comes, in the order of the targets", () => {
    const rows = Array.from({ length: 3000 }, (_, at) => row(2 * at, { by: [at % 7], exitCode: at }));
    const [one, other] = [new NumberLists(), new NumberLists()];
    const packed = RowColumns.inOrder(rows, one);
    expect(packed?.columns).toEqual(RowColumns.of(rows, other).columns);
    expect(one.toColumns()).toEqual(other.toColumns());
    expect(packed?.find(5998)).toBe(2999);
    expect(RowColumns.inOrder([], one)?.length).toBe(0);
    expect(RowColumns.inOrder([row(4), row(3)], one)).toBeNull();
    expect(RowColumns.inOrder([row(4), row(4)], one)).toBeNull();
  });
});
