import type { Store } from "../../store/store.ts";

/** A run that stores verdicts, and what the editions of the store tell about concurrent runs. */
export interface LastRunClaim {
  /** Call this before storing verdicts: a run that was kept meanwhile does not know them. */
  beforeStoring(): void;
  /**
   * Call this when all verdicts are stored. Returns the store's edition, if nothing else was found since; null
   * if another run came in between.
   */
  end(): string | null;
}

/**
 * Removes the kept last run: from now on, results may contradict it. `before` is the store's edition when this
 * run began. The edition changes again at the end, so that no run that started before then keeps what it saw.
 */
export function claimLastRun({ lastRun }: Pick<Store, "lastRun">, before: string): LastRunClaim {
  let isAlone = true;
  let edition = before;
  const renew = (): void => {
    isAlone &&= lastRun.edition() === edition;
    edition = lastRun.forget();
  };
  renew();
  return {
    beforeStoring() {
      if (lastRun.edition() !== edition) renew();
    },
    end() {
      renew();
      return isAlone ? edition : null;
    },
  };
}
