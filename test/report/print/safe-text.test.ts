import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Terminal } from "../../../src/cli/terminal.ts";
import type { Paint } from "../../../src/report/print/paint.ts";
import {
  joinLines,
  joinParts,
  safe,
  safeAnnotation,
  safeJson,
  safeLines,
  safeStyle,
  type SafeText,
} from "../../../src/report/print/safe-text.ts";
import { anyText, COMMAND, FORBIDDEN } from "../hostile-text.ts";

const texts = fc.array(anyText, { minLength: 1, maxLength: 4 });

describe("safe text", () => {
  it("is safe however it is put together", () => {
    fc.assert(
      fc.property(texts, anyText, (parts, text) => {
        const [first = "", second = ""] = parts;
        const made = [
          safe`${first}${second}`,
          safe`: ${first}:${second}`,
          safe`${safe`${first}`}${safeLines(second)}`,
          safeLines(text),
          joinLines(parts),
          joinLines(parts.map(safeLines)),
          joinParts(parts, text),
          joinParts(parts.map(safeLines), "\n"),
        ].map(String);
        for (const each of made) {
          expect(each).not.toMatch(FORBIDDEN);
          expect(each).not.toMatch(COMMAND);
        }
        expect(made[0]).not.toMatch(/[\n\t]/);
        expect(made[4]?.split("\n")).toHaveLength(parts.length);
        expect(String(safeLines(made[3] ?? ""))).toBe(made[3]);
      }),
    );
  });

  it("has the words of the code and printable ASCII as they are", () => {
    expect(String(safe`\u001B[1A${"a::b #"} ${2}\n`)).toBe("\u001B[1Aa::b # 2\n");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        fc.pre(!COMMAND.test(text) && !/##\w*\[/.test(text));
        expect(String(safe`${text}`)).toBe(text);
      }),
    );
  });

  it("keeps colours that we gave it, and takes out those that came with it", () => {
    const red = String(safe`${safeStyle("red", "\u001B[32mx")}`);
    expect(red).toBe("\u001B[31mx\u001B[39m");
    expect(String(safe`${red}`)).toBe("x");
  });

  it("takes commands to CI systems apart where they can be seen", () => {
    expect(String(safeLines("  ::stop-commands::x\n\u00A0::error::y\na ::b::"))).toBe(
      "  : :stop-commands::x\n\u00A0: :error::y\na ::b::",
    );
    expect(String(safe`a ##[add-mask]b ##vso[task.complete] ##teamcity[x] # ## [`)).toBe(
      "a # #[add-mask]b # #vso[task.complete] # #teamcity[x] # ## [",
    );
    // A character that is left out leaves no command behind.
    expect(String(safeLines(":\u200B:error::x #\u00AD#[error]"))).toBe(": :error::x # #[error]");
  });
});

describe("safe JSON", () => {
  it("is the value exactly, in characters that show", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(anyText, anyText)), fc.nat(2), (value, indent) => {
        const text = String(safeJson(value, indent));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text).not.toMatch(FORBIDDEN);
        expect(text).not.toMatch(COMMAND);
      }),
    );
  });
});

describe("an annotation", () => {
  it("is one command on one line, whatever is in it", () => {
    fc.assert(
      fc.property(anyText, anyText, (title, text) => {
        const line = String(safeAnnotation("error", { title }, text));
        expect(line).toMatch(/^::error title=[^:,\n]*::[^\n]*$/);
        expect(line).not.toMatch(FORBIDDEN);
        expect(line.slice(1)).not.toMatch(COMMAND);
      }),
    );
  });

  it("an annotation survives among other lines", () => {
    expect(String(joinLines([safeAnnotation("notice", { file: "a" }, "b"), "::error::c"]))).toBe(
      "::notice file=a::b\n: :error::c",
    );
  });
});

/** What the compiler says; nothing here is run. */
export function doesNotCompile(terminal: Terminal, paint: Paint, text: string): SafeText {
  // @ts-expect-error A string is not known to be safe.
  terminal.out(text);
  // @ts-expect-error Nor is one that a template made.
  terminal.err.write(`warning: ${text}\n`);
  // @ts-expect-error Nor the words of the code, until they are marked.
  terminal.out("words");
  // @ts-expect-error Nor what was taken out of safe text.
  terminal.out(String(safe`${text}`));
  // @ts-expect-error Nor a string that was joined from safe text.
  terminal.out([paint("red", text)].join("\n"));
  // @ts-expect-error Nothing else that looks alike is one.
  terminal.out({ toString: () => text });
  // @ts-expect-error A question is written too.
  void terminal.readLine(text, () => {});
  // @ts-expect-error A string cannot be claimed to be safe either.
  return text as SafeText;
}
