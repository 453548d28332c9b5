import { describe, expect, it } from "vitest";
import { type KeyInput, listenForKeys } from "../../../src/cli/commands/watch-keys.ts";

/** A terminal into which a test types. */
function createTerminal(): {
  input: KeyInput;
  type(text: string): void;
  state: { raw: boolean; flowing: boolean };
} {
  const state = { raw: false, flowing: false };
  const calls = new Set<(text: string) => void>();
  return {
    state,
    type: (text) => calls.forEach((call) => call(text)),
    input: {
      setRawMode: (raw) => (state.raw = raw),
      setEncoding: () => {},
      on: (_, call) => calls.add(call),
      off: (_, call) => calls.delete(call),
      resume: () => (state.flowing = true),
      pause: () => (state.flowing = false),
    },
  };
}

describe("the keys of a watch", () => {
  it.each([
    ["a", ["all"]],
    ["\r", ["all"]],
    ["\n", ["all"]],
    ["f", ["failed"]],
    ["F", ["failed"]],
    ["e", ["explain"]],
    ["q", ["quit"]],
    ["\u0004", ["quit"]],
    ["\u0003", ["interrupt"]],
    ["ef", ["explain", "failed"]],
    ["x", []],
    ["\u001B[A", []],
    ["\u001Bf", []],
  ])("the keys of a watch read %j as %j", (text, expected) => {
    const { input, type } = createTerminal();
    const keys: string[] = [];
    listenForKeys(input, (key) => keys.push(key));
    type(text);
    expect(keys).toEqual(expected);
  });

  it("leave the terminal as it was", () => {
    const { input, type, state } = createTerminal();
    const keys: string[] = [];
    const unlisten = listenForKeys(input, (key) => keys.push(key));
    expect(state).toEqual({ raw: true, flowing: true });
    unlisten();
    type("a");
    expect(state).toEqual({ raw: false, flowing: false });
    expect(keys).toEqual([]);
  });
});
