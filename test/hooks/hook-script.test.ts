import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findBlock, hookBlock, newHook, putBlock, removeBlock } from "../../src/hooks/hook-script.ts";
import { HOOK_NAMES } from "../../src/vocabulary/flow/hook.ts";

const BLOCK = hookBlock("pre-push", []);

describe("the lines of a hook", () => {
  it.each(HOOK_NAMES)("are read by a POSIX shell (%s)", (hook) => {
    const text = newHook(hookBlock(hook, ["--tag", "it's $quick", "--profile=pr"]));
    execFileSync("sh", ["-n"], { input: text });
    expect(text).toContain(`"$command" --tag 'it'\\''s $quick' --profile=pr </dev/null`);
  });

  it("stand after the first line of a shell script, and before all that it does", () => {
    expect(putBlock("#!/bin/bash -e\nexit 0\n", BLOCK)).toBe(
      `${["#!/bin/bash -e", ...BLOCK, "exit 0"].join("\n")}\n`,
    );
  });

  it("stand after the line with which husky once began its scripts", () => {
    const start = '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n';
    expect(putBlock(`${start}\nnpm test\n`, BLOCK)).toBe(`${start}${BLOCK.join("\n")}\n\nnpm test\n`);
  });

  it.each([
    ["another language", "#!/usr/bin/env python3\n"],
    ["another shell", "#!/usr/bin/fish\n"],
    ["a shell with another syntax", "#!/bin/csh\n"],
    ["no first line that says what it is", "echo hello\n"],
    ["line ends of Windows", "#!/bin/sh\r\necho hello\r\n"],
  ])("are not put into a script of %s", (_, text) => {
    expect(putBlock(text, BLOCK)).toBeNull();
  });

  it("are taken out again, and nothing else is", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("#!/bin/sh", "#!/usr/bin/env bash", "#! /bin/dash -e", "#!/bin/zsh"),
        fc.array(fc.string(), { minLength: 1 }),
        (shebang, lines) => {
          const text = [shebang, "run", ...lines].join("\n");
          const put = putBlock(text, BLOCK);
          expect(put).not.toBeNull();
          expect(findBlock(String(put))).toEqual(BLOCK);
          expect(putBlock(String(put), BLOCK)).toBe(put);
          expect(removeBlock(String(put))).toBe(text);
        },
      ),
    );
  });

  it("are replaced where they are", () => {
    const other = hookBlock("pre-push", ["--full"]);
    const text = String(putBlock("#!/bin/sh\nrun\n", BLOCK));
    expect(putBlock(text, other)).toBe(putBlock("#!/bin/sh\nrun\n", other));
  });

  it("leave nothing behind where nothing else was", () => {
    expect(removeBlock(newHook(BLOCK))).toBe("");
  });
});
