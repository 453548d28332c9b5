/** Where the names of a process are looked up; threads share one. */
export interface ProcessPlace {
  /** Null if unknown. */
  cwd: string | null;
}

/** Knows the processes of a trace, from their start to their end. An id may then be given to another process. */
export interface TraceProcesses {
  /** Null for a process whose parent is not known yet. */
  placeOf(pid: number): ProcessPlace | null;
  start(pid: number, parent: number, sharesPlace: boolean): void;
  /** The process of a thread; for a process, itself. */
  processOf(pid: number): number;
  /** From now on it has its own place. */
  part(pid: number): void;
  end(pid: number): void;
  /** Those that have not ended. */
  running(): readonly number[];
}

export function createTraceProcesses(main: number, cwd: string): TraceProcesses {
  const places = new Map<number, ProcessPlace>([[main, { cwd }]]);
  const processes = new Map<number, number>();
  const part = (pid: number): void => void places.set(pid, { cwd: places.get(pid)?.cwd ?? null });
  return {
    placeOf: (pid) => places.get(pid) ?? null,
    start: (pid, parent, sharesPlace) => {
      places.set(pid, places.get(parent) ?? { cwd: null });
      if (!sharesPlace) part(pid);
      processes.set(pid, sharesPlace ? (processes.get(parent) ?? parent) : pid);
    },
    processOf: (pid) => processes.get(pid) ?? pid,
    part,
    end: (pid) => {
      places.delete(pid);
      processes.delete(pid);
    },
    running: () => [...places.keys()],
  };
}
