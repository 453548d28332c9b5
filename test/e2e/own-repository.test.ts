import { cpSync, readdirSync, readFileSync, appendFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { fileCheck, rigWith } from "../rig/incremental.ts";

const SOURCE = join(import.meta.dirname, "../../src");

/** What each file imports, by TypeScript's own scanner and nothing of ours. */
function readImports(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(SOURCE, file), "utf8"));
      const targets = importedFiles
        .map(({ fileName }) => fileName)
        .filter((name) => name.startsWith(".") && name.endsWith(".ts"));
      return [`src/${file}`, targets.map((name) => `src/${posix.join(dirname(file), name)}`)];
    }),
  );
}

/** Repeats until nothing is added: as simple as it can be. */
function dependentsOf(changed: string, imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found = new Set([changed]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [file, targets] of imports) if (targets.some((target) => found.has(target))) found.add(file);
  }
  return [...found].sort();
}

it("the product agrees with an independent reading of this repository's imports about what a change reaches", async () => {
  const rig = rigWith();
  rig.config({
    checks: [fileCheck({ files: ["src/**/*.ts"], args: ["-c", "true", "sh", "{files}"] })],
    // It takes packages by names that it is given, and nothing of this repository.
    edges: [
      { from: "src/queue/queue-library.ts", to: ["package.json"] },
      // It starts a file that is built, and none of the sources.
      { from: "src/system/process/thread.ts", to: ["package.json"] },
    ],
  });
  cpSync(SOURCE, join(rig.root, "src"), { recursive: true });
  // An import of a package that nothing declares may lead anywhere.
  cpSync(join(SOURCE, "../package.json"), join(rig.root, "package.json"));
  rig.commitAll();
  expect((await rig.json()).result).toMatchObject({ success: true });
  const imports = readImports();
  const changed = [
    "src/vocabulary/tree/path.ts",
    "src/run/judge.ts",
    "src/graph/extraction.ts",
    "src/cli/main.ts",
    "src/report/format.ts",
  ];
  for (const file of changed) {
    appendFileSync(join(rig.root, file), "// changed\n");
    const { stdout } = await rig.verification(["status", "--json"]);
    const { scope } = JSON.parse(stdout) as { scope: { requiresVerification: string[] } };
    expect(scope.requiresVerification).toEqual(dependentsOf(file, imports));
    rig.git("checkout", "-q", "--", file);
  }
});
