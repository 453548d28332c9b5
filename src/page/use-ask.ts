import { useEffect, useState } from "preact/hooks";
import type { ReadonlySignal } from "@preact/signals";
import { ask } from "./client.ts";

export interface Asked<T> {
  /** The last answer; it stays while the next one is loading. */
  readonly data: T | null;
  readonly error: string | null;
  readonly isWaiting: boolean;
  again(): void;
}

/** Asks when the component is shown, when the question changes, and when the answer may have changed. */
export function useAsk<T>(
  name: string | null,
  query: Readonly<Record<string, string>> = {},
  changed?: ReadonlySignal<number>,
): Asked<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isWaiting, setWaiting] = useState(name !== null);
  const [tries, setTries] = useState(0);
  const key = JSON.stringify([name, query]);
  useEffect(() => {
    if (name === null) return undefined;
    let isCurrent = true;
    setWaiting(true);
    ask<T>(name, query).then(
      (answer) => {
        if (!isCurrent) return;
        setData(answer);
        setError(null);
        setWaiting(false);
      },
      (reason: unknown) => {
        if (!isCurrent) return;
        setError(reason instanceof Error ? reason.message : String(reason));
        setWaiting(false);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, tries, changed?.value]);
  return { data, error, isWaiting, again: () => setTries(tries + 1) };
}
