import { sh, type Scenario } from "../scenario.ts";

/** Checks that make what others read, and what becomes of the tree between them. */
export const CHECKS: readonly Scenario[] = [
  {
    name: "one builds and the other tests what was built",
    kind: "checks: dependsOn",
    files: {
      ".gitignore": "dist/\n",
      "src/app.txt": "good\n",
      "build.sh": "mkdir -p dist && tr a-z A-Z < src/app.txt > dist/app.txt\n",
      "expect.txt": "GOOD\n",
    },
    checks: [
      { name: "build", type: "build", command: "sh", args: ["build.sh"], outputs: ["dist/**"] },
      sh("test", "cmp dist/app.txt expect.txt", { type: "test", dependsOn: ["build"] }),
    ],
    mutations: [
      { name: "the source edited", steps: [{ write: { "src/app.txt": "bad\n" } }], runs: ["build", "test"] },
      {
        // What lies in dist may be of another tree, so it is built again.
        name: "what only the test reads edited",
        steps: [{ write: { "expect.txt": "OTHER\n" } }],
        runs: ["test"],
      },
    ],
  },
  {
    name: "a build left by somebody else is tested",
    kind: "checks: stale dist",
    files: { ".gitignore": "dist/\n", "src/app.txt": "good\n" },
    before: [{ write: { "dist/app.txt": "GOOD\n" } }],
    checks: [sh("test", "grep -q GOOD dist/app.txt", { type: "test" })],
    mutations: [
      { name: "built again", steps: [{ write: { "dist/app.txt": "BAD\n" } }], runs: ["test"] },
      { name: "the build deleted", steps: [{ delete: "dist" }], runs: ["test"] },
    ],
    idle: [{ write: { "src/app.txt": "better\n" } }],
  },
  {
    name: "a dist of another branch",
    kind: "checks: stale dist",
    files: { ".gitignore": "dist/\n", "src/app.txt": "good\n" },
    before: [
      { git: ["switch", "--quiet", "--create", "next"] },
      { write: { "src/app.txt": "bad\n" } },
      { commit: "next" },
      { git: ["switch", "--quiet", "main"] },
    ],
    checks: [
      sh("build", "mkdir -p dist && cp src/app.txt dist/app.txt", { type: "build", outputs: ["dist/**"] }),
      sh("test", "grep -q good dist/app.txt", { type: "test", dependsOn: ["build"] }),
    ],
    mutations: [
      {
        name: "switched to it, with the build of this one left",
        steps: [{ git: ["stash", "--quiet"] }, { git: ["switch", "--quiet", "next"] }],
        runs: ["build", "test"],
      },
      {
        name: "a build of the other branch brought here",
        steps: [{ write: { "dist/app.txt": "bad\n" } }],
        runs: [],
        fails: false,
      },
    ],
  },
  {
    name: "one writes what the other reads, at once",
    kind: "checks: at once",
    files: { ".gitignore": "gen/\n", "src/a.txt": "a\n" },
    checks: [
      sh("generate", "mkdir -p gen && cp src/a.txt gen/part && mv gen/part gen/a.txt"),
      sh("use", "until [ -e gen/a.txt ]; do :; done; grep -q a gen/a.txt"),
    ],
    config: { execution: { parallel: true, maxParallel: 2 } },
    alone: true,
    unsettled: { checks: ["generate", "use"], says: ["dependsOn: [generate]"] },
    mutations: [
      {
        name: "the source edited",
        steps: [{ write: { "src/a.txt": "b\n" } }, { delete: "gen" }],
        runs: ["generate", "use"],
      },
    ],
  },
  {
    name: "each check runs for what it reads",
    kind: "checks: apart",
    files: { "src/a.txt": "a\n", "docs/b.txt": "b\n", "c.txt": "c\n" },
    checks: [
      sh("source", "! grep -q wrong src/a.txt"),
      sh("docs", "! grep -rq wrong docs"),
      sh("both", "cat src/*.txt docs/*.txt | grep -vq wrong && ! grep -q wrong src/a.txt"),
    ],
    mutations: [
      {
        name: "a document edited",
        steps: [{ write: { "docs/b.txt": "wrong\n" } }],
        runs: ["docs", "both"],
        keeps: ["source"],
      },
      {
        name: "a source edited",
        steps: [{ write: { "src/a.txt": "wrong\n" } }],
        runs: ["source", "both"],
        keeps: ["docs"],
      },
    ],
    idle: [{ write: { "c.txt": "wrong\n" } }],
  },
  {
    name: "a tool that writes the file back as it was",
    kind: "checks: read and written",
    files: { "names.txt": "a\nb\n" },
    checks: [sh("sorted", "sort -o names.txt names.txt && head -n 1 names.txt | grep -q a")],
    mutations: [
      { name: "the names edited", steps: [{ write: { "names.txt": "b\nc\n" } }], runs: ["sorted"] },
    ],
  },
  {
    name: "outputs that are tracked by nobody",
    kind: "checks: outputs",
    files: { "src/a.txt": "1\n" },
    checks: [
      sh("report", "mkdir -p coverage && wc -l src/a.txt > coverage/report.txt && grep -q 1 src/a.txt", {
        outputs: ["coverage/**"],
      }),
    ],
    mutations: [{ name: "the source edited", steps: [{ write: { "src/a.txt": "2\n" } }], runs: ["report"] }],
    idle: [{ write: { "coverage/report.txt": "other\n" } }],
  },
  {
    name: "a check that lists its own directory",
    kind: "checks: own directory",
    files: { "check/run.sh": `[ "$(ls "$(dirname "$0")" | wc -l)" -eq 2 ]\n`, "check/other.sh": "true\n" },
    checks: [{ name: "self", command: "sh", args: ["check/run.sh"] }],
    mutations: [
      { name: "a file added", steps: [{ write: { "check/third.sh": "true\n" } }], runs: ["self"] },
      {
        name: "a file renamed to a hidden name",
        steps: [{ rename: ["check/other.sh", "check/.other.sh"] }],
        runs: ["self"],
      },
    ],
    idle: [{ write: { "check/other.sh": "false\n" } }],
  },
  {
    name: "a directory is published by rename",
    kind: "checks: renames",
    files: { ".gitignore": "site/\nsite.new/\n", "pages/a.txt": "a\n" },
    checks: [
      sh(
        "site",
        "rm -rf site.new && mkdir site.new && cp pages/*.txt site.new && rm -rf site && mv site.new site && grep -q a site/a.txt",
      ),
    ],
    mutations: [
      { name: "a page edited", steps: [{ write: { "pages/a.txt": "b\n" } }], runs: ["site"] },
      { name: "a page renamed", steps: [{ rename: ["pages/a.txt", "pages/b.txt"] }], runs: ["site"] },
    ],
  },
];
