// A repository with a remote, a Redis, and workers in clones of their own, on this machine.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { installTools } from "../../test/tools/tools.mjs";
import { ENVIRONMENT, run } from "./measure.mjs";
import { bin } from "./package.mjs";

const QUEUE = join(import.meta.dirname, "../../test/tools/queue/package.json");

/** Makes one in a directory: so many files, and a check that runs a line of shell for each. */
export async function createFleet(directory, { files, script }) {
  symlinkSync(installTools(QUEUE), join(directory, "node_modules"));
  const [root, remote] = [join(directory, "repository"), join(directory, "remote.git")];
  const git = (...args) =>
    run("git", ["-c", "user.name=b", "-c", "user.email=b@localhost", ...args], { cwd: root });
  mkdirSync(join(root, "src"), { recursive: true });
  for (let index = 0; index < files; index++) writeFileSync(join(root, `src/f${index}.txt`), `${index}\n`);
  const check = { name: "each", type: "lint", command: "sh", args: ["-c", script, "{files}"], batch: 1 };
  const config = { checks: [{ ...check, files: ["src/*.txt"] }], execution: { trace: "off" } };
  writeFileSync(join(root, ".verification.json"), JSON.stringify(config));
  git("init", "--quiet", "--initial-branch=main");
  git("init", "--quiet", "--bare", "--initial-branch=main", remote);
  git("add", "--all");
  git("commit", "--quiet", "--message", "all");
  git("remote", "add", "origin", remote);
  git("push", "--quiet", "origin", "main");
  const port = await freePort();
  const redis = await startAndHear(
    "redis-server",
    ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", directory],
    { cwd: directory, hears: "Ready to accept" },
  );
  const url = `redis://127.0.0.1:${port}`;
  const workers = [];
  return {
    root,
    url,
    workers,
    /** Starts as many workers as it takes for there to be so many, each with one command at a time. */
    async grow(count) {
      while (workers.length < count) {
        const clone = join(directory, `clone-${workers.length}`);
        git("clone", "--quiet", remote, clone);
        const args = [bin(), "worker", "--queue", url, "--concurrency", "1", "--quiet"];
        const name = ["--name", `w${workers.length}`];
        workers.push(
          await startAndHear(process.execPath, [...args, ...name], { cwd: clone, hears: "is waiting" }),
        );
      }
    },
    /** Milliseconds of the processors that workers, their commands and the queue have taken so far. */
    cpu: () => [...workers, redis].reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    stop() {
      for (const child of [...workers, redis]) child.kill("SIGKILL");
    },
  };
}

function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

async function startAndHear(command, args, { cwd, hears }) {
  // The same variables as a run has: they are part of every fingerprint.
  const child = spawn(command, args, { cwd, env: ENVIRONMENT, stdio: ["ignore", "pipe", "pipe"] });
  await new Promise((resolve, reject) => {
    let text = "";
    const hear = (chunk) => {
      text += chunk;
      if (text.includes(hears)) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", () => reject(new Error(`${command} is needed: apt-get install ${command}`)));
    child.once("exit", (status) => reject(new Error(`${command} ended with ${status}: ${text}`)));
  });
  return child;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
