import { stringify } from "yaml";
import type { CheckInput } from "../../src/index.ts";

export type Files = Readonly<Record<string, string>>;

const CHECKS: readonly CheckInput[] = [
  {
    name: "lint",
    type: "lint",
    command: "sh",
    args: ["tools/lint.sh", "{files}"],
    files: ["src/*.txt"],
    follow: "none",
  },
  { name: "test", type: "test", command: "sh", args: ["-c", "! grep -q BUG src/*"], files: ["src/**"] },
  { name: "make", type: "build", command: "sh", args: ["tools/make.sh"], files: ["src/**"] },
  {
    name: "use",
    type: "test",
    command: "sh",
    args: ["tools/use.sh"],
    dependsOn: ["make"],
    files: ["use.txt"],
  },
  // What it reads is known only to who watches it.
  {
    name: "hidden",
    type: "test",
    command: "sh",
    args: ["-c", 'd=sr; ! grep -q BUG "${d}c/b.txt"'],
    files: ["use.txt"],
  },
  { name: "links", uses: "builtin:links", files: ["docs/*.md"] },
];

/** What is the same in every state. */
export const SHARED: Files = {
  ".gitignore": "out/\n",
  ".verification.yml": stringify({ checks: CHECKS }),
  "tools/lint.sh":
    'for file; do grep -n BAD "$file" | sed "s|^\\([0-9]*\\):.*|$file:\\1:1: error: bad word|"; done | grep . && exit 1\nexit 0\n',
  "tools/make.sh": "mkdir -p out && cd out && cat ../src/* > all\n",
  "tools/use.sh": 'for file in "$PWD"/o*/*; do ! grep -q BUG "$file" || exit 1; done\n',
  "use.txt": "use\n",
};

/** Two states of one tree in which every check has another answer. */
export const GOOD: Files = {
  "src/a.txt": "one\nfine\n",
  "src/b.txt": "two\n",
  "src/c.txt": "three\n",
  "docs/a.md": "# A\n\n[b](b.md)\n",
  "docs/b.md": "# B\n",
};
export const WRONG: Files = {
  ...GOOD,
  "src/a.txt": "one\nBAD\n",
  "src/b.txt": "BUG\n",
  "docs/a.md": "# A\n\n[c](c.md)\n",
};
