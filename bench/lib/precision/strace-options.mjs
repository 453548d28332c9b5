// The options that the engine gives to strace, as a program of that name was given them.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../measure.mjs";
import { bin } from "../package.mjs";

/** Runs a check with another `strace` before the real one on the path; null where there is none. */
export function findStraceOptions(root, check, directory) {
  const programs = join(directory, "programs");
  const calls = join(directory, "calls");
  mkdirSync(programs);
  writeFileSync(calls, "");
  const real = run("sh", ["-c", "command -v strace"], { cwd: root, fails: true }).stdout.trim();
  if (real === "") return null;
  const program = join(programs, "strace");
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${calls}'\nexec '${real}' "$@"\n`);
  chmodSync(program, 0o755);
  const env = { PATH: `${programs}${delimiter}${process.env.PATH}` };
  run(process.execPath, [bin(), "--check", check, "--force", "--trace", "on", "--quiet"], {
    cwd: root,
    env,
    fails: true,
  });
  const lines = readFileSync(calls, "utf8").trim().split("\n");
  const given = lines.map((line) => line.split(" ")).filter((words) => words.at(-1) !== "-V");
  const words = given.at(-1);
  if (words === undefined) return null;
  const options = words.slice(0, words.indexOf("--"));
  const file = options.indexOf("-o");
  // Beside the command it would outlast it: a benchmark waits for both.
  return options.filter((word, at) => word !== "-DD" && at !== file && at !== file + 1);
}
