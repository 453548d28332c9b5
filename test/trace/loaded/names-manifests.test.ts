import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { namesManifests } from "../../../src/trace/loaded/names-manifests.ts";

const directory = mkdtempSync(join(tmpdir(), "verification-names-"));
afterAll(() => rmSync(directory, { recursive: true }));

function asked(text: string, name = "a.js"): boolean {
  const file = join(directory, name);
  writeFileSync(file, text);
  return namesManifests(file);
}

describe("code of a package", () => {
  it.each([
    'readFileSync("package.json")',
    'readFileSync("./package.json")',
    'findUp("package.json")',
    'path.join(process.cwd(), "package.json")',
    'const own = require("../package.json"); find("package.json")',
  ])("names a package.json of others in %s", (text) => {
    expect(asked(text)).toBe(true);
  });

  it.each([
    'require("../package.json").version',
    'import { version } from "../../package.json";',
    'new URL("./package.json", import.meta.url)',
    'join(__dirname, "../package.json")',
    "  // see package.json\n  * package.json\ncode();",
    "code();",
  ])("names none, or its own, in %s", (text) => {
    expect(asked(text)).toBe(false);
  });

  it("is not read where it is no text, and is taken to mean any", () => {
    expect(asked('require("../package.json")', "a.node")).toBe(true);
    expect(namesManifests(join(directory, "gone.js"))).toBe(true);
  });
});
