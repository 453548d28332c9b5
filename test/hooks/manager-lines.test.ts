import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  appendToLefthook,
  hasLefthookCommand,
  managerLines,
  removeFromLefthook,
} from "../../src/hooks/manager-lines.ts";

const LINES = managerLines("lefthook", "pre-push", ["--tag", "quick"]);

describe("the lines for lefthook", () => {
  it.each(["", "# nothing yet\n", "pre-commit: # quick\n    parallel:   true", "a: |\n  text\n\n"])(
    "are put at the end, and every byte before them stays: %j",
    (text) => {
      const appended = String(appendToLefthook(text, "pre-push", LINES));
      expect(appended.startsWith(text)).toBe(true);
      expect(parse(appended)).toEqual({
        ...(parse(text) as object | null),
        "pre-push": { commands: { verification: { run: "npx --no-install verification --tag quick" } } },
      });
      expect(hasLefthookCommand(appended, "pre-push")).toBe(true);
      expect(hasLefthookCommand(text, "pre-push")).toBe(false);
    },
  );

  it.each([
    ["has that hook", "pre-push:\n  commands: {}\n"],
    ["is written on one line", "{ pre-commit: {} }\n"],
    ["is a list", "- a\n"],
    ["is broken", "a: [\n"],
    ["ends its document", "a: 1\n...\n"],
    ["ends with text that would go on", "a: |+\n  text\n\n"],
  ])("are not put into a file that %s", (_, text) => {
    expect(appendToLefthook(text, "pre-push", LINES)).toBeNull();
  });
});

describe("the lines that lefthook no longer needs", () => {
  it.each(["", "# nothing yet\n", "pre-commit: # quick\n    parallel:   true\n", "a: |\n  text\n\n"])(
    "are taken out, and what is left is what was there: %j",
    (text) => {
      const appended = String(appendToLefthook(text, "pre-push", LINES));
      expect(removeFromLefthook(appended, "pre-push")).toBe(text);
      expect(removeFromLefthook(`${appended}\nother: 1\n`, "pre-push")).toBe(`${text}\nother: 1\n`);
      expect(removeFromLefthook(appended, "pre-commit")).toBeNull();
    },
  );

  it.each([
    ["more was added to", `${LINES.join("\n")}\n      tags: quick\n`],
    ["another command stands beside", `${LINES.join("\n")}\n    other:\n      run: "true"\n`],
    ["are text of something else", `a: |\n  x\npre-push:\n  commands: {}\n`],
    ["run something else", LINES.join("\n").replace("npx --no-install", "pnpm")],
  ])("the lines that lefthook no longer needs stay where they %s", (_, text) => {
    expect(removeFromLefthook(text, "pre-push")).toBeNull();
  });
});

describe("the lines for the others", () => {
  it("are what their own files hold", () => {
    const [local] = parse(managerLines("pre-commit", "pre-push", []).join("\n")) as [{ hooks: object[] }];
    expect(local.hooks).toEqual([
      expect.objectContaining({ id: "verification", language: "system", stages: ["pre-push"] }),
    ]);
    const entry = managerLines("simple-git-hooks", "pre-commit", ["--tag", "a b"]).join("");
    expect(JSON.parse(`{${entry}}`)).toEqual({ "pre-commit": "npx --no-install verification --tag 'a b'" });
  });
});
