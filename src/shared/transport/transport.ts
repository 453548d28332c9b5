/** What came of asking for something: its bytes, that it is not there, or why that is not known. */
export type Fetched = { readonly bytes: Buffer } | "absent" | Trouble;

/** One clause for people, such as "it did not answer within 1 s". */
export interface Trouble {
  readonly trouble: string;
}

/** A place outside of this machine's store where bytes are kept by name. Nothing that it gives is believed. */
export interface Transport {
  /** As it is shown to people. */
  readonly place: string;
  /** At most `limit` bytes, and until the signal says that it took too long. */
  get(name: string, limit: number, signal: AbortSignal): Promise<Fetched>;
  put(name: string, bytes: Buffer, signal: AbortSignal): Promise<"written" | Trouble>;
  /** Keeps others who write here from changing the same thing meanwhile, where the place has a way to. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function isTrouble(value: unknown): value is Trouble {
  return typeof value === "object" && value !== null && "trouble" in value;
}
