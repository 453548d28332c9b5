import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { statPath } from "./file-stat.ts";

/** A moment, by the clock with which a file system notes when something happens to a file. */
export interface FileClock {
  /** In nanoseconds since 1970. What happens to a file after that moment gets this time or a later one. */
  readonly since: bigint;
  /** Whether the machine's clock was set back since that moment: then times prove nothing. */
  readonly wasSetBack: () => boolean;
}

/** How far two readings of a clock can be apart, in milliseconds. */
const LAG = 20;

/** On a busy machine a process can be stopped between the readings of two clocks; then both are read again. */
const TRIES = 100;
const AT_ONCE = 1;

interface Clocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

/**
 * Notes this moment. Reads the clock of the file system from a file that was written just now: it is a little behind the
 * machine's, and over a network it is another one. Without such a file, it is read from a directory that is made for that. If
 * there is none either, no file is known to have been left alone.
 */
export function startFileClock(
  justWritten: string | null,
  { wall = Date.now, steady = () => performance.now() }: Partial<Clocks> = {},
): FileClock {
  const start = lead({ wall, steady });
  const written = (justWritten === null ? null : timeOf(justWritten)) ?? timeOfNew();
  return {
    since: written ?? 0n,
    wasSetBack: () => lead({ wall, steady }) < start - LAG,
  };
}

/** How far the machine's clock is ahead of the steady one, in milliseconds. */
function lead({ wall, steady }: Clocks): number {
  let best = { apart: Infinity, lead: 0 };
  for (let tries = 0; tries < TRIES && best.apart >= AT_ONCE; tries++) {
    const before = steady();
    const reading = { lead: wall() - before, apart: steady() - before };
    if (reading.apart < best.apart) best = reading;
  }
  return best.lead;
}

function timeOfNew(): bigint | null {
  try {
    const directory = mkdtempSync(join(resolve(tmpdir()), "verification-clock-"));
    try {
      return timeOf(directory);
    } finally {
      rmdirSync(directory);
    }
  } catch {
    return null;
  }
}

function timeOf(path: string): bigint | null {
  const stat = statPath(path);
  return typeof stat === "string" ? null : stat.ctimeNs;
}
