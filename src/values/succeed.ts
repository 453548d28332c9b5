import type { Failure, Result } from "../vocabulary/failure.ts";

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(...failures: readonly Failure[]): { ok: false; failures: readonly Failure[] } {
  return { ok: false, failures };
}
