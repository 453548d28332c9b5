import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  appendLine,
  formatLine,
  nextNumber,
  parseBacklog,
  setMarker,
} from "../../../src/flow/items/backlog.ts";

const BACKLOG = `# Backlog

Some words with a [ ] in them.

- 1 [ ] Export as CSV -> [export-csv](docs/requirements/export-csv/)
- 2.1 [~] Log in with a token → [requirements](docs/requirements/REQ-0002-login/meta.json)
* [A] 3 Analysed
- [x] Done without a number

\`\`\`
- 9 [ ] in a fence
\`\`\`
`;

describe("the backlog", () => {
  it("finds number, marker, description and directory of each line", () => {
    expect(parseBacklog(BACKLOG)).toEqual([
      { index: 4, number: "1", marker: " ", description: "Export as CSV", slug: "export-csv" },
      { index: 5, number: "2.1", marker: "~", description: "Log in with a token", slug: "REQ-0002-login" },
      { index: 6, number: "3", marker: "A", description: "Analysed", slug: null },
      { index: 7, number: null, marker: "x", description: "Done without a number", slug: null },
    ]);
  });

  it("counts on from the largest number", () => {
    expect(nextNumber(parseBacklog(BACKLOG))).toBe(4);
    expect(nextNumber([])).toBe(1);
  });

  it("changes one marker and no other byte, whatever the line endings", () => {
    for (const text of [BACKLOG, BACKLOG.replaceAll("\n", "\r\n")]) {
      const changed = setMarker(text, 5, "A");
      expect(changed).toBe(text.replace("2.1 [~]", "2.1 [A]"));
      expect(parseBacklog(changed)[1]?.marker).toBe("A");
    }
  });

  it("puts a new line below the last one that is not done", () => {
    expect(appendLine(BACKLOG, "- 4 [ ] New")).toBe(
      BACKLOG.replace("3 Analysed\n", "3 Analysed\n- 4 [ ] New\n"),
    );
    const windows = BACKLOG.replaceAll("\n", "\r\n");
    expect(appendLine(windows, "- 4 [ ] New")).toBe(
      windows.replace("3 Analysed\r\n", "3 Analysed\r\n- 4 [ ] New\r\n"),
    );
  });

  it("keeps what belongs to a line with it, and a file that does not end its last line", () => {
    expect(appendLine("- 1 [ ] a\n  more\nend", "- 2 [ ] b")).toBe("- 1 [ ] a\n  more\n- 2 [ ] b\nend");
    expect(appendLine("- 1 [ ] a", "- 2 [ ] b")).toBe("- 1 [ ] a\n- 2 [ ] b");
    expect(appendLine("intro\r\n- 1 [ ] a", "- 2 [ ] b")).toBe("intro\r\n- 1 [ ] a\r\n- 2 [ ] b");
    expect(appendLine("# Mine", "- 1 [ ] a")).toBe("# Mine\n\n- 1 [ ] a\n");
    expect(appendLine("", "- 1 [ ] a")).toBe("# Backlog\n\n- 1 [ ] a\n");
  });

  it("reads back what it writes, whatever the description says", () => {
    const text = fc.string({ unit: "grapheme" }).map((each) => each.replaceAll(/\s+/gu, " ").trim());
    fc.assert(
      fc.property(text, text, (intro, description) => {
        fc.pre(description !== "" && !/^\d/.test(description) && !/(?:->|→|—|:)$/.test(description));
        fc.pre(parseBacklog(intro).length === 0 && !/^\s*(```|~~~)/.test(intro));
        const line = formatLine({ number: "12", description, slug: "a-b", path: "docs/requirements/a-b" });
        const found = parseBacklog(appendLine(intro, line));
        expect(found).toMatchObject([{ number: "12", marker: " ", description, slug: "a-b" }]);
      }),
    );
  });
});
