/** The result of a request: the bytes, that it does not exist, or why that is unknown. */
export type Fetched = { readonly bytes: Buffer } | "absent" | Trouble;

/** One clause for people, such as "it did not answer within 1 s". */
export interface Trouble {
  readonly trouble: string;
}

/** A place outside this machine's store that keeps bytes by name. Nothing from it is trusted. */
export interface Transport {
  /** For messages. */
  readonly place: string;
  /** At most `limit` bytes, and until the signal aborts. */
  get(name: string, limit: number, signal: AbortSignal): Promise<Fetched>;
  put(name: string, bytes: Buffer, signal: AbortSignal): Promise<"written" | Trouble>;
  /** Keeps other writers from changing the same thing meanwhile, if the place has a way to. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function isTrouble(value: unknown): value is Trouble {
  return typeof value === "object" && value !== null && "trouble" in value;
}
