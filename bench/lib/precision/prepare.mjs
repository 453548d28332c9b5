// A copy of a repository with its packages installed, which may be written into.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { run } from "../measure.mjs";

/** Those that are given as prepared checkouts, by the name of their directory; else those that can be installed. */
export function chooseRepositories(given, known) {
  if (given === undefined) return Object.entries(known).map(([name, about]) => ({ name, ...about }));
  return given.map((source) => {
    const name = basename(source);
    const about = known[name];
    if (about === undefined) throw new Error(`${source}: known are ${Object.keys(known).join(", ")}`);
    return { name, ...about, source };
  });
}

/** Null with a message where it cannot be had. */
export function prepare(repository, directory) {
  const source = repository.source ?? install(repository);
  if (source === null) {
    process.stderr.write(`  left out: ${repository.name} cannot be installed\n`);
    return null;
  }
  const root = join(directory, repository.name);
  run("git", ["clone", "--quiet", "--no-hardlinks", source, root], { cwd: directory });
  for (const installed of findInstalled(source)) {
    const place = join(root, dirname(installed));
    mkdirSync(place, { recursive: true });
    // With its times: what is newer than the installer's record counts as made by somebody else.
    run("cp", ["-a", join(source, installed), place], { cwd: root });
    if (!/(?:^|\/)node_modules$/.test(installed)) moveLinks(join(root, installed), { source, root });
  }
  const checks = repository.checks.map(({ check }) => check);
  const { edges } = repository;
  writeFileSync(
    join(root, ".verification.json"),
    JSON.stringify({ checks, ...(edges === undefined ? {} : { edges }) }),
  );
  writeFileSync(join(root, ".git/info/exclude"), ".verification*\n");
  return root;
}

/** All that git ignores there and that an installation makes: packages, also those of workspaces, and stubs of them. */
function findInstalled(source) {
  const args = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"];
  const ignored = run("git", args, { cwd: source }).stdout.split("\0");
  const paths = ignored.map((path) => path.replace(/\/$/, ""));
  return paths.filter((path) => /(?:^|\/)(?:node_modules|dist|build)$/.test(path));
}

/** Stubs of packages are links to sources by their whole paths, which have to lead to the copy. */
function moveLinks(directory, { source, root }) {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(entry.parentPath, entry.name);
    const to = readlinkSync(link);
    if (!to.startsWith(`${source}/`)) continue;
    rmSync(link);
    symlinkSync(join(root, to.slice(source.length)), link);
  }
}

function install({ name, url, commit, install: [command, ...args], afterInstall }) {
  const kept = join(process.env.BENCH_DIR ?? tmpdir(), `verification-bench-installed-${name}`);
  if (existsSync(join(kept, "node_modules")) && readdirSync(kept).length > 1) return kept;
  mkdirSync(kept, { recursive: true });
  try {
    run("git", ["clone", "--quiet", url, kept], { cwd: kept });
    run("git", ["checkout", "--quiet", "--detach", commit], { cwd: kept });
    run(command, args, { cwd: kept });
    if (afterInstall !== undefined) run(afterInstall[0], afterInstall.slice(1), { cwd: kept });
    return kept;
  } catch (error) {
    process.stderr.write(`  ${error.message.split("\n").slice(0, 3).join("\n  ")}\n`);
    return null;
  }
}
