import { expect, test, vi } from "vitest";
import { onSignals, onUnheardSignals } from "../../src/cli/on-signals.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

test.each(SIGNALS)("%s is heard each time, until it is ignored", (name) => {
  const before = process.listeners(name);
  const call = vi.fn<() => void>();
  const ignore = onSignals(call);
  const own = process.listeners(name).find((each) => !before.includes(each));
  own?.(name);
  own?.(name);
  expect(call).toHaveBeenCalledTimes(2);
  ignore();
  expect(process.listeners(name)).toEqual(before);
});

test("a reader who goes away counts as a signal, until that is ignored", () => {
  const call = vi.fn<() => void>();
  const [first, second] = [new AbortController(), new AbortController()];
  const ignore = onSignals(call, first.signal);
  first.abort();
  expect(call).toHaveBeenCalledTimes(1);
  ignore();
  onSignals(call, second.signal)();
  second.abort();
  expect(call).toHaveBeenCalledTimes(1);
});

test("what nobody else listens for is heard", () => {
  const before = SIGNALS.map((name) => [name, process.listeners(name)] as const);
  for (const name of SIGNALS) process.removeAllListeners(name);
  const call = vi.fn<() => void>();
  onUnheardSignals(call);
  const ignore = onSignals(() => {});
  process.emit("SIGTERM");
  expect(call).toHaveBeenCalledTimes(0);
  ignore();
  process.emit("SIGTERM");
  expect(call).toHaveBeenCalledTimes(1);
  for (const [name, listeners] of before) {
    process.removeAllListeners(name);
    for (const each of listeners) process.on(name, each);
  }
});
