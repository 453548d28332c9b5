import { sh, type Scenario } from "../scenario.ts";

/** Checks that are lines of shell and the small programs of every system. */
export const SHELL: readonly Scenario[] = [
  {
    name: "a script that sources another",
    kind: "shell: source",
    files: {
      "check.sh": `. ./lib/common.sh\nassert_low "$(cat level)"\n`,
      "lib/common.sh": `assert_low() { [ "$1" -lt "$LIMIT" ]; }\n. "$(dirname "$0")/lib/limits.sh"\n`,
      "lib/limits.sh": "LIMIT=10\n",
      "lib/unused.sh": "LIMIT=0\n",
      level: "5\n",
    },
    checks: [{ name: "levels", command: "sh", args: ["check.sh"] }],
    mutations: [
      {
        name: "the script behind the other edited",
        steps: [{ write: { "lib/limits.sh": "LIMIT=3\n" } }],
        runs: ["levels"],
      },
      { name: "what it reads edited", steps: [{ write: { level: "50\n" } }], runs: ["levels"] },
    ],
    idle: [{ write: { "lib/unused.sh": "LIMIT=1\n", "lib/new.sh": "LIMIT=1\n" } }],
  },
  {
    name: "make with an included file",
    kind: "shell: make",
    files: {
      Makefile:
        "include rules/common.mk\n-include local.mk\ncheck:\n\t@test $(LIMIT) -gt $(shell wc -l < data/lines.txt)\n",
      "rules/common.mk": "LIMIT = 5\n",
      "rules/unused.mk": "LIMIT = 5\n",
      "data/lines.txt": "1\n2\n",
      ".gitignore": "local.mk\n",
    },
    checks: [{ name: "make", command: "make", args: ["--silent", "check"] }],
    mutations: [
      {
        name: "the included file edited",
        steps: [{ write: { "rules/common.mk": "LIMIT = 1\n" } }],
        runs: ["make"],
      },
      {
        name: "the optional file appears",
        steps: [{ write: { "local.mk": "LIMIT = 0\n" } }],
        runs: ["make"],
      },
      {
        name: "GNUmakefile appears",
        steps: [{ write: { GNUmakefile: "check:\n\t@false\n" } }],
        runs: ["make"],
      },
    ],
    idle: [{ write: { "rules/unused.mk": "LIMIT = 0\n" } }],
  },
  {
    name: "awk with a program file",
    kind: "shell: awk",
    files: {
      "tools/check.awk": "$2 > 10 { bad = 1 }\nEND { exit bad }\n",
      "data/table.txt": "a 1\nb 2\n",
    },
    checks: [{ name: "table", command: "awk", args: ["-f", "tools/check.awk", "data/table.txt"] }],
    mutations: [
      { name: "the program edited", steps: [{ replace: ["tools/check.awk", "10", "1"] }], runs: ["table"] },
      { name: "the data edited", steps: [{ write: { "data/table.txt": "a 11\n" } }], runs: ["table"] },
    ],
    idle: [{ write: { "tools/other.awk": "END { exit 1 }\n" } }],
  },
  {
    name: "grep with a file of patterns",
    kind: "shell: grep",
    files: { "tools/forbidden.txt": "password\n", "src/a.txt": "hello\n", "src/b.txt": "secret\n" },
    checks: [sh("words", "! grep -rqf tools/forbidden.txt src")],
    mutations: [
      {
        name: "a pattern added",
        steps: [{ write: { "tools/forbidden.txt": "password\nsecret\n" } }],
        runs: ["words"],
      },
      {
        name: "a file with the word added",
        steps: [{ write: { "src/deep/c.txt": "password\n" } }],
        runs: ["words"],
      },
      { name: "a file edited", steps: [{ write: { "src/a.txt": "password\n" } }], runs: ["words"] },
    ],
    idle: [{ write: { "docs/a.txt": "password\n" } }],
  },
  {
    name: "jq over a file",
    kind: "shell: jq",
    files: {
      "filters/valid.jq": ".version == 1\n",
      "data/a.json": `{ "version": 1 }\n`,
      "data/b.json": `{}\n`,
    },
    checks: [sh("data", "jq -e -f filters/valid.jq data/a.json")],
    mutations: [
      {
        name: "the data edited",
        steps: [{ write: { "data/a.json": `{ "version": 2 }\n` } }],
        runs: ["data"],
      },
      {
        name: "the filter edited",
        steps: [{ write: { "filters/valid.jq": ".version == 3\n" } }],
        runs: ["data"],
      },
    ],
    idle: [{ write: { "data/b.json": `{ "version": 9 }\n` } }],
  },
  {
    name: "find over a directory",
    kind: "shell: find",
    files: { "images/a.png": "png\n", "images/icons/b.png": "png\n" },
    checks: [sh("names", `test -z "$(find images -type f ! -name '*.png')"`)],
    mutations: [
      {
        name: "another kind of file added deep",
        steps: [{ write: { "images/icons/c.gif": "gif\n" } }],
        runs: ["names"],
      },
      { name: "a file renamed", steps: [{ rename: ["images/a.png", "images/a.jpg"] }], runs: ["names"] },
    ],
    idle: [{ write: { "images/a.png": "other\n" } }],
  },
  {
    name: "ls of a directory",
    kind: "shell: ls",
    files: { "release/1.txt": "1\n", "release/2.txt": "2\n" },
    checks: [sh("count", `test "$(ls release | wc -l)" -eq 2`)],
    mutations: [
      { name: "a file added", steps: [{ write: { "release/3.txt": "3\n" } }], runs: ["count"] },
      { name: "a file deleted", steps: [{ delete: "release/1.txt" }], runs: ["count"] },
    ],
    idle: [{ write: { "release/1.txt": "one\n" } }],
  },
  {
    name: "a pattern of the shell",
    kind: "shell: globs",
    files: { "sql/1.sql": "select 1;\n", "sql/2.sql": "select 2;\n" },
    checks: [sh("sql", `for file in sql/*.sql; do grep -q ';$' "$file" || exit 1; done`)],
    mutations: [
      {
        name: "a statement without end added",
        steps: [{ write: { "sql/3.sql": "select 3\n" } }],
        runs: ["sql"],
      },
      { name: "a statement edited", steps: [{ write: { "sql/2.sql": "select 2\n" } }], runs: ["sql"] },
    ],
  },
  {
    name: "a file that must not be there",
    kind: "shell: absent files",
    files: { "src/a.txt": "a\n" },
    checks: [sh("clean", "test ! -e src/debug.flag")],
    mutations: [{ name: "it appears", steps: [{ write: { "src/debug.flag": "" } }], runs: ["clean"] }],
    idle: [{ write: { "src/a.txt": "b\n" } }],
  },
  {
    name: "an ignored file that must not be there",
    kind: "shell: absent files",
    files: { "src/a.txt": "a\n", ".gitignore": "*.flag\n" },
    checks: [sh("clean", "test ! -e src/debug.flag")],
    mutations: [{ name: "it appears", steps: [{ write: { "src/debug.flag": "" } }], runs: ["clean"] }],
    idle: [{ write: { "src/a.txt": "b\n" } }],
  },
  {
    name: "a golden file",
    kind: "shell: diff",
    files: {
      "bin/render": "#!/bin/sh\nsed 's/NAME/Ann/' templates/mail.txt\n",
      "templates/mail.txt": "Dear NAME\n",
      "golden/mail.txt": "Dear Ann\n",
    },
    checks: [sh("golden", "sh bin/render | diff - golden/mail.txt")],
    mutations: [
      {
        name: "the template edited",
        steps: [{ write: { "templates/mail.txt": "Hi NAME\n" } }],
        runs: ["golden"],
      },
      {
        name: "the golden file edited",
        steps: [{ write: { "golden/mail.txt": "Hi Ann\n" } }],
        runs: ["golden"],
      },
    ],
    idle: [{ write: { "golden/other.txt": "x\n" } }],
  },
  {
    name: "npm reads .npmrc",
    kind: "shell: npm",
    files: { "package.json": `{ "name": "app", "version": "1.0.0" }\n` },
    checks: [sh("registry", `npm config get registry | grep -q example.com && exit 1 || exit 0`)],
    mutations: [
      {
        name: ".npmrc appears",
        steps: [{ write: { ".npmrc": "registry=https://example.com/\n" } }],
        runs: ["registry"],
      },
      {
        name: "~/.npmrc appears",
        steps: [{ write: { "~/.npmrc": "registry=https://example.com/\n" } }],
        runs: ["registry"],
      },
    ],
    slow: true,
  },
  {
    name: "each script by itself",
    kind: "shell: targets",
    files: { "scripts/a.sh": "echo a\n", "scripts/b.sh": "echo b\n" },
    checks: [
      {
        name: "syntax",
        type: "lint",
        command: "sh",
        args: ["-c", `for file; do sh -n "$file" || exit 1; done`, "sh", "{files}"],
        files: ["scripts/*.sh"],
      },
    ],
    mutations: [
      {
        name: "one broken",
        steps: [{ write: { "scripts/a.sh": "if then\n" } }],
        runs: ["syntax scripts/a.sh"],
        keeps: "others",
      },
    ],
  },
];
