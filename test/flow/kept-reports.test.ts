import { join } from "node:path";
import { expect, test } from "vitest";
import { takeSnapshot } from "../../src/detect/snapshot.ts";
import { reuseReports } from "../../src/flow/kept-reports.ts";
import { citedFiles } from "../../src/flow/items/cited-files.ts";
import { indexFiles } from "../../src/flow/items/file-index.ts";
import type { KeptRecords } from "../../src/store/store.ts";
import type { StalenessReport } from "../../src/vocabulary/flow/workflow.ts";
import { createRepository, isolateGit, type Repository, snapshotDefaults } from "../detect/repository.ts";

isolateGit();

function inMemory(): KeptRecords {
  let text: string | undefined;
  return {
    read: () => (text === undefined ? undefined : JSON.parse(text)),
    write: (value) => ((text = JSON.stringify(value)), true),
  };
}

/** Asks, and says whether it was measured to answer. `meanwhile` happens after the tree was looked at. */
async function isMeasured(
  { root }: Repository,
  records: KeptRecords,
  { question = "", meanwhile = () => {} }: { question?: string; meanwhile?: () => void } = {},
): Promise<boolean> {
  let count = 0;
  await reuseReports({ root, records, question }, async (onLooked) => {
    count += 1;
    onLooked(await takeSnapshot(snapshotDefaults(root)));
    citedFiles({
      dir: join(root, "items/one"),
      directory: "items/one",
      files: indexFiles(new Set(["a.ts"])),
    });
    meanwhile();
    return [{ stale: true, notes: [question] } as unknown as StalenessReport];
  });
  return count > 0;
}

function repositoryWithItem(): Repository {
  const repo = createRepository();
  repo.write(".gitignore", "ignored*\n");
  repo.write("a.ts", "export const a = 1;\n");
  repo.write("items/one/scan.md", "`a.ts`\n");
  repo.write("items/one/ignored.md", "`b.ts`\n");
  repo.commitAll();
  return repo;
}

test("what was found is not looked for again while nothing changes, whatever else is asked in between", async () => {
  const repo = repositoryWithItem();
  const records = inMemory();
  expect(await isMeasured(repo, records)).toBe(true);
  expect(await isMeasured(repo, records)).toBe(false);
  expect(await isMeasured(repo, records, { question: "another" })).toBe(true);
  expect(await isMeasured(repo, records)).toBe(false);
  expect(await isMeasured(repo, records, { question: "another" })).toBe(false);
});

const CHANGES: Readonly<Record<string, (repo: Repository) => void>> = {
  "a file changes": (repo) => repo.write("a.ts", "export const a = 2;\n"),
  "a file comes": (repo) => repo.write("b.ts", "export const b = 1;\n"),
  "a file that git ignores comes": (repo) => repo.write("ignored.ts", "export const c = 1;\n"),
  "a document that git ignores changes": (repo) => repo.write("items/one/ignored.md", "`c.ts`\n"),
  "a document goes": (repo) => repo.remove("items/one/ignored.md"),
  "the history is cut": (repo) => repo.write(".git/shallow", `${"0".repeat(40)}\n`),
  "what is committed changes": (repo) => void repo.git("rm", "-q", "--cached", "a.ts"),
};

test.each(Object.keys(CHANGES))(
  "what was found out about an item is looked for again after %s",
  async (change) => {
    const repo = repositoryWithItem();
    const records = inMemory();
    await isMeasured(repo, records);
    CHANGES[change]?.(repo);
    expect(await isMeasured(repo, records)).toBe(true);
  },
);

test("what was found while a file was another one is not kept", async () => {
  const repo = repositoryWithItem();
  const records = inMemory();
  await isMeasured(repo, records, { meanwhile: () => repo.write("a.ts", "export const a = 3;\n") });
  repo.write("a.ts", "export const a = 1;\n");
  expect(await isMeasured(repo, records)).toBe(true);
});
