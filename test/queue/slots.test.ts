import { describe, expect, it } from "vitest";
import { AHEAD, createSlots } from "../../src/queue/slots.ts";

const NEVER = new AbortController().signal;

describe("slots", () => {
  it("give a command to a free worker first, then to a place here, then behind what a worker does", async () => {
    const slots = createSlots(1, () => 1);
    expect(await slots.enter("", NEVER)).toBe("there");
    expect(await slots.enter("", NEVER)).toBe("here");
    for (let sent = 1; sent < AHEAD; sent++) expect(await slots.enter("", NEVER)).toBe("there");
    const waiting = slots.enter("", NEVER);
    expect(slots.isIdle()).toBe(false);
    slots.leave("here", "");
    expect(await waiting).toBe("here");
  });

  it("keep what must not be sent for a place here", async () => {
    const slots = createSlots(1, () => 8);
    expect(await slots.enter(null, NEVER)).toBe("here");
    const waiting = slots.enter(null, NEVER);
    slots.leave("here", null);
    expect(await waiting).toBe("here");
  });

  it("let go of whoever is stopped while he waits", async () => {
    const slots = createSlots(1, () => 0);
    await slots.enter(null, NEVER);
    const stop = new AbortController();
    const waiting = slots.enter(null, stop.signal);
    stop.abort();
    expect(await waiting).toBeNull();
    slots.leave("here", null);
    expect(slots.isIdle()).toBe(true);
  });

  it("look again when workers come", async () => {
    let capacity = 0;
    const slots = createSlots(1, () => capacity);
    await slots.enter("", NEVER);
    const waiting = slots.enter("", NEVER);
    capacity = 1;
    slots.wake();
    expect(await waiting).toBe("there");
  });
});
