import { describe, expect, it } from "vitest";
import { refuseArguments } from "../../../src/cli/options/refuse-arguments.ts";

function answer(
  argv: readonly string[],
  message = "error: unknown option '--verbos'\n(Did you mean --verbose?)",
) {
  const written: string[] = [];
  const code = "commander.unknownOption";
  refuseArguments({ code, message }, argv, { out: (text) => void written.push(String(text)) });
  return written.join("");
}

describe("arguments that cannot be read", () => {
  it("are answered as JSON where that was asked for", () => {
    const failures = [
      { kind: "usage", message: "Unknown option '--verbos'.", hint: "Did you mean --verbose?" },
    ];
    for (const asked of [["--json"], ["--format=json"], ["--format", "json"]])
      expect(JSON.parse(answer(["--verbos", ...asked]))).toEqual({
        schemaVersion: 1,
        success: false,
        failures,
      });
  });

  it("are answered with a verdict where an agent asked", () => {
    expect(answer(["--format", "agent", "--verbos"])).toMatch(/^NOT VERIFIED: [^\n]+\n$/);
  });

  it.each([
    [["--verbos"]],
    [["--verbos", "--", "--json"]],
    [["--format", "json=out.json", "--verbos"]],
    [["--format", "json", "--report-path", "out.json", "--verbos"]],
    [["--verbos", "--format"]],
  ])("leave standard output alone otherwise: %j", (argv) => {
    expect(answer(argv)).toBe("");
  });
});
