import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { held, QUIET } from "./held-watch.ts";

describe("the watch loop", () => {
  it("verifies at once, and then waits", async () => {
    const watch = await held();
    expect(watch.runs).toMatchObject([{ cause: "start", checks: null }]);
    await watch.last.end();
    expect(watch.types()).toEqual(["run-starting", "run-ended", "waiting"]);
  });

  it("verifies again when it has been quiet for a while after a change", async () => {
    const watch = await held();
    await watch.last.end();
    watch.write("a", "2");
    await watch.advance(QUIET - 1);
    watch.write("b", "1");
    await watch.advance(QUIET - 1);
    expect(watch.runs).toHaveLength(1);
    await watch.advance(1);
    expect(watch.runs).toHaveLength(2);
    expect(watch.events.at(-1)).toEqual({
      type: "run-starting",
      cause: "changes",
      checks: null,
      changes: ["a", "b"],
    });
  });

  it("does not wait for quiet for ever", async () => {
    const watch = await held();
    await watch.last.end();
    for (let times = 0; times < 12; times += 1) {
      watch.write("a", `${times}`);
      await watch.advance(QUIET - 1);
    }
    expect(watch.runs).toHaveLength(2);
  });

  it("does nothing when nothing is different", async () => {
    const watch = await held();
    await watch.last.end();
    watch.write("a", "2");
    watch.write("a", "1");
    await watch.advance(QUIET);
    expect([watch.runs.length, watch.looks]).toEqual([1, 2]);
  });

  it("notices a file that is gone", async () => {
    const watch = await held();
    await watch.last.end();
    watch.files.delete("a");
    watch.loop.hint();
    await watch.advance(QUIET);
    expect(watch.events.at(-1)).toMatchObject({ cause: "changes", changes: ["a"] });
  });

  it("ends a run that a change made pointless, and starts the next only when it has ended", async () => {
    const watch = await held();
    const first = watch.last;
    watch.write("a", "2");
    await watch.advance(QUIET);
    expect(first.signal.reason).toMatchObject({ type: "superseded", paths: ["a"] });
    expect(watch.runs).toHaveLength(1);
    await first.end();
    expect(watch.events.find(({ type }) => type === "run-ended")).toMatchObject({ supersededBy: ["a"] });
    expect(watch.runs).toHaveLength(2);
    expect(watch.last.tree).toBe("a,2");
    expect(watch.types()).not.toContain("waiting");
  });

  it("takes a change into the next run that comes while the ended run is still ending", async () => {
    const watch = await held();
    const first = watch.last;
    watch.write("a", "2");
    await watch.advance(QUIET);
    watch.files.set("b", "1");
    await first.end();
    expect(watch.last.tree).toBe("a,2 b,1");
    watch.loop.hint();
    await watch.advance(QUIET * 10);
    expect(watch.last.signal.aborted).toBe(false);
  });

  it("takes no notice of a look from before the run that it would end", async () => {
    const watch = await held();
    await watch.last.end();
    let release = (): void => {};
    watch.write("a", "2");
    // The look that this hint leads to sees a=2 and takes long; meanwhile the file changes and a run is asked for.
    watch.slowLook = async (fresh) => {
      if (!fresh) await new Promise<void>((resolve) => (release = resolve));
    };
    await watch.advance(QUIET);
    watch.files.set("a", "3");
    watch.loop.ask("all");
    await watch.settle();
    expect(watch.last.tree).toBe("a,3");
    watch.slowLook = null;
    release();
    await watch.advance(QUIET * 10);
    expect(watch.last.signal.aborted).toBe(false);
    expect(watch.runs).toHaveLength(2);
  });

  it("does not miss a change that comes while it looks", async () => {
    const watch = await held();
    await watch.last.end();
    let release = (): void => {};
    watch.slowLook = () => new Promise<void>((resolve) => (release = resolve));
    watch.loop.hint();
    await watch.advance(QUIET);
    watch.write("a", "2");
    watch.slowLook = null;
    release();
    await watch.settle();
    await watch.advance(QUIET);
    expect(watch.last.tree).toBe("a,2");
    expect(watch.runs).toHaveLength(2);
  });

  it("rests between looks in proportion to what they cost", async () => {
    const watch = await held();
    watch.lookTakes = 1000;
    watch.loop.hint();
    await watch.advance(QUIET);
    watch.loop.hint();
    await watch.advance(3999);
    expect(watch.looks).toBe(2);
    await watch.advance(1);
    expect(watch.looks).toBe(3);
  });

  it("says what changed since the last run that came to its end", async () => {
    const watch = await held();
    await watch.last.end();
    watch.write("a", "2");
    await watch.advance(QUIET);
    watch.write("b", "1");
    await watch.advance(QUIET);
    await watch.last.end();
    expect(watch.events.findLast(({ type }) => type === "run-starting")).toMatchObject({
      changes: ["a", "b"],
    });
  });

  it("runs everything, or what failed last, when asked", async () => {
    const watch = await held();
    await watch.last.end("test");
    watch.loop.ask("failed");
    await watch.settle();
    expect(watch.last).toMatchObject({ cause: "failed", checks: ["test"] });
    await watch.last.end();
    watch.loop.ask("failed");
    await watch.settle();
    expect(watch.events.at(-1)).toEqual({ type: "nothing-failed" });
    watch.loop.ask("all");
    await watch.settle();
    expect(watch.last).toMatchObject({ cause: "all", checks: null });
    expect(watch.runs).toHaveLength(3);
  });

  it("verifies a change in full also when only what failed was asked for in between", async () => {
    const watch = await held();
    await watch.last.end("lint");
    watch.write("a", "2");
    await watch.advance(QUIET);
    watch.loop.ask("failed");
    await watch.last.end();
    expect(watch.last).toMatchObject({ cause: "failed", tree: "a,2" });
    await watch.last.end();
    expect(watch.last).toMatchObject({ cause: "changes", checks: null, tree: "a,2" });
  });

  it("keeps to everything when a change ends the run of everything", async () => {
    const watch = await held();
    await watch.last.end();
    watch.loop.ask("all");
    await watch.settle();
    watch.write("a", "2");
    await watch.advance(QUIET);
    await watch.last.end();
    expect(watch.last).toMatchObject({ cause: "all", tree: "a,2" });
  });

  it("forgets nothing of what failed when a run is ended", async () => {
    const watch = await held();
    await watch.last.end("lint");
    watch.write("a", "2");
    await watch.advance(QUIET);
    watch.loop.ask("failed");
    await watch.last.end();
    expect(watch.last).toMatchObject({ cause: "failed", checks: ["lint"] });
  });

  it("goes on after a configuration that is broken", async () => {
    const watch = await held();
    await watch.last.refuse();
    expect(watch.events.at(-1)).toEqual({ type: "waiting" });
    watch.write("a", "2");
    await watch.advance(QUIET);
    expect(watch.runs).toHaveLength(2);
  });

  it("ends the run when it is stopped, and settles after it", async () => {
    const watch = await held();
    let isOver = false;
    void watch.loop.ended.then(() => (isOver = true));
    watch.loop.stop();
    await watch.settle();
    expect(watch.last.signal.reason).toMatchObject({ type: "interrupted" });
    expect(isOver).toBe(false);
    await watch.last.end();
    expect(isOver).toBe(true);
    watch.write("a", "2");
    await watch.advance(QUIET * 100);
    expect(watch.runs).toHaveLength(1);
  });

  it("settles at once when it is stopped while nothing runs", async () => {
    const watch = await held();
    await watch.last.end();
    watch.write("a", "2");
    watch.loop.stop();
    await watch.loop.ended;
    await watch.advance(QUIET);
    expect(watch.runs).toHaveLength(1);
  });

  it("ends the run and rejects when there is a bug in the looking", async () => {
    const watch = await held();
    const ended = watch.loop.ended.catch(String);
    watch.lookFails = true;
    watch.loop.hint();
    await watch.advance(QUIET);
    expect(watch.last.signal.aborted).toBe(true);
    await watch.last.end();
    expect(await ended).toBe("Error: a bug");
  });

  it("lets a file that every run changes end only a few of them, then comes to an end and pauses", async () => {
    const watch = await held();
    for (let times = 0; times < 3; times += 1) {
      watch.write("generated", `${times}`);
      await watch.advance(QUIET);
      expect(watch.last.signal.aborted).toBe(true);
      await watch.last.end();
    }
    watch.write("generated", "again");
    await watch.advance(QUIET);
    expect(watch.last.signal.aborted).toBe(false);
    await watch.last.end();
    expect(watch.types().slice(-3)).toEqual(["run-ended", "unsettled", "waiting"]);
    expect(watch.runs).toHaveLength(4);
    // Nothing is missed: the next run comes, only later.
    await watch.advance(1999);
    expect(watch.runs).toHaveLength(4);
    await watch.advance(1 + QUIET);
    expect(watch.last.tree).toBe("a,1 generated,again");
    // Another file still ends it at once.
    watch.write("a", "2");
    await watch.advance(QUIET);
    expect(watch.last.signal.aborted).toBe(true);
  });

  it("counts a change during a run also when it is seen only after the end of it", async () => {
    const watch = await held();
    for (let times = 0; times < 3; times += 1) {
      watch.write("generated", `${times}`);
      await watch.last.end();
      await watch.advance(QUIET);
    }
    expect(watch.runs).toHaveLength(3);
    expect(watch.types()).toContain("unsettled");
    await watch.advance(2000 + QUIET);
    expect(watch.last.tree).toBe("a,1 generated,2");
  });

  it("takes a file that is edited again and again between runs for nothing special", async () => {
    const watch = await held();
    for (let times = 0; times < 6; times += 1) {
      await watch.last.end();
      watch.write("a", `edit ${times}`);
      await watch.advance(QUIET);
    }
    expect(watch.runs).toHaveLength(7);
    watch.write("a", "once more");
    await watch.advance(QUIET);
    expect(watch.last.signal.aborted).toBe(true);
  });

  it("says what changed since the last run also when none has come to its end", async () => {
    const watch = await held();
    watch.write("b", "1");
    await watch.advance(QUIET);
    await watch.last.end();
    expect(watch.events.at(-1)).toMatchObject({ type: "run-starting", changes: ["b"] });
  });

  it("has verified the tree as it is whenever it waits, whatever happened in whatever order", async () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant("write" as const), path: fc.constantFrom("a", "b"), content: fc.nat(2) }),
      fc.record({ type: fc.constant("advance" as const), by: fc.integer({ min: 1, max: 3000 }) }),
      fc.record({ type: fc.constant("end" as const), fails: fc.boolean() }),
      fc.record({
        type: fc.constant("ask" as const),
        cause: fc.constantFrom("all" as const, "failed" as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.nat(300), async (steps, lookTakes) => {
        const watch = await held();
        watch.lookTakes = lookTakes;
        for (const each of steps) {
          if (each.type === "write") watch.write(each.path, String(each.content));
          else if (each.type === "advance") await watch.advance(each.by);
          else if (each.type === "end") await watch.last.end(...(each.fails ? ["test"] : []));
          else watch.loop.ask(each.cause);
        }
        for (let rounds = 0; rounds < 10; rounds += 1) {
          await watch.advance(10_000);
          await watch.last.end();
        }
        expect(watch.types().findLast((type) => type !== "nothing-failed")).toBe("waiting");
        const complete = watch.runs.findLast(({ cause, signal }) => cause !== "failed" && !signal.aborted);
        expect(complete?.tree).toBe([...watch.files].join(" "));
        expect(watch.last.tree).toBe(complete?.tree);
        // Never two at once.
        const kinds = watch.types().filter((type) => type.startsWith("run-"));
        expect(kinds.every((type, at) => type === (at % 2 === 0 ? "run-starting" : "run-ended"))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
