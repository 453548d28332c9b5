/** Where commands are sent to, and which of them. */
export interface WorkerSettings {
  /** The address of the Redis that holds the queue. */
  readonly url: string;
  /** The git remote that a run and its workers both reach. */
  readonly remote: string;
  /** Checks whose commands stay here. */
  readonly local: readonly string[];
  /** By check: what a worker must be called to get its commands. */
  readonly labels: Readonly<Record<string, string>>;
}

/** What an address of a queue looks like. */
export const QUEUE_URL = /^rediss?:\/\/[^\s]+$/i;

/** What a worker, or a check that needs one, may be labelled with. */
export const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;

/** How many commands of a check ran on which worker. */
export interface RanOn {
  readonly worker: string;
  readonly commands: number;
}
