import type { Store } from "../../store/store.ts";

/** A run that stores verdicts, and what the marks of the store tell about concurrent runs. */
export interface LastRunClaim {
  /** Call this before storing verdicts: a run that was kept meanwhile does not know them. */
  beforeStoring(): void;
  /**
   * Call this when all verdicts are stored. Returns the store's mark, if nothing else was found since; null
   * if another run came in between.
   */
  end(): string | null;
}

/**
 * Removes the kept last run: from now on, results may contradict it. `before` is the store's mark when this
 * run began. The mark changes again at the end, so that no run that started before then keeps what it saw.
 */
export function claimLastRun({ lastRun }: Pick<Store, "lastRun">, before: string): LastRunClaim {
  let isAlone = true;
  let mark = before;
  const renew = (): void => {
    isAlone &&= lastRun.mark() === mark;
    mark = lastRun.forget();
  };
  renew();
  return {
    beforeStoring() {
      if (lastRun.mark() !== mark) renew();
    },
    end() {
      renew();
      return isAlone ? mark : null;
    },
  };
}
