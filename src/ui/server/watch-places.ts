import { watch, type FSWatcher } from "node:fs";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export type TouchedPlace = "runs" | "flow" | "repository";

export interface PlacesWatch {
  close(): void;
}

const PAUSE = 60;

/**
 * Calls back when something was written where runs and workflows store their state. It is only a hint: the caller
 * reads.
 */
export function watchPlaces(
  places: { readonly root: string; readonly runs: string; readonly flow: readonly string[] },
  tell: (what: TouchedPlace) => void,
): PlacesWatch {
  const watchers = new Map<string, FSWatcher>();
  const waiting = new Map<TouchedPlace, NodeJS.Timeout>();
  let isClosed = false;
  const hint = (what: TouchedPlace): void => {
    if (isClosed || waiting.has(what)) return;
    const later = (): void => {
      waiting.delete(what);
      if (!isClosed) tell(what);
    };
    waiting.set(what, setTimeout(later, PAUSE).unref());
  };
  const follow = (directory: string, onName: (name: string) => void): void => {
    if (isClosed || watchers.has(directory) || !existsSync(directory)) return;
    try {
      const watcher = watch(directory, { persistent: false }, (_, name) => onName(name ?? ""));
      const drop = (): void => {
        watcher.close();
        watchers.delete(directory);
      };
      watcher.on("error", drop);
      watchers.set(directory, watcher);
    } catch {
      // The user can still reload by hand.
    }
  };
  const followAll = (): void => {
    follow(places.root, (name) => {
      if (name.startsWith(".verification")) {
        restart(places.runs);
        hint("runs");
        hint("repository");
      }
      if (places.flow.some((path) => dirname(path) === places.root && basename(path) === name)) hint("flow");
      followAll();
    });
    follow(places.runs, (name) => {
      if (!name.endsWith(".tmp")) hint("runs");
    });
    follow(join(places.root, ".git"), (name) => {
      if (name === "HEAD") hint("repository");
    });
    for (const path of places.flow) follow(path, () => hint("flow"));
  };
  /** A directory that was removed and created again is a different one. */
  const restart = (directory: string): void => {
    watchers.get(directory)?.close();
    watchers.delete(directory);
  };
  followAll();
  return {
    close() {
      isClosed = true;
      for (const watcher of watchers.values()) watcher.close();
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}
