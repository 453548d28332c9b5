import type { StoredVerdict, Verdict } from "../../store/records/records.ts";
import { OBSERVED } from "../../vocabulary/tree/path-set.ts";

/** What most verdicts of a command have in common. */
type Common = Omit<StoredVerdict, "fingerprint" | "weakKey" | "target">;

/**
 * Verdicts as they were stored, without their components: these are most of their size, and the store has them. What the
 * verdicts of a command have in common is kept once, because a run may store as many as the repository has files.
 */
export function keptVerdicts(
  verdicts: readonly Verdict[],
  { origin, at }: { readonly origin: StoredVerdict["origin"]; readonly at: number },
): readonly StoredVerdict[] {
  let before: { readonly verdict: Verdict; readonly common: Common } | undefined;
  return verdicts.map((verdict) => {
    if (before === undefined || !isAlike(verdict, before.verdict))
      before = { verdict, common: commonOf(verdict, origin, at) };
    return new KeptVerdict(verdict, before.common);
  });
}

/** Whether they differ in nothing but their unit. */
function isAlike(one: Verdict, other: Verdict): boolean {
  return (
    one.pathSet === other.pathSet &&
    one.components[OBSERVED] === other.components[OBSERVED] &&
    one.kind === other.kind &&
    one.platform === other.platform &&
    one.surroundings === other.surroundings &&
    one.isShareable === other.isShareable &&
    one.check === other.check &&
    one.status === other.status &&
    one.exitCode === other.exitCode &&
    one.durationMs === other.durationMs &&
    one.findings.length + other.findings.length === 0 &&
    one.stdout === other.stdout &&
    one.stderr === other.stderr &&
    one.runId === other.runId
  );
}

function commonOf(verdict: Verdict, origin: Common["origin"], at: number): Common {
  const seen = verdict.components[OBSERVED];
  return {
    pathSet: verdict.pathSet,
    kind: verdict.kind,
    platform: verdict.platform,
    surroundings: verdict.surroundings,
    isShareable: verdict.isShareable,
    check: verdict.check,
    status: verdict.status,
    exitCode: verdict.exitCode,
    durationMs: verdict.durationMs,
    findings: verdict.findings,
    stdout: verdict.stdout,
    stderr: verdict.stderr,
    runId: verdict.runId,
    components: seen === undefined ? {} : { [OBSERVED]: seen },
    origin,
    createdAt: at,
    lastUsedAt: at,
  };
}

class KeptVerdict implements StoredVerdict {
  readonly fingerprint: StoredVerdict["fingerprint"];
  readonly weakKey: StoredVerdict["weakKey"];
  readonly target: StoredVerdict["target"];
  readonly #common: Common;

  constructor({ fingerprint, weakKey, target }: Verdict, common: Common) {
    this.fingerprint = fingerprint;
    this.weakKey = weakKey;
    this.target = target;
    this.#common = common;
  }

  get pathSet(): Common["pathSet"] {
    return this.#common.pathSet;
  }

  get kind(): Common["kind"] {
    return this.#common.kind;
  }

  get platform(): Common["platform"] {
    return this.#common.platform;
  }

  get surroundings(): Common["surroundings"] {
    return this.#common.surroundings;
  }

  get isShareable(): Common["isShareable"] {
    return this.#common.isShareable;
  }

  get check(): Common["check"] {
    return this.#common.check;
  }

  get status(): Common["status"] {
    return this.#common.status;
  }

  get exitCode(): Common["exitCode"] {
    return this.#common.exitCode;
  }

  get durationMs(): Common["durationMs"] {
    return this.#common.durationMs;
  }

  get findings(): Common["findings"] {
    return this.#common.findings;
  }

  get stdout(): Common["stdout"] {
    return this.#common.stdout;
  }

  get stderr(): Common["stderr"] {
    return this.#common.stderr;
  }

  get runId(): Common["runId"] {
    return this.#common.runId;
  }

  get components(): Common["components"] {
    return this.#common.components;
  }

  get origin(): Common["origin"] {
    return this.#common.origin;
  }

  get createdAt(): Common["createdAt"] {
    return this.#common.createdAt;
  }

  get lastUsedAt(): Common["lastUsedAt"] {
    return this.#common.lastUsedAt;
  }
}
