import { expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";

const MANY = Array.from({ length: 40 }, (_, line) => `line ${line} of good`).join("\n");

it("a failure shows what failed, and not what a reused unit printed when it passed", async () => {
  const rig = new Rig();
  rig.checks({
    name: "each",
    type: "custom",
    command: "sh",
    args: ["-c", 'cat "$1"; ! grep -q BAD "$1"', "sh", "{files}"],
    files: ["*.txt"],
    batch: 1,
  });
  rig.write("good.txt", `${MANY}\n`);
  expect((await rig.verification()).status).toBe(0);
  rig.write("wrong.txt", "this is BAD\n");
  const { status, stdout } = await rig.verification();
  expect(status).toBe(1);
  expect(stdout).toContain("this is BAD");
  expect(stdout).not.toContain("of good");
  const { result } = await rig.json();
  expect(result.results[0]).toMatchObject({ cacheHits: 1, stdout: "this is BAD\n" });
});
