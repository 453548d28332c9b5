import { describe, expect, it } from "vitest";
import { PRESETS } from "../../src/config/presets/presets.ts";
import { readListOptions } from "../../src/targets/linter-options.ts";
import { listCommand } from "../../src/targets/list-command.ts";

function listed(tool: "vitest" | "jest", command: readonly [string, ...string[]]): unknown {
  const [first, ...words] = command;
  const listing = listCommand({ command: first, args: [...words, ...PRESETS[tool].args] }, tool);
  return "why" in listing ? listing.why : listing.words.join(" ");
}

describe("a command that lists tests", () => {
  it("keeps what says which files are tests, and nothing that runs, reports or chooses", () => {
    expect(listed("vitest", ["vitest"])).toBe("vitest list --filesOnly --json");
    expect(
      listed("vitest", [
        "npx",
        "vitest@4",
        "--project",
        "unit",
        "-c",
        "x.ts",
        "--shard",
        "1/2",
        "--coverage",
      ]),
    ).toBe("npx vitest@4 list --filesOnly --json --project unit -c x.ts");
    expect(listed("jest", ["node", "node_modules/jest/bin/jest.js", "-o", "--config=x.json"])).toBe(
      "node node_modules/jest/bin/jest.js --listTests --json --config=x.json",
    );
  });

  it("cannot be made of one that hides the tool", () => {
    expect(listed("jest", ["npm", "run", "unit", "--"])).toBe("npm hides how jest is started");
  });
});

describe("options of a linter", () => {
  const read = (...words: string[]): unknown =>
    readListOptions({ command: "eslint", args: [...words, "{files}"] }, "eslint");

  it("count where they say which files it takes", () => {
    expect(read("--fix", "-c", "a.js", "--ignore-pattern=b", "--ignore-pattern", "c", "--no-ignore")).toEqual(
      {
        options: { c: ["a.js"], "ignore-pattern": ["b", "c"], "no-ignore": [""] },
      },
    );
  });

  it("options of a linter are not guessed at", () => {
    expect(read("--ext", ".ts")).toEqual({ why: "the effect of --ext on it is unknown" });
  });
});
