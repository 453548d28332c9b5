import { nodeCase, nodeTest, sh, type Scenario } from "../scenario.ts";

const FS = `import { readFileSync, readdirSync, writeFileSync } from "node:fs";`;
const CLOSED = {
  "closed.test.mjs": nodeCase(`import { two } from "./two.mjs";`, "two === 2"),
  "two.mjs": "export const two = 2;\n",
};

/** Where the files of a project can be: ignored by git, at home, on a branch, made by the command itself. */
export const NODE_PLACES: readonly Scenario[] = [
  {
    name: "an ignored .env",
    kind: "places: ignored",
    files: {
      ...CLOSED,
      ".gitignore": ".env\n.env.local\n",
      "src/env.mjs": `${FS}\nconst read = (name) => { try { return Object.fromEntries(readFileSync(name, "utf8").trim().split("\\n").map((line) => line.split("="))); } catch { return {}; } };\nexport const env = { ...read(".env"), ...read(".env" + ".local") };\n`,
      "src/env.test.mjs": nodeCase(`import { env } from "./env.mjs";`, `env.MODE === "test"`),
    },
    before: [{ write: { ".env": "MODE=test\n" } }],
    checks: [nodeTest()],
    mutations: [
      {
        name: ".env edited",
        steps: [{ write: { ".env": "MODE=production\n" } }],
        runs: ["test src/env.test.mjs"],
        keeps: "others",
      },
      {
        name: ".env.local appears",
        steps: [{ write: { ".env.local": "MODE=production\n" } }],
        runs: ["test src/env.test.mjs"],
        keeps: "others",
      },
      {
        name: ".env deleted",
        steps: [{ delete: ".env" }],
        runs: ["test src/env.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { ".gitignore": "node_modules\n.env\n.env.local\n*.tmp\n", "x.tmp": "" } }],
  },
  {
    name: "an ignored directory is listed",
    kind: "places: ignored",
    files: {
      ...CLOSED,
      ".gitignore": "local/\n",
      "local.test.mjs": nodeCase(FS, `readdirSync("local").join() === "one.txt"`),
    },
    before: [{ write: { "local/one.txt": "1\n" } }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "a name more in it",
        steps: [{ write: { "local/two.txt": "2\n" } }],
        runs: ["test local.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "local/one.txt": "one\n" } }],
  },
  {
    name: "a file in the home directory",
    kind: "places: home",
    files: {
      ...CLOSED,
      "home.test.mjs": nodeCase(
        `${FS}\nimport { homedir } from "node:os";`,
        `readFileSync(homedir() + "/.toolrc", "utf8") === "strict\\n"`,
      ),
    },
    before: [{ write: { "~/.toolrc": "strict\n" } }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "~/.toolrc edited",
        steps: [{ write: { "~/.toolrc": "loose\n" } }],
        runs: ["test home.test.mjs"],
        keeps: "others",
      },
      {
        name: "~/.toolrc deleted",
        steps: [{ delete: "~/.toolrc" }],
        runs: ["test home.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "~/.otherrc": "x\n" } }],
  },
  {
    name: "a file in the home directory that is not there",
    kind: "places: home",
    files: {
      ...CLOSED,
      "home.test.mjs": nodeCase(
        `${FS}\nimport { homedir } from "node:os";\nconst read = () => { try { return readFileSync(homedir() + "/.toolrc", "utf8"); } catch { return "strict"; } };`,
        `read() === "strict"`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "~/.toolrc appears",
        steps: [{ write: { "~/.toolrc": "loose\n" } }],
        runs: ["test home.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "another branch has other data",
    kind: "places: branches",
    files: {
      ...CLOSED,
      "data/answer.txt": "42\n",
      "answer.test.mjs": nodeCase(FS, `readFileSync(["data", "answer.txt"].join("/"), "utf8") === "42\\n"`),
    },
    before: [
      { git: ["switch", "--quiet", "--create", "next"] },
      { write: { "data/answer.txt": "43\n", "docs/next.md": "# Next\n" } },
      { commit: "next" },
      { git: ["switch", "--quiet", "main"] },
    ],
    checks: [nodeTest()],
    mutations: [
      {
        name: "switched to it",
        steps: [{ git: ["stash", "--quiet"] }, { git: ["switch", "--quiet", "next"] }],
        runs: ["test answer.test.mjs"],
        keeps: "others",
      },
      {
        name: "its data checked out alone",
        steps: [{ git: ["checkout", "--quiet", "next", "--", "data"] }],
        runs: ["test answer.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a file is read and then written",
    kind: "places: products",
    files: {
      ...CLOSED,
      ".gitignore": ".timings.json\n",
      "limit.txt": "5\n",
      "timed.test.mjs": nodeCase(
        `${FS}\nconst read = (name, other) => { try { return readFileSync(name, "utf8"); } catch { return other; } };\nconst runs = Number(read(".timings.json", "0")) + 1;\nwriteFileSync(".timings.json", String(runs));`,
        `Number(read("limit.txt", "")) === 5`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what it only reads edited",
        steps: [{ write: { "limit.txt": "6\n" } }],
        runs: ["test timed.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a report is written and read back",
    kind: "places: products",
    files: {
      ...CLOSED,
      ".gitignore": "report/\n",
      "src/words.txt": "a b c\n",
      "report.test.mjs": nodeCase(
        `${FS}\nimport { mkdirSync, renameSync } from "node:fs";\nmkdirSync("report", { recursive: true });\nwriteFileSync("report/count.tmp", String(readFileSync("src/" + "words.txt", "utf8").split(" ").length));\nrenameSync("report/count.tmp", "report/count.txt");`,
        `readFileSync("report/count.txt", "utf8") === "3"`,
      ),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "what it is made of edited",
        steps: [{ write: { "src/words.txt": "a b\n" } }],
        runs: ["test report.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "report/count.txt": "9" } }],
  },
  {
    name: "the second try reads another file",
    kind: "places: retries",
    files: {
      ...CLOSED,
      ".gitignore": ".tried\n",
      "primary.txt": "ok\n",
      "fallback.txt": "ok\n",
    },
    checks: [
      nodeTest(),
      sh(
        "flaky",
        `if [ ! -e .tried ]; then touch .tried; cat primary.txt; exit 1; fi; grep -q ok fallback.txt && grep -q ok primary.txt`,
        {
          retryOnFailure: true,
          maxRetries: 1,
        },
      ),
    ],
    config: { execution: { retryDelayMs: 1 } },
    mutations: [
      {
        name: "what the second try read edited",
        steps: [{ write: { "fallback.txt": "no\n" } }],
        runs: ["flaky"],
        keeps: "others",
      },
      {
        name: "what both read edited",
        steps: [{ write: { "primary.txt": "no\n" } }],
        runs: ["flaky"],
        keeps: "others",
      },
    ],
  },
  {
    name: "an edit that keeps size and times",
    kind: "places: ignored",
    files: {
      ...CLOSED,
      ".gitignore": "local.txt\n",
      "tracked.txt": "old\n",
      "local.test.mjs": nodeCase(
        FS,
        `["local.txt", "tracked.txt"].every((name) => readFileSync("./" + name, "utf8") === "old\\n")`,
      ),
    },
    before: [{ shell: "echo old > local.txt && touch -d @1700000000 local.txt tracked.txt" }],
    checks: [nodeTest()],
    mutations: [
      {
        name: "of an ignored file",
        steps: [{ shell: "echo new > local.txt && touch -d @1700000000 local.txt" }],
        runs: ["test local.test.mjs"],
        keeps: "others",
      },
      {
        name: "of a tracked file",
        steps: [{ shell: "echo new > tracked.txt && touch -d @1700000000 tracked.txt" }],
        runs: ["test local.test.mjs"],
        keeps: "others",
      },
    ],
  },
  {
    name: "a directory that is listed goes",
    kind: "places: listings",
    files: {
      ...CLOSED,
      "extras/a.txt": "a\n",
      "extras.test.mjs": nodeCase(FS, `readdirSync("./" + "extras").includes("a.txt")`),
    },
    checks: [nodeTest()],
    mutations: [
      {
        name: "it is deleted",
        steps: [{ delete: "extras" }],
        runs: ["test extras.test.mjs"],
        keeps: "others",
      },
      {
        name: "it is renamed",
        steps: [{ rename: ["extras", "other"] }],
        runs: ["test extras.test.mjs"],
        keeps: "others",
      },
    ],
    idle: [{ write: { "extras/a.txt": "b\n" } }],
  },
];
