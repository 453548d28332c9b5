import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "./client.ts";
import { changes } from "./state.ts";

/** How many rows the server sends at once. */
const PAGE = 100;

export interface Pages<P, R> {
  /** The first page, which also describes the whole list. */
  readonly first: P | null;
  readonly error: string | null;
  /** Null as long as its page is not loaded. */
  row(index: number): R | null;
  /** Loads the pages of these rows. */
  see(from: number, to: number): void;
}

/** Loads the visible pages of a list of past runs or findings, and keeps those it has. */
export function usePages<P, R>(
  name: string,
  query: Readonly<Record<string, string>>,
  rowsOf: (page: P) => readonly R[],
): Pages<P, R> {
  const [pages, setPages] = useState<ReadonlyMap<number, P>>(new Map());
  const [error, setError] = useState<string | null>(null);
  const requested = useRef(new Set<number>());
  const key = JSON.stringify([query, changes.runs.value]);
  const current = useRef(key);
  const read = (page: number): void => {
    if (requested.current.has(page)) return;
    requested.current.add(page);
    ask<P>(name, { ...query, offset: String(page * PAGE), limit: String(PAGE) }).then(
      (answer) => {
        if (current.current === key) setPages((before) => new Map(before).set(page, answer));
      },
      (reason: unknown) => setError(reason instanceof Error ? reason.message : String(reason)),
    );
  };
  useEffect(() => {
    current.current = key;
    requested.current = new Set();
    setPages((before) => new Map([...before].filter(([page]) => page === 0)));
    read(0);
  }, [key]);
  return {
    first: pages.get(0) ?? null,
    error,
    row: (index) => {
      const page = pages.get(Math.floor(index / PAGE));
      return page === undefined ? null : (rowsOf(page)[index % PAGE] ?? null);
    },
    see: (from, to) => {
      for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE); page++) read(page);
    },
  };
}
