import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resolveItem } from "../../../src/workflow.ts";
import { directoryWith } from "../directory.ts";

const meta = (description: string, more: object = {}): string => JSON.stringify({ description, ...more });

function items(extra: Readonly<Record<string, string>> = {}): (input: string) => unknown {
  const root = directoryWith({
    "items/export-csv/meta.json": meta("Export orders as CSV", { source_id: "PROJ-7" }),
    "items/REQ-0002-log-in/meta.json": meta("Log in with a token", { source_id: "GH-23" }),
    "items/admin-log-in/meta.json": meta("Admin area"),
    "items/broken/meta.json": "{",
    "items/legacy/notes.md": "no record",
    "BACKLOG.md":
      "- 1 [ ] Export -> [export-csv](items/export-csv/)\n- 2 [A] Log in -> [r](items/REQ-0002-log-in/)\n- 23 [ ] Only a line #99\n",
    ...extra,
  });
  symlinkSync("/", join(root, "items/way-out"));
  return (input) => {
    const found = resolveItem(input, join(root, "items"), join(root, "BACKLOG.md"));
    if (found === null) return null;
    return found.slug === null
      ? found.matches.map(({ slug }) => slug)
      : `${found.slug} by ${found.matchedBy}`;
  };
}

describe("resolveItem", () => {
  it.each([
    ["export-csv", "export-csv by slug"],
    ["csv", "export-csv by slug-ending"],
    ["1", "export-csv by number"],
    ["2", "REQ-0002-log-in by number"],
    ["#23", "REQ-0002-log-in by reference"],
    ["gh-23", "REQ-0002-log-in by reference"],
    ["PROJ-7", "export-csv by reference"],
    ["req-0002", "REQ-0002-log-in by reference"],
    ["orders", "export-csv by words"],
    ["token log", "REQ-0002-log-in by words"],
    ["broken", "broken by slug"],
    ["legacy", "legacy by slug"],
    ["23", "only-a-line-99 by number"],
    ["#99", "only-a-line-99 by reference"],
  ])("takes %j for %s", (input, expected) => {
    expect(items()(input)).toBe(expected);
  });

  it("shows all where two slugs end the same", () => {
    expect(items()("log-in")).toEqual(["REQ-0002-log-in", "admin-log-in"]);
  });

  it("prefers what comes first in the order to what comes later", () => {
    const find = items({
      "items/2/meta.json": meta("A slug that is a number"),
      "items/orders/meta.json": meta("x"),
    });
    expect(find("2")).toBe("2 by slug");
    expect(find("orders")).toBe("orders by slug");
  });

  it.each(["", "  ", "nothing like it", "../items/export-csv", "..", ".", "way-out", "#7", "export nothing"])(
    "finds nothing for %j",
    (input) => {
      expect(items()(input)).toBeNull();
    },
  );

  it("finds nothing where there is nothing", () => {
    expect(resolveItem("a", "/nowhere", "/nowhere/BACKLOG.md")).toBeNull();
  });

  it("gives the record, and null for one that is missing or corrupt", () => {
    const root = directoryWith({ "a/meta.json": '{"x":1}', "b/meta.json": "{", "c/file": "" });
    const find = (slug: string): unknown => resolveItem(slug, root, join(root, "BACKLOG.md"));
    expect(find("a")).toMatchObject({ meta: { x: 1 }, metaProblem: null, dir: join(root, "a") });
    expect(find("b")).toMatchObject({ meta: null, metaProblem: "corrupt" });
    expect(find("c")).toMatchObject({ meta: null, metaProblem: "missing" });
  });
});
