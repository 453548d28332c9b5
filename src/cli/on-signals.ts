const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls back whenever this process is asked to end, and when nobody reads its output any more (`gone`), until
 * the returned function is called.
 */
export function onSignals(call: () => void, gone?: AbortSignal): () => void {
  for (const name of SIGNALS) process.on(name, call);
  gone?.addEventListener("abort", call);
  return () => {
    for (const name of SIGNALS) process.off(name, call);
    gone?.removeEventListener("abort", call);
  };
}

/** Calls back when this process is asked to end and nothing else listens for that. */
export function onUnheardSignals(call: () => void): void {
  for (const name of SIGNALS)
    process.on(name, () => {
      if (process.listenerCount(name) === 1) call();
    });
}
