import { expect, it } from "vitest";
import { createEcho } from "../../../src/report/run/echo.ts";

function echo(...chunks: readonly Buffer[]): string {
  let shown = "";
  const { take, end } = createEcho((text) => (shown += String(text)));
  for (const chunk of chunks) take(chunk);
  end();
  return shown;
}

it("echoed output has whole lines, also if a character or a control sequence comes in pieces", () => {
  const [first, second] = [Buffer.from("ü").subarray(0, 1), Buffer.from("ü").subarray(1)];
  expect(echo(Buffer.from("a\n\nb"), first, second, Buffer.from("\n"))).toBe("a\n\nbü\n");
  expect(echo(Buffer.from("##v"), Buffer.from("so[x]\n  :"), Buffer.from(":error::y"))).toBe(
    "# #vso[x]\n  : :error::y\n",
  );
});

it("a line is echoed as it comes, without waiting for ever for its end", () => {
  const lines: string[] = [];
  const { take } = createEcho((text) => void lines.push(String(text)));
  take(Buffer.from("one\ntwo"));
  expect(lines).toEqual(["one\n"]);
  for (let count = 0; count < 10; count++) take(Buffer.alloc(10_000, "x"));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^twox{70000}\n$/);
});
