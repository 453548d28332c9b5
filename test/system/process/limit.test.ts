import fc from "fast-check";
import { expect, it } from "vitest";
import { createLimit } from "../../../src/system/process/limit.ts";

it("a limit runs every task once, in order of arrival, never more than its count at once, even if tasks fail", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.boolean(), { maxLength: 30 }),
      async (count, tasks) => {
        const limit = createLimit(count);
        const started: number[] = [];
        let running = 0;
        let most = 0;
        const all = tasks.map((fails, index) =>
          limit(async () => {
            started.push(index);
            most = Math.max(most, ++running);
            await Promise.resolve();
            running--;
            if (fails) throw new Error("failed");
          }).catch(() => {}),
        );
        await Promise.all(all);
        expect(started).toEqual(tasks.map((_, index) => index));
        expect(most).toBe(Math.min(count, tasks.length));
      },
    ),
  );
});
