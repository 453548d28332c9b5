import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HookEntry, lookForEntry, putEntry, takeEntry } from "../../../src/agent/hook/hook-entry.ts";
import { AGENTS } from "../../../src/agent/install/agents.ts";
import { AGENT_NAMES, type AgentName } from "../../../src/vocabulary/flow/agent.ts";

function entryOf(agent: AgentName, which: "stop" | "edit" = "stop", program = "npx verification"): HookEntry {
  const { [which]: point, base } = AGENTS[agent];
  if (point === null) throw new Error(`${agent} has no such hook`);
  const command = `${program} agent hook ${agent}${which === "edit" ? " --after-edit" : ""}`;
  return { agent, event: point.event, command, value: point.value(command), base };
}

function put(text: string | null, entry: HookEntry): string {
  const edited = putEntry(text, entry);
  if (!("text" in edited) || edited.text === null) throw new Error(JSON.stringify(edited));
  return edited.text;
}

function take(text: string, entry: HookEntry): string | null {
  const edited = takeEntry(text, entry);
  if (!("text" in edited)) throw new Error(JSON.stringify(edited));
  return edited.text;
}

/** Settings as people and programs write them. */
const WRITTEN = [
  "{}",
  "{}\n",
  "{\n}\n",
  "{ }",
  '{"a":1}',
  '{ "a": 1, }',
  '{\n\t"model": "x", // mine\n\t"list": [1, 2,\n\t\t3]\n}\n',
  '{\r\n  "a": {}\r\n}\r\n',
  '\uFEFF{\n    "a": "\\u00e9 } ] \\" //"\n}',
  '/* head */ { "hooks": {} /* tail */ }',
  '{"hooks":{"Stop":[],"stop":[],"AfterAgent":[],"agentStop":[]}}',
  '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "./mine.sh" }] } // keep\n    ]\n  },\n  "z": null\n}',
  '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[]}]}}',
  '{"hooks":{"stop":[{"command":"./mine.sh"},\n{"command":"./other.sh"}]},"version":1}',
];

describe.each(AGENT_NAMES)("the hook of %s", (agent) => {
  const entry = entryOf(agent);

  it.each(WRITTEN)("comes into settings and out of them again, byte for byte: %j", (text) => {
    const installed = put(text, entry);
    expect(lookForEntry(installed, entry)).toBe("present");
    expect(put(installed, entry)).toBe(installed);
    expect(take(installed, entry)).toBe(text);
  });

  it("makes a file where there is none, and leaves none", () => {
    const installed = put(null, entry);
    expect(JSON.parse(installed)).toEqual({ ...AGENTS[agent].base, hooks: { [entry.event]: [entry.value] } });
    expect(take(installed, entry)).toBeNull();
  });

  it("is renewed where it lies when it is called in another way", () => {
    const renewed = entryOf(agent, "stop", '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/verification');
    for (const text of [null, ...WRITTEN]) {
      const installed = put(put(text, entry), renewed);
      expect(lookForEntry(installed, renewed)).toBe("present");
      expect(lookForEntry(installed, entry)).toBe("other");
      // Also where it is taken out by who would write another command.
      expect(take(installed, entry)).toBe(text);
    }
  });
});

