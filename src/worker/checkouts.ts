import { join } from "node:path";
import { createLimit } from "../system/process/limit.ts";
import type { ConfigChoice, Job } from "../queue/job.ts";
import { bringTree, type FetchedTree, checkOut, isFileOf } from "./bring-tree.ts";
import { installPackages } from "./install-packages.ts";
import { openSession, type CheckoutSession } from "./session.ts";
import type { WorkerTrouble } from "./trouble.ts";

export interface CheckoutOptions {
  /** The worker's clone. */
  readonly clone: string;
  /** Where checkouts are created. */
  readonly directory: string;
  readonly remote: string;
  readonly most: number;
  readonly env: NodeJS.ProcessEnv;
}

export interface Checkouts {
  /** Does work in a checkout of exactly this tree, with the chosen configuration. */
  use<T>(
    wanted: Pick<Job, "tree" | "choice">,
    work: (session: CheckoutSession) => Promise<T>,
  ): Promise<T | WorkerTrouble>;
}

interface Place {
  readonly root: string;
  /** Its tree; null if unknown. */
  tree: string | null;
  /** The digest of the lockfiles that its packages were installed from. */
  lock: string | null;
  /** By the choice of the configuration; the most recently used are at the end. */
  readonly sessions: Map<string, CheckoutSession>;
  users: number;
  usedAt: number;
}

/**
 * Keeps a bounded number of checkouts. A new tree goes where the same packages are installed, or else to the least
 * recently used checkout.
 */
export function createCheckouts(options: CheckoutOptions): Checkouts {
  const places: Place[] = Array.from({ length: options.most }, (_, index) => ({
    root: join(options.directory, `checkout-${index + 1}`),
    tree: null,
    lock: null,
    sessions: new Map(),
    users: 0,
    usedAt: 0,
  }));
  let turn = 0;
  const waiting: (() => void)[] = [];
  const inTurn = createLimit(1);

  const findFree = (lock: string | null): Place | undefined => {
    const free = places.filter(({ users }) => users === 0);
    const byAge = free.toSorted((one, other) => one.usedAt - other.usedAt);
    return byAge.find((place) => lock !== null && place.lock === lock) ?? byAge[0];
  };
  /** One at a time, so that no two trees go into one place, and each tree is fetched once. */
  const enter = ({
    tree,
    choice,
  }: Pick<Job, "tree" | "choice">): Promise<
    { readonly place: Place; readonly session: CheckoutSession } | WorkerTrouble
  > =>
    inTurn(async () => {
      const hasIt = ({ tree: own, sessions }: Place): boolean =>
        own === tree && [...sessions.values()].every((session) => session.isFresh());
      const same = places.find(hasIt);
      const place = same ?? (await fill(tree));
      if ("kind" in place) return place;
      const session = await sessionOf(place, choice, options);
      if ("kind" in session) return session;
      place.users += 1;
      place.usedAt = ++turn;
      return { place, session };
    });
  const fill = async (tree: string): Promise<Place | WorkerTrouble> => {
    const brought = await bringTree(options.clone, options.remote, tree);
    if ("kind" in brought) return brought;
    for (;;) {
      const place = findFree(brought.lock);
      if (place !== undefined) return prepare(place, brought, options);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return {
    use: async (wanted, work) => {
      const entered = await enter(wanted);
      if ("kind" in entered) return entered;
      const { place, session } = entered;
      try {
        return await work(session);
      } finally {
        place.users -= 1;
        waiting.splice(0).forEach((go) => go());
      }
    },
  };
}

async function prepare(
  place: Place,
  brought: FetchedTree,
  options: CheckoutOptions,
): Promise<Place | WorkerTrouble> {
  place.tree = null;
  place.sessions.clear();
  const made = await checkOut(options.clone, place.root, brought);
  if ("kind" in made) return made;
  if (made.isNew) place.lock = null;
  if (brought.lock !== place.lock) {
    place.lock = null;
    const failed = brought.lock === null ? null : await installPackages(place.root, options.env);
    if (failed !== null) return { kind: "trouble", why: failed };
    place.lock = brought.lock;
  }
  place.tree = brought.tree;
  return place;
}

/** Opens a checkout with the chosen configuration, once. */
async function sessionOf(
  place: Place,
  choice: ConfigChoice,
  { clone, env }: CheckoutOptions,
): Promise<CheckoutSession | WorkerTrouble> {
  const key = JSON.stringify(choice);
  const known = place.sessions.get(key);
  place.sessions.delete(key);
  const isThere = choice.config === null || (await isFileOf(clone, place.tree ?? "", choice.config));
  const session = !isThere ? NOT_THERE : (known ?? (await openSession(place.root, choice, env)));
  if ("kind" in session) return session;
  place.sessions.set(key, session);
  const [oldest = key] = place.sessions.keys();
  if (place.sessions.size > MOST_SESSIONS) place.sessions.delete(oldest);
  return session;
}

const NOT_THERE: WorkerTrouble = { kind: "trouble", why: "the configuration is not a file of the tree" };
const MOST_SESSIONS = 8;
