import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { PACKAGE_ROOT } from "../rig/package-root.ts";
import { Rig, shell } from "../rig/rig.ts";

const PATH = process.env["PATH"] ?? "";

/** A repository in which the command is installed, as npx and `npm run` start it. */
function installed(): { readonly rig: Rig; readonly env: Readonly<Record<string, string>> } {
  const rig = new Rig();
  rig.write(".gitignore", "node_modules\n");
  rig.write("package.json", "{}");
  rig.write("src/a.txt", "1");
  rig.checks(shell("check", "true"));
  rig.commitAll();
  const commands = join(rig.root, "node_modules/.bin");
  mkdirSync(commands, { recursive: true });
  symlinkSync(join(PACKAGE_ROOT, "bin/verification"), join(commands, "verification"));
  return { rig, env: { PATH: [commands, PATH].join(delimiter), npm_command: "exec" } };
}

const typed = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]*verification[^`]*)`/g)].map(([, command = ""]) => command);

it.each([
  [["history"], "npx verification"],
  [["metrics"], "npx verification"],
  [["flaky"], "npx verification"],
  [["checkpoint", "v1"], "npx verification"],
  [["receipt"], "npx verification"],
  [["baseline", "write"], "npx verification"],
  [["history", "show"], "npx verification"],
  [["flow", "list"], "npx verification flow add <description>"],
  [["flow", "done", "x"], "npx verification flow add <description>"],
  [["statsu"], "npx verification status"],
  [["check"], "npx verification --check check"],
])("%j: its hint names the command as the shell finds it", async (args, command) => {
  const { rig, env } = installed();
  const { stdout, stderr } = await rig.verification(args, { env });
  expect(typed(stdout + stderr)).toEqual([command]);
  const onPath = await rig.verification(args);
  expect(typed(onPath.stdout + onPath.stderr)).toEqual([command.replace("npx ", "")]);
});

it("every command in a hint can be typed as it is printed", async () => {
  const { rig, env } = installed();
  const [command = ""] = typed((await rig.verification(["history"], { env })).stdout);
  const options = { cwd: rig.root, env: { HOME: rig.home, PATH, npm_config_offline: "true" } };
  expect(execFileSync("sh", ["-c", command], { ...options, encoding: "utf8", stdio: "pipe" })).toContain(
    "1 passed",
  );
});

it("the examples in the help can be typed as they are printed", async () => {
  const { rig, env } = installed();
  const help = async (changes: typeof env | undefined): Promise<string> =>
    (await rig.verification(["--help"], changes === undefined ? {} : { env: changes })).stdout;
  expect(await help(env)).toContain("  $ npx verification --watch ");
  expect(await help(undefined)).toContain("  $ verification --watch ");
});

it("a new configuration says how its checks are run here", async () => {
  const { rig, env } = installed();
  rig.write("a.json", "{}\n");
  for (const [changes, command] of [
    [{ env }, "npx verification"],
    [{}, "verification"],
  ] as const) {
    rmSync(join(rig.root, ".verification.yml"), { force: true });
    expect((await rig.verification(["init"], changes)).stdout).toContain(`\n# Run all checks:  ${command}\n`);
  }
});

it("commands in JSON are the same everywhere", async () => {
  const { rig, env } = installed();
  const { stdout } = await rig.verification(["baseline", "write", "--json"], { env });
  expect(typed(stdout)).toEqual(["verification"]);
});
