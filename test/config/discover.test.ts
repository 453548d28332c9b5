import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../../src/config/load.ts";

async function failures(prepare: (root: string) => void): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), "verification-discover-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, "a.json"), "{}");
  prepare(root);
  const loaded = await loadConfig({ cwd: root, env: {} });
  return loaded.ok ? [] : loaded.failures.map(({ message }) => message);
}

// A link to itself cannot be looked at, like a file on a failing disk.
it.each([".verification.yml", ".verification.json", "package.json"])(
  "a %s that cannot be looked at is not taken for one that is not there",
  async (name) => {
    expect(await failures((root) => symlinkSync(name, join(root, name)))).toEqual([
      `${name} cannot be read: ELOOP.`,
    ]);
  },
);

it("a package.json that cannot be looked at does not stand in the way of another configuration", async () => {
  const found = await failures((root) => {
    symlinkSync("package.json", join(root, "package.json"));
    writeFileSync(join(root, ".verification.yml"), "checks: [{ name: a, command: 'true' }]\n");
  });
  expect(found).toEqual([]);
});
