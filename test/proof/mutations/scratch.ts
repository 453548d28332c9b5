import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Edit, Mutation } from "./mutations.ts";

export interface TestRun {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** A copy of this project whose source can be changed. */
export class Scratch {
  readonly root = mkdtempSync(join(tmpdir(), "verification-mutations-"));

  constructor(project: string) {
    // Some tests start the command as another user.
    chmodSync(this.root, 0o755);
    const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: project,
      encoding: "utf8",
    });
    for (const path of listed.split("\0").filter((name) => name !== "" && !name.startsWith("bench/"))) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      cpSync(join(project, path), join(this.root, path));
    }
    symlinkSync(join(project, "node_modules"), join(this.root, "node_modules"));
    buildWithoutDeclarations(join(this.root, "tsdown.config.ts"));
  }

  /** Takes a guard out while `use` runs. */
  without<T>(mutation: Mutation, use: () => T): T {
    const undo = [mutation, ...(mutation.also === undefined ? [] : [mutation.also])].map((edit) =>
      this.#edit(edit),
    );
    try {
      return use();
    } finally {
      for (const each of undo.toReversed()) each();
    }
  }

  #edit({ file, from, to }: Edit): () => void {
    const path = join(this.root, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    return () => writeFileSync(path, text);
  }

  /** Runs the tests of these files, or those of them whose names contain the text. */
  test(files: readonly string[], name?: string): TestRun {
    const report = join(this.root, "report.json");
    rmSync(report, { force: true });
    // Without its guard a test may wait for what never comes; the first that fails is enough.
    const only =
      name === undefined
        ? []
        : ["--bail=1", "--testTimeout=30000", "-t", name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")];
    const args = ["vitest", "run", ...files, "--reporter=json", `--outputFile=${report}`, ...only];
    const { stdout, stderr } = spawnSync("npx", args, { cwd: this.root, encoding: "utf8" });
    try {
      return readReport(readFileSync(report, "utf8"));
    } catch {
      throw new Error(`vitest wrote no report:\n${stdout}${stderr}`);
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Declarations take most of the time that a build takes, and no test here needs them. */
function buildWithoutDeclarations(config: string): void {
  const text = readFileSync(config, "utf8");
  const all = "export default config;";
  if (!text.includes(all)) throw new Error(`${config} does not end as expected: ${all}`);
  writeFileSync(
    config,
    text.replace(all, 'export default config.filter(({ dts }) => typeof dts !== "object");'),
  );
}

function readReport(text: string): TestRun {
  const { testResults } = JSON.parse(text) as {
    testResults: readonly { assertionResults: readonly { fullName: string; status: string }[] }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string): readonly string[] =>
    tests.filter((each) => each.status === status).map(({ fullName }) => fullName);
  return { passed: named("passed"), failed: named("failed") };
}
