import { expect, it } from "vitest";
import { formatCommand } from "../../src/wording/format-command.ts";

it("quotes what a shell would take apart", () => {
  expect(formatCommand(["sh", "-c", "echo 'a' && b"])).toBe(`sh -c 'echo '\\''a'\\'' && b'`);
});
