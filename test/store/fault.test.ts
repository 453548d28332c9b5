import { describe, expect, it } from "vitest";
import { classifyFault } from "../../src/store/fault.ts";
import { sqliteError } from "./faulty-binding.ts";

describe("an error of SQLite", () => {
  it.each([
    [1, "damaged"],
    [5, "busy"],
    [517, "busy"],
    [6, "busy"],
    [7, "unusable"],
    [8, "read-only"],
    [1032, "read-only"],
    [10, "unusable"],
    [266, "unusable"],
    [522, "damaged"],
    [11, "damaged"],
    [267, "damaged"],
    [13, "full"],
    [14, "unusable"],
    [26, "damaged"],
  ])("an error of SQLite with code %i means that the store is %s", (code, fault) => {
    expect(classifyFault(sqliteError(code))).toBe(fault);
  });

  it.each([
    ["database is locked", "busy"],
    ["database or disk is full", "full"],
    ["disk I/O error", "unusable"],
    ["database disk image is malformed", "damaged"],
    ["file is not a database", "damaged"],
    ["no such table: verdicts", "damaged"],
    ["Value is too large to be represented as a JavaScript number: 1", "damaged"],
  ])("an error of SQLite without a code is known by its words: %s", (message, fault) => {
    expect(classifyFault(Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR" }))).toBe(fault);
  });

  it("can be a number that JavaScript cannot hold, which the store has not written", () => {
    expect(classifyFault(Object.assign(new RangeError("x"), { code: "ERR_OUT_OF_RANGE" }))).toBe("damaged");
  });

  it("is none where a bug is the cause", () => {
    expect(classifyFault(new TypeError("x is not a function"))).toBeNull();
    expect(classifyFault("text")).toBeNull();
  });
});
