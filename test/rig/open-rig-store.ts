import { DEFAULT_STORAGE } from "../../src/paths/own-files.ts";
import { loadKey } from "../../src/store/key.ts";
import { openStore } from "../../src/store/open-store.ts";
import { locateStore } from "../../src/store/place.ts";
import type { Store } from "../../src/store/store.ts";
import { ENGINE } from "../../src/vocabulary/engine.ts";

/** Opens the store that the command has in this repository for the user with this home. */
export async function openRigStore(root: string, home: string): Promise<Store> {
  const key = loadKey({ HOME: home }, { create: true, root });
  if (key === "none yet" || "problem" in key) throw new Error(JSON.stringify(key));
  return openStore({
    place: locateStore(root, DEFAULT_STORAGE),
    key,
    create: true,
    surroundings: "",
    engine: ENGINE,
    now: Date.now,
    ttlDays: 30,
    maxBytes: 1e9,
  });
}
