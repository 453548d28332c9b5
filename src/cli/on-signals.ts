const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls whenever this process is asked to end, and when nobody reads what it writes any more (`gone`), until what it
 * returns is called.
 */
export function onSignals(call: () => void, gone?: AbortSignal): () => void {
  for (const name of SIGNALS) process.on(name, call);
  gone?.addEventListener("abort", call);
  return () => {
    for (const name of SIGNALS) process.off(name, call);
    gone?.removeEventListener("abort", call);
  };
}

/** Calls when this process is asked to end and nobody else listens for that, as long as it lives. */
export function onUnheardSignals(call: () => void): void {
  for (const name of SIGNALS)
    process.on(name, () => {
      if (process.listenerCount(name) === 1) call();
    });
}
