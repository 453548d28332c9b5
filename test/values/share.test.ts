import { describe, expect, it } from "vitest";
import { parseShare } from "../../src/values/share.ts";

describe("a share", () => {
  it.each([
    ["1/32", 1 / 32],
    ["5%", 0.05],
    ["0.25", 0.25],
    [".5", 0.5],
    ["0", 0],
    ["1", 1],
    ["100%", 1],
    ["32/32", 1],
  ])("the share %s is %d", (text, share) => expect(parseShare(text)).toBe(share));

  it.each(["", "2", "-1", "1/0", "0/0", "101%", "1/32%", "half", "1e-2", "3/2", "NaN"])(
    "%j is not a share",
    (text) => expect(parseShare(text)).toBeNull(),
  );
});
