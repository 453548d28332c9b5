import { describe, expect, it } from "vitest";
import { shareLooks } from "../../src/worker/share-looks.ts";

describe("looks at a checkout", () => {
  it("are shared by all who ask before one begins, and by nobody who asks later", async () => {
    const ends: ((value: number) => void)[] = [];
    const look = shareLooks(() => new Promise<number>((resolve) => ends.push(resolve)));
    const first = look();
    await Promise.resolve();
    await Promise.resolve();
    expect(ends).toHaveLength(1);
    const [second, third] = [look(), look()];
    ends[0]?.(1);
    expect(await first).toBe(1);
    while (ends.length < 2) await new Promise((resolve) => setImmediate(resolve));
    ends[1]?.(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    expect(ends).toHaveLength(2);
  });

  it("go on after one that failed", async () => {
    let isFailing = true;
    const look = shareLooks(async () => {
      if (isFailing) throw new Error("no");
      return "seen";
    });
    await expect(look()).rejects.toThrow("no");
    isFailing = false;
    expect(await look()).toBe("seen");
  });
});
