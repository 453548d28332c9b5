import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type CheckChange, editCheck } from "../../../src/config/init/edit-check.ts";

function edit(
  text: string,
  check: string,
  change: CheckChange,
  more: { profiles?: readonly string[]; format?: "yaml" | "json"; key?: string } = {},
): { text: string; line: number } | null {
  return editCheck({ text, format: "yaml", profiles: [], check, change, ...more });
}

function adding(...added: string[]): CheckChange {
  return { inputs: { known: [], added } };
}

describe("editing a check in a configuration", () => {
  it("adds the field after the command and keeps every other byte", () => {
    const text = `# top
checks:
  # about lint
  - name: lint # why
    command: oxlint
    args:
      - a # first
      - b   # second

    # about tags
    tags: [ quick ]

  - name: other
    command: x`;
    expect(edit(text, "lint", adding("fixtures/**"))).toEqual({
      text: text.replace("b   # second\n", 'b   # second\n    inputs: ["fixtures/**"]\n'),
      line: 9,
    });
    expect(edit(text, "other", adding("a b.json"))?.text).toBe(`${text}\n    inputs: ["a b.json"]\n`);
  });

  it("adds to a list that is there, in the style that it has", () => {
    const flow = "checks:\n  - name: a\n    inputs: [one, 'two',] # kept\n    command: x\n";
    expect(edit(flow, "a", adding("*.json", "two"))?.text).toBe(flow.replace("'two',]", `'two', "*.json",]`));
    const block =
      'checks:\n  - name: a\n    inputs:\n    - one\n    # kept\n    - "two"   # too\n    command: x\n';
    expect(edit(block, "a", adding("three"))).toEqual({
      text: block.replace("# too\n", '# too\n    - "three"\n'),
      line: 4,
    });
    const empty = "checks: [{ name: a, command: x, inputs: [] }]\n";
    expect(edit(empty, "a", adding("one"))?.text).toBe(
      'checks: [{ name: a, command: x, inputs: ["one"] }]\n',
    );
  });

  it("writes what a preset gives where the check said nothing itself", () => {
    const text = "checks:\n  - name: a\n    uses: vitest\n";
    const change = { inputs: { known: ["vitest.config.*"], added: ["fixtures/**"] } };
    expect(edit(text, "a", change)?.text).toBe(`${text}    inputs: ["vitest.config.*", "fixtures/**"]\n`);
  });

  it("changes how far a check follows, also in one line", () => {
    const text = "checks:\n  - { name: a, command: x, follow: none } # kept\n  - { name: b, command: y }\n";
    expect(edit(text, "a", { follow: "content" })?.text).toBe(text.replace("none", "content"));
    expect(edit(text, "b", { follow: "content", ...adding("q") })?.text).toBe(
      text.replace("command: y }", 'command: y, inputs: ["q"], follow: content }'),
    );
  });

  it("keeps line ends that are made of two characters", () => {
    const text = "checks:\r\n  - name: a\r\n    command: x\r\n";
    expect(edit(text, "a", adding("q"))?.text).toBe(`${text}    inputs: ["q"]\r\n`);
  });

  it("changes the profile that has the last word", () => {
    const text = `checks:
  - name: a
    command: x
profiles:
  ci:
    checks:
      a: { inputs: [one] }
`;
    const edited = edit(text, "a", adding("two"), { profiles: ["ci"] });
    expect(edited?.text).toBe(text.replace("[one]", '[one, "two"]'));
    expect(parse(edit(text, "a", adding("two"))?.text ?? "")).toMatchObject({
      checks: [{ name: "a", inputs: ["two"] }],
    });
  });

  it("writes JSON with the indentation that it has", () => {
    const value = { name: "p", verification: { checks: [{ name: "a", command: "x" }] }, last: 1 };
    const text = `${JSON.stringify(value, null, "\t")}\n`;
    const edited = edit(text, "a", adding("q"), { format: "json", key: "verification" });
    const wanted = { ...value, verification: { checks: [{ name: "a", command: "x", inputs: ["q"] }] } };
    expect(edited).toEqual({ text: `${JSON.stringify(wanted, null, "\t")}\n`, line: 8 });
  });

  it("gives up where the text says it in a way that it does not know", () => {
    const shared = "lists: &list [one]\nchecks:\n  - { name: a, command: x, inputs: *list }\n";
    expect(edit(shared, "a", adding("two"))).toBeNull();
    expect(edit("checks:\n  - { name: a }\n", "b", adding("two"))).toBeNull();
    expect(edit("checks: 3\n", "a", adding("two"))).toBeNull();
    const json = '{ "checks": [{ "name": "a" }] } // JSON has no comments\n';
    expect(edit(json, "a", adding("q"), { format: "json" })).toBeNull();
  });
});
