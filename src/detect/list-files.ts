import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { decodePath, type RepoPath } from "../vocabulary/path.ts";

/** Every file that git tracks or would track; outside git, every file but those of installed packages. */
export async function listFiles(root: string, git: boolean): Promise<readonly RepoPath[]> {
  const listed = git ? await listWithGit(root) : null;
  return listed ?? walk(root, root).sort();
}

function listWithGit(root: string): Promise<readonly RepoPath[] | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      stdio: ["ignore", "pipe", "ignore"],
    });
    child.once("error", () => resolve(null));
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("close", (code) => resolve(code === 0 ? split(Buffer.concat(chunks)) : null));
  });
}

function split(output: Buffer): readonly RepoPath[] {
  const paths: RepoPath[] = [];
  for (let start = 0, end = output.indexOf(0); end !== -1; start = end + 1, end = output.indexOf(0, start)) {
    paths.push(decodePath(output.subarray(start, end)));
  }
  return paths.sort();
}

function walk(root: string, directory: string): RepoPath[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === ".git" || entry.name === "node_modules") return [];
    const path = join(directory, entry.name);
    return entry.isDirectory() ? walk(root, path) : [relative(root, path).replaceAll("\\", "/") as RepoPath];
  });
}