it("any settings are as they were after both hooks came and went, whatever their form", () => {
  const blank = fc.constantFrom("", " ", "\n", "\n  ", "\r\n\t", " // said\n", "/* x */");
  const scalar = fc
    .oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string())
    .map((value) => JSON.stringify(value));
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { depthSize: "small" },
      scalar,
      fc
        .tuple(fc.array(fc.tuple(blank, tie("json"), blank), { maxLength: 3 }), blank, fc.boolean())
        .map(
          ([items, end, comma]) =>
            `[${items.map((each) => each.join("")).join(",")}${items.length > 0 && comma ? "," : ""}${end}]`,
        ),
      fc
        .tuple(fc.array(fc.tuple(blank, fc.string(), blank, tie("json"), blank), { maxLength: 3 }), blank)
        .map(
          ([items, end]) =>
            `{${items.map(([a, key, b, value, c]) => `${a}${JSON.stringify(key)}${b}:${value}${c}`).join(",")}${end}}`,
        ),
    ),
  }));
  const list = fc
    .tuple(blank, fc.array(json), blank)
    .map(([a, items, b]) => `[${a}${items.join(`,${a}`)}${b}]`);
  const hooks = fc
    .tuple(blank, fc.dictionary(fc.constantFrom("Stop", "PostToolUse", "Other"), list), blank)
    .map(
      ([a, lists, b]) =>
        `{${a}${Object.entries(lists)
          .map(([key, value]) => `"${key}":${value}`)
          .join(`,${a}`)}${b}}`,
    );
  const settings = fc
    .tuple(
      blank,
      fc.array(fc.tuple(blank, fc.constantFrom("a", "b", "c"), json)),
      fc.option(hooks),
      blank,
      blank,
    )
    .map(([start, members, inner, b, end]) => {
      const all = members.map(([a, key, value]) => `${a}"${key}": ${value}`);
      return `${start}{${[...all, ...(inner === null ? [] : [`${b}"hooks":${inner}`])].join(",")}${b}}${end}`;
    });
  fc.assert(
    fc.property(settings, (text) => {
      const [stop, edit] = [entryOf("claude"), entryOf("claude", "edit")];
      const installed = put(put(text, stop), edit);
      expect(lookForEntry(installed, stop)).toBe("present");
      expect(lookForEntry(installed, edit)).toBe("present");
      expect(put(put(installed, stop), edit)).toBe(installed);
      expect(take(take(installed, edit) ?? "", stop)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

describe("what somebody did to settings after that", () => {
  const entry = entryOf("claude");

  it("stays when the hook goes, and lists that it leaves empty go with it", () => {
    const installed = put("{}", entry);
    const formatted = `${JSON.stringify({ model: "x", ...JSON.parse(installed) }, null, 4)}\n`;
    expect(JSON.parse(take(formatted, entry) ?? "")).toEqual({ model: "x" });
    const others = JSON.parse(put(null, entry)) as { hooks: { Stop: unknown[] } };
    others.hooks.Stop.push({ hooks: [{ type: "command", command: "./mine.sh" }] });
    expect(JSON.parse(take(JSON.stringify(others), entry) ?? "")).toEqual({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "./mine.sh" }] }] },
    });
  });

  it("stays where it is in one group with the hook", () => {
    const mine = { type: "command", command: "./mine.sh" };
    const ours = { type: "command", command: entry.command };
    const text = JSON.stringify({ hooks: { Stop: [{ matcher: "", hooks: [mine, ours] }] } });
    expect(JSON.parse(take(text, entry) ?? "")).toEqual({
      hooks: { Stop: [{ matcher: "", hooks: [mine] }] },
    });
  });

  it("may be another time limit: installing again leaves it", () => {
    const text = put(null, entry).replace("600", "30");
    expect(put(text, entry)).toBe(text);
  });
});

describe("settings that cannot be edited", () => {
  it.each([
    ["{", 1, "a name in double quotes, or }"],
    ['{"a" 1}', 5, ":"],
    ['{"a": }', 6, "a value"],
    ['{"a": 1 "b": 2}', 8, ", or }"],
    ["[1]", 0, "an object"],
    ['{"hooks": []}', 10, "an object"],
    ['{"hooks": {"Stop": {}}}', 19, "an array"],
    ["{} x", 3, "the end of the file"],
    ['{"a": "\n"}', 6, "a string"],
    ["not json", 0, "a value"],
    [`${"[".repeat(200)}`, 101, "no more than 100 levels"],
  ])("are told with the place and what is expected: %j", (text, at, expected) => {
    const told = putEntry(text, entryOf("claude"));
    expect(told).toEqual({ at, expected });
  });
});
