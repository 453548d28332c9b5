import { join } from "node:path";
import { createLimit } from "../system/process/limit.ts";
import { bringTree, type Brought, checkOut } from "./bring-tree.ts";
import { installPackages } from "./install-packages.ts";
import { openSession, type Session } from "./session.ts";
import type { Trouble } from "./trouble.ts";

export interface CheckoutOptions {
  /** The worker's clone. */
  readonly clone: string;
  /** Where checkouts are made. */
  readonly directory: string;
  readonly remote: string;
  readonly most: number;
  readonly env: NodeJS.ProcessEnv;
}

export interface Checkouts {
  /** Does work in a checkout of exactly this tree. */
  use<T>(tree: string, work: (session: Session) => Promise<T>): Promise<T | Trouble>;
}

interface Place {
  readonly root: string;
  /** What is in it; null where that is not known. */
  tree: string | null;
  /** The lockfiles that its packages were installed by. */
  lock: string | null;
  session: Session | null;
  users: number;
  usedAt: number;
}

/**
 * Keeps checkouts, a bounded number of them. Another tree goes where the same packages are installed, or else where
 * nothing was for longest.
 */
export function createCheckouts(options: CheckoutOptions): Checkouts {
  const places: Place[] = Array.from({ length: options.most }, (_, index) => ({
    root: join(options.directory, `checkout-${index + 1}`),
    tree: null,
    lock: null,
    session: null,
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
  /** One at a time, so that no two trees go into one place; and so that a tree is brought once. */
  const enter = (tree: string): Promise<Place | Trouble> =>
    inTurn(async () => {
      const hasIt = ({ tree: own, session }: Place): boolean => own === tree && session?.isFresh() === true;
      const same = places.find(hasIt);
      const place = same ?? (await fill(tree));
      if ("kind" in place) return place;
      place.users += 1;
      place.usedAt = ++turn;
      return place;
    });
  const fill = async (tree: string): Promise<Place | Trouble> => {
    const brought = await bringTree(options.clone, options.remote, tree);
    if ("kind" in brought) return brought;
    for (;;) {
      const place = findFree(brought.lock);
      if (place !== undefined) return prepare(place, brought, options);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return {
    use: async (tree, work) => {
      const place = await enter(tree);
      if ("kind" in place) return place;
      try {
        return await work(place.session as Session);
      } finally {
        place.users -= 1;
        waiting.splice(0).forEach((go) => go());
      }
    },
  };
}

async function prepare(place: Place, brought: Brought, options: CheckoutOptions): Promise<Place | Trouble> {
  place.tree = null;
  place.session = null;
  const made = await checkOut(options.clone, place.root, brought);
  if ("kind" in made) return made;
  if (made.isNew) place.lock = null;
  if (brought.lock !== place.lock) {
    place.lock = null;
    const failed = brought.lock === null ? null : await installPackages(place.root, options.env);
    if (failed !== null) return { kind: "trouble", why: failed };
    place.lock = brought.lock;
  }
  const session = await openSession(place.root, options.env);
  if ("kind" in session) return session;
  place.session = session;
  place.tree = brought.tree;
  return place;
}
