import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { captured, lines, read } from "./reading.ts";

const names = readdirSync(join(import.meta.dirname, "captured"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -5))
  .sort();

describe("what a real tool printed", () => {
  it.each(names)("is recognised without being named: %s", async (name) => {
    const output = captured(name);
    const parsed = await read("auto", output);
    expect({ tool: `${output.tool} ${output.version}`, findings: lines(parsed) }).toMatchSnapshot();
  });
});
