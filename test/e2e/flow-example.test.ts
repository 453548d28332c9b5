import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FlowRig } from "../rig/flow.ts";

it("the example of flow works as its page says", async () => {
  const rig = new FlowRig();
  cpSync(join(import.meta.dirname, "../../examples/flow"), rig.root, { recursive: true });
  rig.commitAll("Start");
  expect((await rig.flow("add", "Greet", "in", "French")).stdout).toContain(
    "docs/requirements/greet-in-french",
  );
  expect((await rig.flow("analyze", "1")).stdout).toContain(
    "Task:      Write down what the greeting must do",
  );
  expect((await rig.flow("done", "01-requirements")).stdout).toContain("an artifact is missing");
  rig.write("docs/requirements/greet-in-french/requirements.md", "See `src/greet.mjs`.\n");
  expect((await rig.flow("done", "01-requirements")).stdout).toContain("greet-in-french is analysed");
  expect((await rig.flow("list")).stdout).toMatch(
    /1 +\[A\] +greet-in-french +analyzed +06-implementation +current/,
  );
  const built = await rig.flow("build", "1", "--yes");
  expect(built.stdout).toContain("Phase 06: Implementation is handed over to you");
  expect(built.stdout).toContain("Checks that must pass:\n  test");
  expect(rig.branch()).toBe("feature/greet-in-french");
  const tests = rig.read("test/greet.test.mjs");
  rig.write(
    "test/greet.test.mjs",
    `${tests}test("fr", () => assert.equal(greet("A", "fr"), "Bonjour, A!"));\n`,
  );
  const held = await rig.flow("done", "06-implementation");
  expect(held.status).toBe(1);
  expect(held.stdout).toContain("its gate does not pass: test");
  rig.write("src/greetings.mjs", 'export const GREETINGS = { en: "Hello", fr: "Bonjour" };\n');
  const done = await rig.flow("done", "06-implementation");
  expect(done.stdout).toContain("greet-in-french is built");
  expect(rig.read("docs/requirements/greet-in-french/code-review.md")).toContain("- requirements.md");
  expect(rig.read("BACKLOG.md")).toContain("- 1 [x] Greet in French");
});
