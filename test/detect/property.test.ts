import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  oneof,
  tuple,
} from "fast-check";
import { expect, test } from "vitest";
import { readGitTree } from "../../src/detect/git/git-tree.ts";
import { treeOptions } from "../../src/detect/snapshot.ts";
import { createMemoryStatIndex } from "../../src/detect/stat-index.ts";
import { isTreeUnchanged, stampTree } from "../../src/detect/tree-stamp.ts";
import type { TreeStamp } from "../../src/vocabulary/tree/snapshot.ts";
import { readEveryFile } from "./oracle.ts";
import { createRepository, entriesOf, isolateGit, type Repository, snapshotDefaults } from "./repository.ts";

isolateGit();

const names = constantFrom("a", "b", "dir/a", "dir/b", "dir/sub/c", "x.log", "-d", "dir", ".gitattributes");
const contents = constantFrom("one\n", "two\n", "six\r\n", "longer content\n", "", "*.log text\n");

type Operation = (repo: Repository) => void;

const operations: Arbitrary<readonly [string, Operation]> = oneof(
  tuple(names, contents).map(([name, text]) =>
    op(`write ${name} ${JSON.stringify(text)}`, write(name, text)),
  ),
  names.map((name) => op(`same-size edit ${name}`, editInPlace(name))),
  names.map((name) =>
    op(
      `delete ${name}`,
      tolerant((repo) => repo.remove(name)),
    ),
  ),
  tuple(names, names).map(([from, to]) => op(`rename ${from} ${to}`, rename(from, to))),
  tuple(names, boolean()).map(([name, on]) => op(`chmod ${name} ${on}`, makeExecutable(name, on))),
  tuple(names, names).map(([name, target]) => op(`link ${name} ${target}`, link(name, target))),
  names.map((name) =>
    op(
      `stage ${name}`,
      tolerant((repo) => void repo.git("add", "-A", "--", name)),
    ),
  ),
  constant(op("commit", (repo) => void repo.commitAll())),
  constant(
    op(
      "stash",
      tolerant((repo) => void repo.git("stash", "-q", "-u")),
    ),
  ),
  constantFrom("HEAD~1", "main").map((to) =>
    op(
      `checkout ${to}`,
      tolerant((repo) => void repo.git("checkout", "-q", "-f", to)),
    ),
  ),
  constantFrom("*.log\n", "dir/\n", "").map((text) =>
    op(`ignore ${JSON.stringify(text)}`, write(".gitignore", text)),
  ),
  names.map((name) =>
    op(
      `assume ${name}`,
      tolerant((repo) => void repo.git("update-index", "--assume-unchanged", name)),
    ),
  ),
  constantFrom("true", "false", "input").map((value) =>
    op(`autocrlf ${value}`, (repo) => void repo.git("config", "core.autocrlf", value)),
  ),
);

function op(name: string, run: Operation): readonly [string, Operation] {
  return [name, run];
}

/** Git may refuse; then nothing happened. */
function tolerant(run: Operation): Operation {
  return (repo) => {
    try {
      run(repo);
    } catch {
      // Refused.
    }
  };
}

function write(name: string, text: string): Operation {
  return tolerant((repo) => {
    if (isDirectory(repo, name)) repo.remove(name);
    const parent = `${repo.root}/${dirname(name)}`;
    if (existsSync(parent) && !lstatSync(parent).isDirectory()) rmSync(parent);
    mkdirSync(parent, { recursive: true });
    writeFileSync(`${repo.root}/${name}`, text);
  });
}

function editInPlace(name: string): Operation {
  return tolerant((repo) => {
    const path = `${repo.root}/${name}`;
    if (!lstatSync(path).isFile()) return;
    const bytes = readFileSync(path);
    if (bytes.length > 0) bytes[0] = bytes[0] === 120 ? 121 : 120;
    writeFileSync(path, bytes);
  });
}

function rename(from: string, to: string): Operation {
  return tolerant((repo) => {
    mkdirSync(dirname(`${repo.root}/${to}`), { recursive: true });
    renameSync(`${repo.root}/${from}`, `${repo.root}/${to}`);
  });
}

function makeExecutable(name: string, on: boolean): Operation {
  return tolerant((repo) => {
    if (lstatSync(`${repo.root}/${name}`).isFile()) chmodSync(`${repo.root}/${name}`, on ? 0o755 : 0o644);
  });
}

function link(name: string, target: string): Operation {
  return tolerant((repo) => {
    repo.remove(name);
    symlinkSync(target, `${repo.root}/${name}`);
  });
}

function isDirectory(repo: Repository, name: string): boolean {
  return lstatSync(`${repo.root}/${name}`, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const runs = Number(process.env["DETECT_PROPERTY_RUNS"] ?? 25);

test(
  "after any operations, every method finds what an oracle without shortcuts finds",
  { timeout: 3_600_000 },
  async () => {
    await assert(
      asyncProperty(array(operations, { minLength: 1, maxLength: 14 }), async (steps) => {
        const repo = createRepository();
        repo.write("a", "one\n");
        repo.write("dir/a", "one\n");
        repo.commitAll();
        const stats = createMemoryStatIndex();
        const seals: { readonly seal: TreeStamp; readonly files: string }[] = [];
        for (const [, run] of steps) {
          run(repo);
          const oracle = readEveryFile(repo.root);
          for (const primary of ["git", "hybrid"] as const) {
            expect(entriesOf(await repo.snapshot({ primary, stats }))).toEqual(oracle);
          }
          const files = JSON.stringify(oracle);
          const seal = await sealOf(repo);
          if (seal !== null) seals.push({ seal, files });
          const holding: string[] = [];
          for (const earlier of seals)
            if (await isTreeUnchanged(repo.root, earlier.seal)) holding.push(earlier.files);
          expect(new Set(holding)).toEqual(new Set(seal === null && holding.length === 0 ? [] : [files]));
        }
        const walked = entriesOf(await repo.snapshot({ primary: "hash" }));
        expect(entriesOf(await repo.snapshot({ primary: "timestamp", stats }))).toEqual(walked);
        expect(walked).toMatchObject(readEveryFile(repo.root));
        rmSync(repo.root, { recursive: true });
      }),
      { numRuns: runs },
    );
  },
);

async function sealOf(repo: Repository): Promise<TreeStamp | null> {
  const tree = await readGitTree(treeOptions(snapshotDefaults(repo.root)));
  return "ok" in tree ? null : stampTree(tree);
}
