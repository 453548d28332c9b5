import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Mutation } from "./mutations.ts";

/** What keeps guards from being tried: source or a test that was renamed. Nothing runs, so it takes seconds. */
export function findBlind(mutations: readonly Mutation[], project: string): readonly string[] {
  const files = [...new Set(mutations.map(({ caughtBy }) => caughtBy.file))];
  const names = listTests(
    files.filter((file) => existsSync(join(project, file))),
    project,
  );
  return mutations.flatMap(({ guard, also, caughtBy, ...edit }) => {
    const lost = [edit, ...(also === undefined ? [] : [also])].flatMap(({ file, from }) => {
      const found = readFileSync(join(project, file), "utf8").split(from).length - 1;
      return found === 1 ? [] : [`${guard}: ${file} has ${JSON.stringify(from)} ${found} times, not once`];
    });
    const isThere = names.get(caughtBy.file)?.some((name) => name.includes(caughtBy.test)) === true;
    return isThere
      ? lost
      : [...lost, `${guard}: ${caughtBy.file} has no test whose name contains "${caughtBy.test}"`];
  });
}

/** The full names of the tests in each file, as `vitest -t` compares them. */
function listTests(files: readonly string[], project: string): ReadonlyMap<string, readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), "verification-tests-"));
  try {
    const list = join(directory, "list.json");
    const options = [`--json=${list}`, "--no-isolate", "--pool=threads", "--maxWorkers=1"];
    const { stdout, stderr } = spawnSync("npx", ["vitest", "list", ...options, ...files], {
      cwd: project,
      encoding: "utf8",
    });
    if (!existsSync(list)) throw new Error(`vitest listed no tests:\n${stdout}${stderr}`);
    const names = new Map<string, string[]>();
    for (const { file, name } of JSON.parse(readFileSync(list, "utf8")) as { file: string; name: string }[]) {
      const path = relative(project, file);
      names.set(path, [...(names.get(path) ?? []), name.replaceAll(" > ", " ")]);
    }
    return names;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
