import { expect, it } from "vitest";
import { startFileClock } from "../../../src/system/files/file-clock.ts";

/** Two clocks that run together, and a process that is stopped for some milliseconds at some readings. */
function createClocks(stops: readonly number[]) {
  let now = 1000;
  let readings = 0;
  const read = (): number => {
    now += stops[readings++] ?? 0;
    return now;
  };
  return { wall: () => 5_000_000 + read(), steady: read };
}

it("a process that is stopped between the readings of two clocks does not take them for one that was set back", () => {
  for (let stopped = 0; stopped < 12; stopped++) {
    const stops = Array.from({ length: 12 }, (_, reading) => (reading === stopped ? 300 : 0));
    expect(startFileClock(null, createClocks(stops)).wasSetBack()).toBe(false);
  }
});

it("a clock that was set back is noticed, also if the process is stopped at every reading", () => {
  let behind = 0;
  const { wall, steady } = createClocks(Array.from({ length: 1000 }, () => 2));
  const clock = startFileClock(null, { wall: () => wall() - behind, steady });
  expect(clock.wasSetBack()).toBe(false);
  behind = 1000;
  expect(clock.wasSetBack()).toBe(true);
});
