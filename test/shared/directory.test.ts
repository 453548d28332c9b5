import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createDirectoryTransport } from "../../src/shared/transport/directory.ts";

const NAME = "ab".repeat(32);
const LONG = AbortSignal.timeout(60_000);

/** Makes a directory with these permissions, has a file written below it, and says what others may do with each. */
async function written(permissions: number): Promise<Record<string, string>> {
  const base = mkdtempSync(join(tmpdir(), "verification-directory-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const above = join(base, "team");
  mkdirSync(above);
  chmodSync(above, permissions);
  const transport = createDirectoryTransport(join(above, "cache"));
  expect(await transport.put(NAME, Buffer.from("x"), LONG)).toBe("written");
  await transport.alone(NAME, async () => {});
  const [cache, file] = [join(above, "cache"), join(above, "cache/ab", NAME)];
  const modeOf = (path: string): string => (statSync(path).mode & 0o3777).toString(8);
  expect(readdirSync(cache).sort()).toEqual(["ab", "locks"]);
  return {
    cache: modeOf(cache),
    below: modeOf(join(cache, "ab")),
    locks: modeOf(join(cache, "locks")),
    file: modeOf(file),
  };
}

it("a shared directory is writable for everybody who may write to its parent, whatever the umask", async () => {
  expect(await written(0o2775)).toEqual({ cache: "2775", below: "2775", locks: "2775", file: "664" });
  expect(await written(0o777)).toEqual({ cache: "777", below: "777", locks: "777", file: "666" });
});

it("the umask decides in a user's own directory and among temporary files", async () => {
  const before = process.umask();
  const [directory, file] = [(0o777 & ~before).toString(8), (0o666 & ~before).toString(8)];
  const own = { cache: directory, below: directory, locks: directory, file };
  expect(await written(0o755)).toEqual(own);
  expect(await written(0o1777)).toEqual(own);
});
