import { expect, test, vi } from "vitest";
import { onSignals } from "../../src/cli/on-signals.ts";

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s is heard each time, until it is ignored", (name) => {
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
