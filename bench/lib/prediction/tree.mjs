// A commit's files with their contents by blob, and its packages.
import { spawnSync } from "node:child_process";
import { posix } from "node:path";
import { run } from "../measure.mjs";

const MAX_OUTPUT = 512 * 1024 * 1024;

const git = (root, args, more = {}) => run("git", args, { cwd: root, ...more }).stdout;

/** Reads a tree out of git, so that neither the work tree nor what the engine does to it matters. */
export function readTree(root, commit) {
  const lines = git(root, ["ls-tree", "-r", "-z", commit]).split("\0").filter(Boolean);
  const entries = lines.map((line) => {
    const [head, path] = line.split("\t");
    const [mode, , blob] = head.split(" ");
    return { mode, path, blob };
  });
  const isLink = ({ mode }) => mode === "120000";
  const files = new Map(
    entries.filter(({ mode }) => mode !== "160000").map(({ path, blob }) => [path, blob]),
  );
  const manifests = [...files.keys()].filter((path) => /(?:^|\/)package\.json$/.test(path));
  const texts = readBlobs(
    root,
    manifests.map((path) => files.get(path)),
  );
  const parsed = new Map(manifests.map((path) => [directoryOf(path), parse(texts.get(files.get(path)))]));
  const readManifest = (directory) => parsed.get(directory) ?? null;
  const linked = entries.filter(isLink);
  const places = readBlobs(
    root,
    linked.map(({ blob }) => blob),
  );
  const links = new Map(
    linked.map(({ path, blob }) => [path, posix.join(posix.dirname(path), places.get(blob))]),
  );
  return { files, links, readManifest, packages: findWorkspaces(root, { commit, parsed, readManifest }) };
}

/** The texts of blobs, by one call of git. */
export function readBlobs(root, blobs) {
  const wanted = [...new Set(blobs)];
  const texts = new Map();
  if (wanted.length === 0) return texts;
  // Sizes are in bytes, so the output may not be decoded as a whole.
  const { stdout: output } = spawnSync("git", ["cat-file", "--batch"], {
    cwd: root,
    input: `${wanted.join("\n")}\n`,
    maxBuffer: MAX_OUTPUT,
  });
  let at = 0;
  for (const blob of wanted) {
    const end = output.indexOf("\n", at);
    const size = Number(output.toString("latin1", at, end).split(" ")[2]);
    texts.set(blob, output.toString("utf8", end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return texts;
}

/** The root and the packages of its workspaces, the innermost first. */
function findWorkspaces(root, { commit, parsed, readManifest }) {
  const declared = readManifest("")?.workspaces ?? pnpmPackages(root, commit);
  const globs = Array.isArray(declared) ? declared : (declared.packages ?? []);
  const wanted = globs.filter((glob) => !glob.startsWith("!")).map(globPattern);
  const unwanted = globs.filter((glob) => glob.startsWith("!")).map((glob) => globPattern(glob.slice(1)));
  const isOwn = (directory) =>
    directory === "" ||
    (wanted.some((pattern) => pattern.test(directory)) &&
      !unwanted.some((pattern) => pattern.test(directory)));
  return [...parsed]
    .filter(([directory]) => isOwn(directory))
    .map(([directory, manifest]) => ({ directory, name: manifest.name, manifest }))
    .sort((one, other) => other.directory.length - one.directory.length);
}

function pnpmPackages(root, commit) {
  const text = git(root, ["show", `${commit}:pnpm-workspace.yaml`], { fails: true });
  const [, list = ""] = /^packages:\s*\n((?:[ \t]*(?:-.*|#.*)?\n)*)/m.exec(`${text}\n`) ?? [];
  return [...list.matchAll(/^\s*-\s*["']?([^"'#\s]+)/gm)].map(([, glob]) => glob);
}

function globPattern(glob) {
  const parts = glob
    .replace(/^\.\//, "")
    .replace(/\/$/, "")
    .split(/(\*\*|\*)/);
  const source = parts.map((part) =>
    part === "**" ? ".*" : part === "*" ? "[^/]*" : part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`^${source.join("")}$`);
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function directoryOf(path) {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
