import { expect, it } from "vitest";
import { formatCommand } from "../../src/wording/format-command.ts";

it("arguments that a shell would split are quoted", () => {
  expect(formatCommand(["sh", "-c", "echo 'a' && b"])).toBe(`sh -c 'echo '\\''a'\\'' && b'`);
});
