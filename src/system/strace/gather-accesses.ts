import { statSync } from "node:fs";
import { encodePath } from "../../paths/encode-path.ts";
import type { RealNames } from "../files/real-names.ts";
import type { GatheredAccess, TracedAccess } from "../process/describe-call.ts";
import { inspectProgram } from "../process/started-program.ts";
import { flat } from "../../values/flat.ts";
import { memoize } from "../../values/memo.ts";

/** Takes accesses in any order, and returns each thing once, ordered by time. */
export interface GatheredAccesses {
  /** With `isPart`, it is part of something larger and does not count by itself. */
  add(access: TracedAccess, when: Done, isPart?: boolean): void;
  /** Something was executed, or could not be. Scripts are started by the interpreter in their first line. */
  addProgram(access: TracedAccess, when: Done, cwd: string | null): void;
  list(): readonly GatheredAccess[];
  /** Whether a program was started that has fewer rights while it is watched. */
  readonly lostRights: boolean;
}

/** When something was done, and by which process. */
interface Done {
  readonly at: number;
  readonly by: number;
}

interface Gathered {
  readonly access: TracedAccess;
  /** Shared with other accesses as long as one process alone did it. */
  by: Set<number>;
  at: number;
  last: number;
  times: number;
  /** The order of things that were done at the same time. */
  readonly turn: number;
}

/** They have no lasting content. A tree can be in shared memory. */
const SYSTEM = /^\/(?:proc|sys|dev)\/(?!shm\/)/;
/** As many scripts as the system follows from one to the other. */
const MOST_SCRIPTS = 4;

export function gatherAccesses(names: RealNames): GatheredAccesses {
  const known = new Map<TracedAccess["type"], Map<string, Gathered>>();
  const alone = memoize((pid: number) => new Set([pid]));
  let turns = 0;
  let lostRights = false;

  const add = (access: TracedAccess, { at, by }: Done, isPart = false): boolean => {
    if (SYSTEM.test(access.path)) return false;
    const ofType = known.get(access.type) ?? new Map<string, Gathered>();
    known.set(access.type, ofType);
    const key = access.path === access.named ? access.path : `${access.path}\0${access.named}`;
    const earlier = ofType.get(key);
    const times = isPart ? 0 : 1;
    if (earlier === undefined)
      ofType.set(flat(key), {
        access: asFound(access),
        by: alone(by),
        at,
        last: at,
        times,
        turn: turns++,
      });
    else {
      if (earlier.by.size === 1 && !earlier.by.has(by)) earlier.by = new Set([...earlier.by, by]);
      else earlier.by.add(by);
      earlier.at = Math.min(at, earlier.at);
      earlier.last = Math.max(at, earlier.last);
      earlier.times += times;
    }
    return earlier === undefined;
  };
  return {
    add: (access, when, isPart) => void add(access, when, isPart),
    addProgram: (access, when, cwd) => {
      let { path } = access;
      for (let isNew = add(access, when), scripts = 0; isNew && scripts < MOST_SCRIPTS; scripts++) {
        const { interpreter, changesRights } = inspectProgram(path);
        lostRights ||= changesRights;
        if (interpreter === null) return;
        const named = names.absolute(cwd ?? "/", interpreter);
        path = names.real(named, "followed");
        isNew = add({ type: names.isThere(path) ? "start" : "missing", path, named }, when);
      }
    },
    list: () =>
      [...known.values()]
        .flatMap((each) => [...each.values()])
        .sort((one, other) => one.at - other.at || one.turn - other.turn)
        // Written out, because objects built with spread take four times the memory, and there are thousands.
        .map(({ access, by, at, last, times }) => ({
          type: access.type,
          path: access.path,
          named: access.named,
          by,
          first: at,
          last,
          times: Math.max(1, times),
        })),
    get lostRights() {
      return lostRights;
    },
  };
}

/** A directory can be opened like a file, but nothing is read from it that way. */
function asFound(access: TracedAccess): TracedAccess {
  const path = flat(access.path);
  const named = access.named === access.path ? path : flat(access.named);
  return { type: access.type === "read" && isDirectory(path) ? "found" : access.type, path, named };
}

function isDirectory(path: string): boolean {
  try {
    return statSync(encodePath(path), { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
