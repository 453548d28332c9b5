/** Where commands are sent, and which of them. */
export interface WorkerSettings {
  /** The address of the queue in Redis. */
  readonly url: string;
  /** The git remote that a run and its workers can reach. */
  readonly remote: string;
  /** Checks whose commands run locally. */
  readonly local: readonly string[];
  /** By check: the label that a worker must have to get its commands. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The form of a queue's address. */
export const QUEUE_URL = /^rediss?:\/\/[^\s]+$/i;

/** The form of a label. */
export const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;

/** How many commands of a check ran on which worker. */
export interface RanOn {
  readonly worker: string;
  readonly commands: number;
}
