// What is loaded before anything happens: time, modules of Node, and files of code.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withDirectory } from "../lib/commands.mjs";
import { generateRepository } from "../lib/generate.mjs";
import { describe, inspect, interleave, loadedFiles, ratioOf, run } from "../lib/measure.mjs";
import { bin } from "../lib/package.mjs";
import { ratioRow } from "../lib/table.mjs";

export async function startUp({ rounds }) {
  return withDirectory(async (cwd) => {
    generateRepository(cwd, { packages: 1, filesPerPackage: 10 });
    writeFileSync(join(cwd, "one.json"), JSON.stringify({ checks: [{ name: "one", command: "true" }] }));
    const commands = {
      node: ["-e", "0"],
      version: [bin(), "--version"],
      noOp: [bin(), "--quiet"],
      one: [bin(), "--quiet", "--force", "--config", "one.json"],
    };
    const isForced = run(process.execPath, [...commands.one, "--dry-run"], { cwd, fails: true });
    if (/unknown option/i.test(isForced.stderr)) commands.one[2] = "--full";
    run(process.execPath, commands.noOp, { cwd });
    const times = await interleave(
      Object.fromEntries(
        Object.entries(commands).map(([name, args]) => [name, () => run(process.execPath, args, { cwd }).ms]),
      ),
      { rounds: rounds ?? 11 },
    );
    const bare = inspect(commands.node, { cwd });
    const row = (what, name) => {
      const { builtins } = inspect(commands[name], { cwd });
      const files = loadedFiles(commands[name], { cwd });
      return ratioRow({
        what,
        ours: `${describe(times[name])}; ${builtins} modules of Node, ${files.length} files`,
        against: `\`node -e 0\` ${describe(times.node)}; ${bare.builtins} modules`,
        ratio: ratioOf(times[name], times.node),
      });
    };
    return [row("`--version`", "version"), row("nothing to do, 10 files", "noOp"), row("one unit", "one")];
  });
}
