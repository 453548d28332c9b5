import { nodeCase, nodeTest, sh, type Scenario } from "../scenario.ts";

const CLOSED = {
  "closed.test.mjs": nodeCase(`import { two } from "./two.mjs";`, "two === 2"),
  "two.mjs": "export const two = 2;\n",
};

/** Tests that start programs, threads and processes of the project. */
export const NODE_PROGRAMS: readonly Scenario[] = [
  {
    name: "execSync of the command line",
    kind: "node: execSync",
    files: {
      ...CLOSED,
      "bin/cli.js": `const { greet } = require("../lib/greet");\nconsole.log(greet());\n`,
      "lib/greet.js": `exports.greet = () => "hello";\n`,
      "lib/unused.js": `exports.unused = 1;\n`,
      "cli.test.mjs": nodeCase(
        `import { execSync } from "node:child_process";`,
        `execSync("node bin/cli.js", { encoding: "utf8" }) === "hello\\n"`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what the command line calls edited",
        steps: [{ write: { "lib/greet.js": `exports.greet = () => "bye";\n` } }],
        runs: ["test cli.test.mjs"],
        keeps: "others",
      },
      {
        name: "a name that the resolver tries first appears",
        steps: [{ write: { "lib/greet": `exports.greet = () => "shadow";\n` } }],
        runs: ["test cli.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "lib/unused.js": "exports.unused = 2;\n" } }],
  },
  {
    name: "code in a string",
    kind: "node: code in a string",
    files: {
      ...CLOSED,
      "src/index.js": `exports.greet = require("./words").hello;\n`,
      "src/words.js": `exports.hello = "hello";\n`,
      "test/code.test.mjs": nodeCase(
        `import { execFileSync } from "node:child_process";\nconst code = \`\n  const { greet } = require("../src");\n  console.log(greet);\n\`;`,
        `execFileSync(process.execPath, ["--eval", code], { encoding: "utf8", cwd: import.meta.dirname }) === "hello\\n"`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what the code takes edited",
        steps: [{ write: { "src/words.js": `exports.hello = "bye";\n` } }],
        runs: ["test test/code.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a spawned script with data",
    kind: "node: spawn",
    files: {
      ...CLOSED,
      "tools/count.sh": `#!/bin/sh\nwc -l < "$(dirname "$0")/words.txt"\n`,
      "tools/words.txt": "one\ntwo\n",
      "spawn.test.mjs": nodeCase(
        `import { spawnSync } from "node:child_process";`,
        `spawnSync("sh", ["tools/count.sh"], { encoding: "utf8" }).stdout.trim() === "2"`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "the data of the script edited",
        steps: [{ write: { "tools/words.txt": "one\ntwo\nthree\n" } }],
        runs: ["test spawn.test.mjs"],
        keeps: "others",
      },
      {
        name: "the script edited",
        steps: [{ write: { "tools/count.sh": "#!/bin/sh\necho 7\n" } }],
        runs: ["test spawn.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a program of the project loses its permission",
    kind: "node: permissions",
    files: {
      ...CLOSED,
      "tools/ok.sh": "#!/bin/sh\nexit 0\n",
      "run.test.mjs": nodeCase(
        `import { spawnSync } from "node:child_process";`,
        `spawnSync("./tools/" + "ok.sh").status === 0`,
      ),
    },
    before: [{ shell: "chmod +x tools/ok.sh" }, { commit: "executable" }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "chmod -x",
        steps: [{ shell: "chmod -x tools/ok.sh" }],
        runs: ["test run.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a worker thread",
    kind: "node: worker threads",
    files: {
      ...CLOSED,
      "src/worker.mjs": `import { parentPort, workerData } from "node:worker_threads";\nimport { rate } from "./rate.mjs";\nparentPort.postMessage(workerData * rate);\n`,
      "src/rate.mjs": "export const rate = 2;\n",
      "src/pool.test.mjs": nodeCase(
        `import { once } from "node:events";\nimport { Worker } from "node:worker_threads";\nconst ask = async (workerData) => (await once(new Worker("./src/" + "worker.mjs", { workerData }), "message"))[0];`,
        "(await ask(21)) === 42",
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what the worker imports edited",
        steps: [{ write: { "src/rate.mjs": "export const rate = 3;\n" } }],
        runs: ["test src/pool.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a forked process",
    kind: "node: fork",
    files: {
      ...CLOSED,
      "src/child.mjs": `import { readFileSync } from "node:fs";\nprocess.send(readFileSync(process.argv[2], "utf8").trim());\n`,
      "src/limits.txt": "10\n",
      "src/fork.test.mjs": nodeCase(
        `import { once } from "node:events";\nimport { fork } from "node:child_process";\nconst ask = async () => (await once(fork("src/child.mjs", ["src/limits.txt"]), "message"))[0];`,
        `(await ask()) === "10"`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what the child reads edited",
        steps: [{ write: { "src/limits.txt": "11\n" } }],
        runs: ["test src/fork.test.mjs"],
        keeps: "others",
      },
      {
        name: "the child edited",
        steps: [{ write: { "src/child.mjs": `process.send("11");\n` } }],
        runs: ["test src/fork.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "execa runs a script of the project",
    kind: "node: execa",
    tools: ["execa"],
    files: {
      ...CLOSED,
      "scripts/stamp.mjs": `import { readFileSync } from "node:fs";\nconsole.log(JSON.parse(readFileSync("stamp.json", "utf8")).stamp);\n`,
      "stamp.json": `{ "stamp": 1 }\n`,
      "stamp.test.mjs": nodeCase(
        `import { execa } from "execa";`,
        `(await execa("node", ["scripts/stamp.mjs"])).stdout === "1"`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what the script reads edited",
        steps: [{ write: { "stamp.json": `{ "stamp": 2 }\n` } }],
        runs: ["test stamp.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "fast-glob over a directory",
    kind: "node: fast-glob",
    tools: ["fast-glob"],
    files: {
      ...CLOSED,
      "content/posts/a.md": "title: A\n",
      "content/posts/b.md": "title: B\n",
      "content.test.mjs": nodeCase(
        `import glob from "fast-glob";\nimport { readFileSync } from "node:fs";\nconst all = glob.sync("content/**/*.md");`,
        `all.length > 0 && all.every((file) => readFileSync(file, "utf8").startsWith("title:"))`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "a post without title added in a new directory",
        steps: [{ write: { "content/drafts/c.md": "no title\n" } }],
        runs: ["test content.test.mjs"],
        keeps: "others",
      },
      {
        name: "a post edited",
        steps: [{ write: { "content/posts/a.md": "untitled\n" } }],
        runs: ["test content.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "git ls-files as input",
    kind: "node: git",
    files: {
      ...CLOSED,
      "src/a.txt": "a\n",
      "names.test.mjs": nodeCase(
        `import { execFileSync } from "node:child_process";\nconst names = execFileSync("git", ["ls-files", "src"], { encoding: "utf8" }).trim().split("\\n");`,
        `names.every((name) => name === name.toLowerCase())`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "a name with capitals is added to the index",
        steps: [{ write: { "src/Bad.txt": "b\n" } }, { git: ["add", "src/Bad.txt"] }],
        runs: ["test names.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "git describe as input",
    kind: "node: git",
    files: {
      ...CLOSED,
      "package.json": `{ "name": "app", "version": "1.0.0" }\n`,
    },
    before: [{ git: ["tag", "v1.0.0"] }],
    checks: [
      nodeTest(),
      sh(
        "release",
        `test "$(git describe --tags --exact-match)" = "v$(node -p 'require("./package.json").version')"`,
      ),
    ],
    mutations: [
      {
        name: "another commit",
        steps: [{ git: ["commit", "--quiet", "--allow-empty", "--message", "more"] }],
        runs: ["release"],
        keeps: "others",
      },
      {
        name: "the tag is gone",
        steps: [{ git: ["tag", "--delete", "v1.0.0"] }],
        runs: ["release"],
        keeps: "others",
      },
    ],
  },
  {
    name: "the name of the branch as input",
    kind: "node: git",
    files: { ...CLOSED },
    checks: [nodeTest(), sh("branch", `test "$(git rev-parse --abbrev-ref HEAD)" = main`)],
    mutations: [
      {
        name: "another branch at the same commit",
        steps: [{ git: ["switch", "--quiet", "--create", "topic"] }],
        runs: ["branch"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a setting of git as input",
    kind: "node: git",
    files: { ...CLOSED },
    before: [{ git: ["config", "project.level", "1"] }],
    checks: [nodeTest(), sh("level", `test "$(git config project.level)" = 1`)],
    mutations: [
      {
        name: "the setting changed",
        steps: [{ git: ["config", "project.level", "2"] }],
        runs: ["level"],
        keeps: "others",
      },
      {
        name: "a setting of the user",
        steps: [
          { git: ["config", "--unset", "project.level"] },
          { write: { "~/.gitconfig": "[project]\n\tlevel = 3\n" } },
        ],
        runs: ["level"],
        keeps: "others",
      },
    ],
  },
  {
    name: "nothing may be left uncommitted",
    kind: "node: git",
    files: { ...CLOSED, "lib/a.txt": "a\n" },
    checks: [nodeTest(), sh("committed", `test -z "$(git status --porcelain -- lib)"`)],
    // Git looks at every file whose times it cannot trust.
    readsReadme: true,
    alone: true,
    mutations: [
      {
        name: "an untracked file",
        steps: [{ write: { "lib/b.txt": "b\n" } }],
        runs: ["committed"],
        keeps: "others",
      },
      {
        name: "an edit",
        steps: [{ write: { "lib/a.txt": "b\n" } }],
        runs: ["committed"],
        keeps: "others",
      },
    ],
  },
];
