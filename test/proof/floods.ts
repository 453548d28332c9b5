import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { Ground } from "./ground.ts";
import type { Part } from "./part.ts";

const GIGABYTE = 1_000_000_000;
/** Of the whole command, however much is printed to it. What is kept is small; in lines of three letters it weighs most. */
const LIMIT_KB = 800 * 1024;

const FLOODS: readonly { readonly name: string; readonly script: string; readonly bytes: number }[] = [
  {
    name: "gigabytes",
    script: `yes 0123456789012345678901234567890 | head -c ${2 * GIGABYTE}`,
    bytes: 2 * GIGABYTE,
  },
  { name: "one line", script: `head -c ${256 << 20} /dev/zero | tr '\\0' x`, bytes: 256 << 20 },
  {
    name: "both streams",
    script: `yes out | head -c ${GIGABYTE / 2} & yes err | head -c ${GIGABYTE / 2} >&2; wait`,
    bytes: GIGABYTE,
  },
  { name: "no text", script: `head -c ${256 << 20} /dev/urandom`, bytes: 256 << 20 },
  {
    name: "findings",
    script: `yes 'src/a.txt:1:1: error: the same again' | head -c ${GIGABYTE / 4}`,
    bytes: GIGABYTE / 4,
  },
];

/** Commands that print far more than fits into memory, each of which then fails. */
export const floodsPart: Part = {
  name: "floods",
  async run({ progress }) {
    const failures: string[] = [];
    let peak = 0;
    for (const { name, script } of FLOODS) {
      const ground = Ground.create();
      try {
        const check = {
          name: "flood",
          command: "sh",
          args: ["-c", `(${script}); exit 3`],
          timeout: 1_800_000,
        };
        writeFileSync(join(ground.root, ".verification.yml"), stringify({ checks: [check] }));
        const { status, stdout, peak: used } = await ground.start(["--json"], { watchMemory: true });
        peak = Math.max(peak, used);
        if (status !== 1) failures.push(`${name}: status ${status}`);
        if (stdout.length > 64 << 20) failures.push(`${name}: a report of ${stdout.length} characters`);
        if (used > LIMIT_KB) failures.push(`${name}: ${used} KB of memory`);
        progress(`${name}: ${Math.round(used / 1024)} MB of memory`);
      } finally {
        ground.remove();
      }
    }
    const bytes = FLOODS.reduce((sum, flood) => sum + flood.bytes, 0);
    const figures = [
      { what: "gigabytes printed by commands", value: Math.round(bytes / GIGABYTE) },
      { what: "megabytes of memory at most", value: Math.round(peak / 1024) },
      { what: "wrong or without bound", value: failures.length, must: { equal: 0 } },
    ];
    return { figures, failures };
  },
};
