import { expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { Rig } from "../rig/rig.ts";

const NAMES = ["WORDS", "SCRIPT", "PACKAGE", "ALIAS", "STARTS", "PRINTED"] as const;
type Name = (typeof NAMES)[number];

/** Each check has a variable of its own, so that none is counted for the sake of another. */
const shell = (name: Name): string => `[ "$${name}" != bad ]`;
const check = (name: Name, command: string, args: readonly string[]): CheckInput => ({
  name,
  type: "test",
  command,
  args: [...args],
});

it.each(["off", "auto"] as const)(
  "a check that names a changed variable is re-run: in a shell, in a script, or through what keeps all variables; tracing %s",
  async (trace) => {
    const rig = new Rig({ trace });
    rig.write("named.sh", `${shell("SCRIPT")}\n`);
    rig.write("package.json", JSON.stringify({ scripts: { own: shell("PACKAGE") } }));
    rig.write("alias.cjs", 'const all = process.env; process.exit(all.ALIAS === "bad" ? 1 : 0);\n');
    rig.write("starts.cjs", `require("child_process").execSync('${shell("STARTS")}');\n`);
    rig.checks(
      check("WORDS", "sh", ["-c", shell("WORDS")]),
      check("SCRIPT", "sh", ["named.sh"]),
      check("PACKAGE", "npm", ["run", "--silent", "own"]),
      check("ALIAS", "node", ["alias.cjs"]),
      check("STARTS", "node", ["starts.cjs"]),
      check("PRINTED", "sh", ["-c", '[ "$(printenv PRINTED)" != bad ]']),
      { name: "other", type: "lint", command: "sh", args: ["-c", "true"] },
    );
    rig.commitAll();
    const statuses = async (env: Readonly<Record<string, string>>): Promise<Record<string, string>> => {
      const { stdout } = await rig.verification(["--json"], { env });
      const { results } = JSON.parse(stdout) as {
        results: { check: string; status: string; cached: boolean }[];
      };
      return Object.fromEntries(
        results.map(({ check: name, status, cached }) => [name, cached ? `cached ${status}` : status]),
      );
    };
    const good = Object.fromEntries(NAMES.map((name) => [name, "good"]));
    expect(new Set(Object.values(await statuses(good)))).toEqual(new Set(["passed"]));
    expect(new Set(Object.values(await statuses(good)))).toEqual(new Set(["cached passed"]));
    for (const name of NAMES)
      expect(await statuses({ ...good, [name]: "bad" })).toMatchObject({
        [name]: "failed",
        other: "cached passed",
      });
    for (const name of ["PYTHONPATH", "LC_TIME", "LD_LIBRARY_PATH"])
      expect(await statuses({ ...good, [name]: "/elsewhere" })).toMatchObject({ other: "passed" });
  },
);
