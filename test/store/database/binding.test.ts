import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { compileProcesses } from "../compile.ts";

const compiled = compileProcesses();
afterAll(() => compiled.remove());

function runNode(source: string): string {
  const binding = join(compiled.dir, "src/store/database/binding.js");
  const script = `import { loadBinding } from ${JSON.stringify(binding)};\n${source}`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", `${script}`], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
}

describe("the SQLite binding", () => {
  it("prints no warning of its own and hides no other", () => {
    const printed = runNode(`
      process.on("warning", ({ name, message }) => console.log(name, message));
      const before = process.emitWarning;
      const loading = loadBinding();
      process.emitWarning("meanwhile");
      await loading;
      process.emitWarning("SQLite is odd");
      process.emitWarning("something", "ExperimentalWarning");
      if (process.emitWarning !== before) console.log("changed");
    `);
    expect(printed.trim().split("\n")).toEqual([
      "Warning meanwhile",
      "Warning SQLite is odd",
      "ExperimentalWarning something",
    ]);
  });

  it("comes from Node where Node has one, and from the package elsewhere", () => {
    const printed = runNode(`
      const binding = await loadBinding();
      const builtin = process.getBuiltinModule("node:sqlite");
      console.log(builtin === undefined || binding.DatabaseSync === builtin.DatabaseSync);
      console.log(new binding.DatabaseSync(":memory:").prepare("SELECT 41 + 1 AS answer").get().answer);
    `);
    expect(printed).toBe("true\n42\n");
  });
});
