import { beforeEach, expect, it, vi } from "vitest";
import { createRecorder, type RecorderOptions } from "../../src/run/recorder.ts";
import type { Attempt } from "../../src/run/run-check.ts";
import { storeAttempt } from "../../src/run/store-attempt.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";

vi.mock("../../src/run/store-attempt.ts", () => ({ storeAttempt: vi.fn<() => void>() }));

const check = { name: "one" } as Check;
const attempt = {
  outcome: { ending: { type: "exited", code: 0 } },
  command: { files: [] },
} as unknown as Attempt;

let looks: string[] = [];
let ended: string[] = [];
const options = {
  look: () => Promise.resolve(looks.push(ended.join(" "))),
  observer: { isWaiting: () => false, conflicts: () => [] },
} as unknown as RecorderOptions;

beforeEach(() => {
  looks = [];
  ended = [];
  vi.mocked(storeAttempt).mockClear();
});

it("looks once for commands that end together, after the last of them", async () => {
  const recorder = createRecorder(options);
  for (const name of ["a", "b", "c"]) {
    ended.push(name);
    recorder.record(check, attempt);
  }
  await recorder.flush();
  expect(looks).toEqual(["a b c"]);
  expect(storeAttempt).toHaveBeenCalledTimes(3);
});

it("looks again for a command that ends after a look", async () => {
  const recorder = createRecorder(options);
  recorder.record(check, attempt);
  await vi.waitFor(() => expect(looks).toHaveLength(1));
  ended.push("later");
  recorder.record(check, attempt);
  await recorder.flush();
  expect(looks).toEqual(["", "later"]);
});
