import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
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

it("the recorder looks at the tree once for commands that end together, after the last of them", async () => {
  const recorder = createRecorder(options);
  for (const name of ["a", "b", "c"]) {
    ended.push(name);
    recorder.record(check, attempt);
  }
  await recorder.flush();
  expect(looks).toEqual(["a b c"]);
  expect(storeAttempt).toHaveBeenCalledTimes(3);
});

it("the recorder looks again for a command that ends after a look", async () => {
  const recorder = createRecorder(options);
  recorder.record(check, attempt);
  await vi.waitFor(() => expect(looks).toHaveLength(1));
  ended.push("later");
  recorder.record(check, attempt);
  await recorder.flush();
  expect(looks).toEqual(["", "later"]);
});

it("the recorder stores nothing of a killed command, and doubts what was stored for its units", async () => {
  const doubted: unknown[] = [];
  const doubting = { ...options, doubt: (...said: unknown[]) => void doubted.push(said) };
  const recorder = createRecorder(doubting as unknown as RecorderOptions);
  const killed = {
    ...attempt,
    outcome: { ending: { type: "signalled", signal: "SIGKILL" } },
    start: { unit: () => ({ fingerprint: "f" }) },
  };
  recorder.record(check, killed as unknown as Attempt);
  await recorder.flush();
  expect(looks).toEqual([]);
  expect(storeAttempt).not.toHaveBeenCalled();
  expect(doubted).toEqual([["one", ["f"]]]);
});

it("the recorder warns that results were not cached if storing fails, and goes on", async () => {
  const told: unknown[] = [];
  const failing = {
    ...options,
    look: () => Promise.reject(new Error("the disk is gone")),
    emit: (event: unknown) => void told.push(event),
  } as unknown as RecorderOptions;
  const recorder = createRecorder(failing);
  recorder.record(check, attempt);
  await recorder.flush();
  expect(told).toEqual([{ type: "warning", message: "Results were not cached: Error: the disk is gone" }]);
});

it("the recorder withdraws both verdicts where a check read what another wrote in the same run, and says what to add", async () => {
  const withdrawn: string[] = [];
  const told: unknown[] = [];
  const conflict = { path: "dist/a.js", writer: "build", reader: "one" };
  const found = [conflict];
  const recorder = createRecorder({
    ...options,
    observer: { isWaiting: () => false, conflicts: () => found.splice(0) },
    withdraw: (name: string) => void withdrawn.push(name),
    learn: () => false,
    emit: (event: unknown) => void told.push(event),
  } as unknown as RecorderOptions);
  recorder.record(check, attempt);
  await recorder.flush();
  expect(withdrawn).toEqual(["build", "one"]);
  expect(told).toEqual([
    {
      type: "warning",
      message:
        "one read dist/a.js, which build wrote in the same run, so neither result is cached. Add dependsOn: [build] to one.",
    },
  ]);
});

it("the recorder ends its rest once much is in memory that commands were seen to do", async () => {
  let now = 0;
  // Each look seems to take so long that the rest after it would last for minutes.
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 100_000));
  onTestFinished(() => clock.mockRestore());
  const recorder = createRecorder(options);
  recorder.record(check, attempt);
  await vi.waitFor(() => expect(looks).toHaveLength(1));
  const seen = { accesses: { length: 60_000 } };
  recorder.record(check, { ...attempt, traces: [seen] } as unknown as Attempt);
  await vi.waitFor(() => expect(looks).toHaveLength(2));
  expect(storeAttempt).toHaveBeenCalledTimes(2);
  await recorder.flush();
});
