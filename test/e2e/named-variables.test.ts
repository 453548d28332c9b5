import { expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { Rig } from "../rig/rig.ts";

const SHELL = '[ "$FOO" != bad ]';
const check = (name: string, command: string, args: readonly string[]): CheckInput => ({
  name,
  type: "test",
  command,
  args: [...args],
});

it("runs again what names a variable that changed: in a shell, in a script, or through what keeps all variables", async () => {
  const rig = new Rig();
  rig.write("named.sh", `${SHELL}\n`);
  rig.write("package.json", JSON.stringify({ scripts: { own: SHELL } }));
  rig.write("alias.cjs", 'const all = process.env; process.exit(all.FOO === "bad" ? 1 : 0);\n');
  rig.write("starts.cjs", `require("child_process").execSync('${SHELL}');\n`);
  rig.checks(
    check("words", "sh", ["-c", SHELL]),
    check("script", "sh", ["named.sh"]),
    check("package", "npm", ["run", "--silent", "own"]),
    check("alias", "node", ["alias.cjs"]),
    check("starts", "node", ["starts.cjs"]),
    { ...check("other", "sh", ["-c", "true"]), type: "lint" },
  );
  rig.commitAll();
  const statuses = async (foo: string): Promise<Record<string, string>> => {
    const { stdout } = await rig.verification(["--json"], { env: { FOO: foo } });
    const { results } = JSON.parse(stdout) as {
      results: { check: string; status: string; cached: boolean }[];
    };
    return Object.fromEntries(
      results.map(({ check: name, status, cached }) => [name, cached ? `cached ${status}` : status]),
    );
  };
  expect(new Set(Object.values(await statuses("good")))).toEqual(new Set(["passed"]));
  expect(new Set(Object.values(await statuses("good")))).toEqual(new Set(["cached passed"]));
  expect(await statuses("bad")).toEqual({
    words: "failed",
    script: "failed",
    package: "failed",
    alias: "failed",
    starts: "failed",
    other: "cached passed",
  });
});
