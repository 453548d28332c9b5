import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { writeNamed } from "../../../src/system/files/named-file.ts";

it("a file outside the repository gets the directories above it", () => {
  const outside = mkdtempSync(join(tmpdir(), "verification-test-"));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  const path = join(outside, "a/b/c.txt");
  expect(writeNamed({ root: "/nowhere", path }, "text", { makesDirectories: true })).toBe("written");
  expect(readFileSync(path, "utf8")).toBe("text");
});

// Made with Node's own `recursive`, this would never end.
it.runIf(process.platform === "linux")("the reason is given if no directory can be made, as in /proc", () => {
  const written = writeNamed({ root: "/nowhere", path: "/proc/a/b/c.txt" }, "", { makesDirectories: true });
  expect(written).toMatchObject({ reason: expect.stringContaining("ENOENT") as string });
});
